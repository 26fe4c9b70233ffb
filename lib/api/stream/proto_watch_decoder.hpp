#pragma once

#include "api/json/byte_window.hpp"
#include "api/protobuf/object_reader.hpp"
#include "api/stream/watch_decoder.hpp"

#include <string_view>

namespace coinformer::detail {

/// Reads an answer to a watch in protobuf: frames of a four-byte length (highest byte first) and a
/// metav1.WatchEvent, whose object is an envelope with its magic. A frame that is longer than
/// longest_dropped() is refused, as an endless event in JSON is.
class proto_watch_decoder final : public watch_decoder {
public:
    /// `max_object_bytes` counts the whole event, including its envelope of some 50 bytes.
    proto_watch_decoder(detail::object_type const& type, detail::proto_schema const& fields,
                        std::size_t max_object_bytes, needed_objects need = {});

    void hide(credential_mask mask) override;
    void feed(std::string_view piece) override;
    step next() override;
    detail::object_ref take_object() override { return objects_.take(); }
    decode_fault const& fault() const noexcept override { return objects_.fault(); }
    object_key passed_over() const noexcept override { return objects_.foreign_key(); }
    bool idle() const noexcept override { return window_.empty(); }
    std::size_t buffered_bytes() const noexcept override { return window_.capacity(); }

private:
    /// The two fields of a WatchEvent.
    struct event {
        std::string_view type_text;
        std::string_view object; // an envelope
        bool is_malformed = false;
    };

    static event open(std::string_view message, detail::proto_fields::end e);
    step read_event(std::string_view message);
    step drop_event(std::string_view start);
    step fail(decode_fault fault, std::string_view object);

    detail::byte_window window_;
    detail::proto_reader objects_;
    detail::proto_reader bookmarks_;
};

} // namespace coinformer::detail
