#pragma once

#include "api/object/known_objects.hpp"
#include "api/stream/status.hpp"

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/api/object.hpp>
#include <coinformer/api/projection.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer {

/// Reads the events of one WATCH answer as they arrive. How the network cuts it makes no difference.
///
/// Errors     next() throws api_error when the bytes are no events (malformed_json, malformed_protobuf,
///            unexpected_content); an event that cannot be decoded is step::fault, and the stream goes on.
class watch_decoder {
public:
    watch_decoder() = default;
    watch_decoder(watch_decoder const&) = delete;
    virtual ~watch_decoder() = default;

    /// From now on texts of the server are given without the credentials that this hides.
    virtual void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// Bytes of the body, cut anywhere. They need not outlive the call.
    virtual void feed(std::string_view piece) = 0;

    enum class step { need_more, added, modified, deleted, bookmark, error, fault };
    virtual step next() = 0;
    virtual detail::object_ref take_object() = 0;           ///< after added, modified, deleted
    virtual decode_fault const& fault() const noexcept = 0; ///< after fault

    /// Of the last added, modified, deleted or bookmark; also of a fault, when it was read. Until the next next().
    std::string_view resource_version() const noexcept { return version_; }
    bool initial_events_end() const noexcept { return initial_events_end_; } ///< of the last bookmark
    server_status const& status() const noexcept { return status_.status; }  ///< after error
    errc error() const noexcept;                                             ///< after error: what the status says
    std::optional<std::chrono::seconds> retry_after() const noexcept { return status_.retry_after; } ///< after error
    /// After fault: the event was DELETED.
    bool is_deletion() const noexcept { return type_ == step::deleted; }

    virtual bool idle() const noexcept = 0; ///< no half event is buffered
    virtual std::size_t buffered_bytes() const noexcept = 0;

protected:
    static std::optional<step> step_of(std::string_view event_type) noexcept;
    static bool is_change(std::optional<step> s) noexcept;
    decode_fault unknown_type(std::string_view event_type) const;
    /// A bookmark has a resource version and annotations, whatever the kind.
    static detail::object_type const& bookmark_type();
    step set_bookmark(detail::object_ref bookmark);
    /// nullopt: it is no Status.
    std::optional<step> set_status(std::optional<status_answer> answer);

    std::string version_;
    std::optional<step> type_; // of the last event, if we know it
    status_answer status_;
    credential_mask mask_;
    bool initial_events_end_ = false;
};

} // namespace coinformer
