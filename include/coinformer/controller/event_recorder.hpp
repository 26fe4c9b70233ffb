#pragma once

#include <coinformer/api/client.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace coinformer {

enum class event_type { normal, warning };

/// What an event is about: an object, of which only the identity is kept.
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
    std::string controller = {}; ///< who reports, as a qualified name: "example.io/widgets"
    std::string instance = {};   ///< which of them: the pod's name, for example
    std::size_t capacity = 1000; ///< events that may wait to be written for the first time; more is dropped
    std::size_t burst = 25;      ///< different events of one object at once, and then one each `pace`; more is dropped
    duration pace = std::chrono::minutes(5);
    /// An event that comes again is not written again, but counted: at once the first time, then this often at most.
    duration series_pace = std::chrono::minutes(1);
    duration series_end = std::chrono::minutes(6); ///< after so long without it, it is a new one
    unsigned tries = 12;                           ///< of a write that fails; then it is dropped
};

/// What became of the events.
struct event_recorder_status {
    std::uint64_t recorded = 0; ///< record() was called
    std::uint64_t written = 0;  ///< requests that the server took: new events, and counts of known ones
    std::uint64_t dropped = 0;  ///< of recorded: by a bound, by a refusal, after too many tries, or after drain()
    std::size_t waiting = 0;    ///< events that are to be written, or their counts
};

namespace detail {
class event_recorder_core;
}

/// Tells people what happens to objects: `kubectl events` shows it (events.k8s.io/v1). The same event of one object
/// again (type, reason, action, note) is the same one, with a count. Events are hints: some are lost when there are too
/// many, when the server does not take them, and at the end.
///
///     event_recorder events(api, {.controller = "example.io/widgets", .instance = pod_name});
///     work.start(events.run());
///     events.record(widget, event_type::warning, "NoSpace", "Resize", "the node has 3 GB left");
///
/// Threads    any.
/// Lifetime   it keeps what it needs of the client. Copies stand for the same recorder.
class event_recorder {
public:
    /// Errors: errc::bad_request when controller is no qualified name, instance is empty, or a bound is 0.
    event_recorder(client& api, event_recorder_options options);

    /// Notes an event, and returns: it neither waits nor throws. `reason` is one word for machines, `action` what was
    /// done or tried, `note` for people; what is longer than the API allows (128 bytes, note 1024) is cut. Without a
    /// reason or an action, which the API does not allow, it is dropped.
    void record(event_subject const& about, event_type type, std::string_view reason, std::string_view action,
                std::string_view note) noexcept;

    /// Writes what is recorded, until cancelled or drained. What the server refuses is dropped and logged; when it is
    /// away, it is tried again. One at a time.
    /// Errors: condition::cancelled.
    [[nodiscard]] task<> run();

    /// Takes no more, and waits until run() has written all that was recorded, counts too, or has dropped it after too
    /// many tries; then run() ends. Cancel: at any time; it takes no more.
    [[nodiscard]] task<> drain();

    event_recorder_status status() const;

private:
    std::shared_ptr<detail::event_recorder_core> core_;
};

} // namespace coinformer
