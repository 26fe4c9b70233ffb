#pragma once

#include "api/object/known_objects.hpp"
#include "api/stream/kind_check.hpp"
#include "api/stream/status.hpp"

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/api/object.hpp>
#include <coinformer/api/projection.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// The events of one watch, one by one, as far as they have arrived: next() is called until it needs more.
///
/// Threads    the client's strand.
class watch_events {
public:
    watch_events() = default;
    watch_events(watch_events const&) = delete;
    virtual ~watch_events() = default;

    /// left_out: a change of an object of which the caller should keep no state, because of the informer's
    /// transform. foreign: a change of an object that belongs to another share (object_share).
    enum class step { need_more, added, modified, deleted, left_out, foreign, bookmark, error, fault };
    /// Reads the next event.
    virtual step next() = 0;
    virtual detail::object_ref take_object() = 0;           ///< after added, modified and deleted
    virtual decode_fault const& fault() const noexcept = 0; ///< after fault
    /// The same as list_items::passed_over().
    virtual object_key passed_over() const noexcept { return {}; }

    /// The version of the last change or bookmark. That of a fault or a foreign change, if it was read. It is
    /// valid until the next call of next().
    std::string_view resource_version() const noexcept { return version_; }
    /// True if the last bookmark was the closing one.
    bool initial_events_end() const noexcept { return initial_events_end_; }
    status_answer const& answer() const noexcept { return status_; }        ///< after error
    server_status const& status() const noexcept { return status_.status; } ///< after error
    errc error() const noexcept; ///< after error: the code that the status means
    /// After error: the pause that the server asks for.
    std::optional<std::chrono::seconds> retry_after() const noexcept { return status_.retry_after; }
    /// After a change or a fault, also one that is left out or foreign: true if the event was DELETED.
    bool is_deletion() const noexcept { return type_ == step::deleted; }
    /// After fault: false if the line names no type of event. A line of JSON with an unknown type and without
    /// an object counts as such a line, too. It is perhaps no event, but a list, or the error of a proxy.
    bool has_type() const noexcept { return has_type_; }

protected:
    std::string version_;
    std::optional<step> type_; // the type of the last event, if it is known
    bool has_type_ = true;     // see has_type()
    status_answer status_;
    bool initial_events_end_ = false;
};

/// Reads the events of one answer to a watch as they arrive. The result does not depend on how the network
/// cuts the bytes. The caller feeds bytes, and calls next() until that needs more.
///
/// Errors     next() throws api_error if the bytes are not events (errc::malformed_json,
///            errc::malformed_protobuf, errc::unexpected_content). An event that does not decode is
///            step::fault, and the stream goes on.
/// Threads    the client's strand.
class watch_decoder : public watch_events {
public:
    /// From now on, the mask removes credentials from the server's texts in errors and faults.
    virtual void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// From now on, the kind of each bookmark goes to the check, which outlives the decoder.
    void check_kind(kind_check& check) noexcept { kind_check_ = &check; }

    /// Adds bytes of the body, cut anywhere. They need not outlive the call.
    virtual void feed(std::string_view piece) = 0;

    virtual bool idle() const noexcept = 0; ///< true if no part of an event is buffered
    virtual std::size_t buffered_bytes() const noexcept = 0;

protected:
    static std::optional<step> step_of(std::string_view event_type) noexcept;
    static bool is_change(std::optional<step> s) noexcept;
    decode_fault unknown_type(std::string_view event_type) const;
    /// Returns the type of a bookmark, which has a resource version and annotations in every kind.
    static detail::object_type const& bookmark_type();
    /// `kind` is what the envelope of the bookmark says; with JSON, which has none, the object says it.
    step set_bookmark(detail::object_ref bookmark, std::string_view kind = {});
    /// Takes over the status of an error event. Returns nullopt if `answer` is none.
    std::optional<step> set_status(std::optional<status_answer> answer);

    credential_mask mask_;

private:
    kind_check* kind_check_ = nullptr;
};

} // namespace coinformer::detail
