#pragma once

#include <coinformer/api/client.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace coinformer {

enum class event_type { normal, warning };

/// The object that an event is about. Only its identity is kept.
struct event_subject {
    event_subject() = default;
    event_subject(resource const& of, object_key key, std::string its_uid, std::string_view version);
    template <projection T>
    event_subject(object_ptr<T> const& object, resource of = resource_of<T>)
        : event_subject(of, object.key(), object.uid(), object.resource_version())
    {
    }

    std::string api_version, kind, ns, name, uid, resource_version;
};

struct event_recorder_options {
    std::string controller = {}; ///< name of the reporting controller, qualified: "example.io/widgets"
    std::string instance = {};   ///< name of this instance of the controller, for example the pod's name
    std::size_t capacity = 1000; ///< how many new events may wait to be written; further ones are dropped
    /// How many different events of one object may be recorded at once. After that one event is accepted in
    /// each period of length `pace`, and the others are dropped.
    std::size_t burst = 25;
    duration pace = std::chrono::minutes(5);
    /// A repeated event is not written again; its count is. The first repetition is written at once, later
    /// counts at most once in each period of this length. Not negative; more than a year counts as a year.
    duration series_pace = std::chrono::minutes(1);
    /// If an event has not been repeated for this long, its next occurrence is a new event.
    duration series_end = std::chrono::minutes(6);
    unsigned tries = 12; ///< an event is dropped after this many failed writes in a row
};

/// How many events a recorder has recorded, written and dropped.
struct event_recorder_status {
    std::uint64_t recorded = 0; ///< calls of record()
    std::uint64_t written = 0;  ///< accepted requests: new events, and counts of repeated events
    /// Recorded events that were dropped: because a bound was reached, there was no memory, the server
    /// refused them, all tries failed, or drain() had been called.
    std::uint64_t dropped = 0;
    std::size_t waiting = 0; ///< events that, or whose counts, still have to be written
};

namespace detail {
class event_recorder_core;
}

/// Records events (events.k8s.io/v1), which tell people what happens to an object; `kubectl events` shows
/// them. If the same type, reason, action and note are recorded again for one object, the event's count grows
/// instead. Events are hints: some are lost if there are too many, if the server refuses them, and when the
/// program ends.
///
///     event_recorder events(api, {.controller = "example.io/widgets", .instance = pod_name});
///     work.start(events.run());
///     events.record(full_disk, event_type::warning, "NoSpace", "Resize", "the node has 3 GB left");
///
/// Threads    any.
/// Lifetime   The recorder keeps what it needs of the client. Copies refer to the same recorder.
class event_recorder {
public:
    /// Errors     errc::bad_request if options.controller is not a qualified name, options.instance is empty,
    ///            a bound or `pace` is not positive, `series_pace` is negative, or `burst` times `pace` is
    ///            more than a century.
    event_recorder(client& api, event_recorder_options options);

    /// Queues an event for run() and returns at once; it never waits and never throws.
    ///
    /// `reason` is one word for machines, `action` says what was done or tried, and `note` is text for
    /// people. A text that is longer than the API allows is cut: reason and action at 128 bytes, note at
    /// 1024. An event without a reason or an action is dropped, because the API does not accept it.
    void record(event_subject const& about, event_type type, std::string_view reason, std::string_view action,
                std::string_view note) noexcept;

    /// Writes recorded events until it is cancelled or the recorder is drained. An event that the server
    /// refuses is dropped and logged. While the server cannot be reached or is busy, writes are repeated
    /// after growing pauses, and not before `Retry-After`, which counts as five minutes at most. At most one
    /// run() at a time.
    ///
    /// Errors     condition::cancelled.
    [[nodiscard]] task<> run();

    /// Stops accepting events, and waits until run() has written every recorded event and count, or has
    /// dropped it after event_recorder_options::tries attempts. Then run() ends. If each answer asks for a
    /// long pause, that takes up to an hour with the default of 12 attempts. A caller that has to be
    /// quicker uses with_timeout().
    ///
    /// Cancel     At any time; the recorder still accepts no more events.
    [[nodiscard]] task<> drain();

    event_recorder_status status() const;

private:
    std::shared_ptr<detail::event_recorder_core> core_;
};

} // namespace coinformer
