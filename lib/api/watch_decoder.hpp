#pragma once

#include "api/byte_window.hpp"
#include "api/object_reader.hpp"
#include "api/status.hpp"

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/api/object.hpp>
#include <coinformer/api/projection.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer {

/// Reads the events of one WATCH answer as they arrive. How the network cuts it makes no difference.
///
/// Errors     next() throws api_error(errc::malformed_json or unexpected_content) when the bytes are no events; an
///            event that cannot be decoded is step::fault, and the stream goes on.
class watch_decoder {
public:
    /// `max_object_bytes` counts the whole event, its envelope of some 30 bytes included.
    watch_decoder(detail::object_type const& type, std::size_t max_object_bytes, known_objects const* known = nullptr);

    /// Bytes of the body, cut anywhere. They need not outlive the call.
    void feed(std::string_view piece);

    enum class step { need_more, added, modified, deleted, bookmark, error, fault };
    step next();
    detail::object_ref take_object(); ///< after added, modified, deleted

    /// Of the last added, modified, deleted or bookmark; also of a fault, when it was read. Until the next next().
    std::string_view resource_version() const noexcept { return version_; }
    bool initial_events_end() const noexcept { return initial_events_end_; } ///< of the last bookmark
    server_status const& status() const noexcept { return status_.status; }  ///< after error
    errc error() const noexcept;                                             ///< after error: what the status says
    std::optional<std::chrono::seconds> retry_after() const noexcept { return status_.retry_after; } ///< after error
    /// After fault: the event was DELETED.
    bool is_deletion() const noexcept { return event_.type == step::deleted; }
    decode_fault const& fault() const noexcept { return objects_.fault(); } ///< after fault

    bool idle() const noexcept { return window_.empty(); } ///< no half event is buffered
    std::size_t buffered_bytes() const noexcept { return window_.capacity(); }

private:
    using outcome = detail::object_reader::outcome;

    struct event {
        bool has_type = false;
        std::string_view type_text;
        std::optional<step> type; // of those that we know
        char const* object = nullptr;
        char const* object_end = nullptr;
        outcome found = outcome::incomplete; // in the object, when the event is a change
    };

    outcome read_event(char const* p, char const* end);
    char const* read_member(std::string_view name, char const* p, char const* end);
    char const* read_object(char const* p, char const* end);
    step finish_event();
    step finish_bookmark();
    step fail(decode_fault fault);
    step drop_event();
    [[noreturn]] void malformed(char const* at) const;

    detail::byte_window window_;
    detail::json_scanner scanner_;
    detail::object_reader objects_;
    detail::object_reader bookmarks_;
    event event_; // the one at the window's front
    char const* event_end_ = nullptr;
    std::string version_;
    status_answer status_;
    bool initial_events_end_ = false;
};

} // namespace coinformer
