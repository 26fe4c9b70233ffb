#pragma once

#include "api/json/byte_window.hpp"
#include "api/json/object_reader.hpp"
#include "api/stream/watch_decoder.hpp"

#include <string_view>

namespace coinformer::detail {

/// Reads an answer to a watch in JSON: one object for each event, {"type": …, "object": …}, in either order.
/// An incomplete event is read again from its beginning; byte_window decides when enough new bytes have come
/// to try.
class json_watch_decoder final : public watch_decoder {
public:
    /// `max_object_bytes` counts the whole event, including its envelope of some 30 bytes.
    json_watch_decoder(detail::object_type const& type, std::size_t max_object_bytes,
                       needed_objects need = {});

    void hide(credential_mask mask) override;
    void feed(std::string_view piece) override;
    step next() override;
    detail::object_ref take_object() override;
    decode_fault const& fault() const noexcept override { return objects_.fault(); }
    object_key passed_over() const noexcept override { return objects_.foreign_key(); }
    bool idle() const noexcept override { return window_.empty(); }
    std::size_t buffered_bytes() const noexcept override { return window_.capacity(); }

private:
    using outcome = detail::object_reader::outcome;

    /// What read_event() has found.
    struct event {
        bool has_type = false;
        std::string_view type_text;
        char const* object = nullptr;
        char const* object_end = nullptr;
        outcome found = outcome::incomplete; // the result for the object, if the event is a change
    };

    outcome read_event(char const* p, char const* end);
    char const* read_member(std::string_view name, char const* p, char const* end);
    char const* read_object(char const* p, char const* end);
    step finish_event();
    step finish_bookmark();
    step fail(decode_fault fault);
    step drop_event();
    std::string type_of_object() const;
    [[noreturn]] void refuse_start(char const* at) const;
    [[noreturn]] void malformed(char const* at) const;
    bool is_malformed_before(char const* certain);
    char const* mistake() const noexcept;

    detail::byte_window window_;
    detail::json_scanner scanner_;
    detail::object_reader objects_;
    detail::object_reader bookmarks_;
    event event_; // the event at the window's front
    char const* event_end_ = nullptr;
    bool has_event_ = false; // an event has begun, so that what follows may be a part of an object
};

} // namespace coinformer::detail
