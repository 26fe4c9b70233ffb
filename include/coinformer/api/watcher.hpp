#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/core/backoff.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace coinformer {

/// What a watcher watches, and how it keeps up. Names and meanings are those of informer_options, but for one
/// namespace.
struct watcher_options {
    std::string ns = {};
    std::string label_selector = {};
    std::string field_selector = {};                  ///< "metadata.name=web" watches one object
    duration watch_timeout = std::chrono::minutes(5); ///< at least 1 s
    duration silence = std::chrono::seconds(75);      ///< positive; twice as long after a watch that was silent
    backoff_options retry = {};                       ///< has to be valid: see backoff_options::is_valid()
    /// Called on the client's strand for each event that does not decode; the watch goes on behind it.
    std::function<void(decode_fault const&)> on_fault = {};
};

enum class watch_event_type { added, modified, deleted };

/// One change of a collection. A deleted object is in the last state it had.
template <class T>
struct watch_event {
    watch_event() = default; // no aggregate: docs/compilers.md
    watch_event(watch_event_type t, object_ptr<T> o) noexcept : type(t), object(std::move(o)) {}

    watch_event_type type = watch_event_type::added;
    object_ptr<T> object;
};

namespace detail {

class retry_watch;

struct untyped_event {
    untyped_event() = default;
    untyped_event(watch_event_type t, object_ref o) noexcept : type(t), object(std::move(o)) {}
    watch_event_type type = watch_event_type::added;
    object_ref object;
};

/// What the typed shell may ask of the watch. Gives it back to the client's strand when it dies.
class watch_door {
public:
    watch_door(client& api, std::string from, watcher_options options, resource const& of, object_type const& type);
    watch_door(watch_door&&) noexcept = default;
    watch_door& operator=(watch_door&&) = delete;
    ~watch_door();
    [[nodiscard]] task<untyped_event> next();

private:
    std::shared_ptr<retry_watch> watch_;
};

} // namespace detail

/// The changes of a collection after a resource version, each once and in order, for as long as the server remembers
/// them: over connections that are cut, silent or refused, by a watch from the last version that was seen.
///
///     auto const now = co_await api.list<pod>("shop");
///     watcher<pod> changes(api, now.resource_version, {.ns = "shop"});
///     for (;;) auto const event = co_await changes.next();
///
/// Nothing is cached, and nothing runs between two next(). Who wants the present state, too, wants a shared_informer.
///
/// Threads    any, one next() at a time. The work is done on the client's strand.
/// Lifetime   it keeps what it needs of the client.
template <class T>
class watcher {
public:
    /// Errors: errc::no_version when `from` is empty or "0": what is there at first would be no change.
    watcher(client& api, std::string from, watcher_options options = {}, resource of = resource_of<T>)
        : door_(api, std::move(from), std::move(options), of, detail::object_type_of<T>())
    {
    }

    /// The next change.
    ///
    /// Time       unbounded while nothing changes or the server is away. Combine with with_timeout().
    /// Errors     condition::gone when the server has forgotten the version (or its history went back): list again, and
    ///            make a new watcher. What time alone does not cure: unauthorized, forbidden, not_found, rejected,
    ///            untrusted, misconfigured; malformed, the second time at the same place. next() again tries again.
    ///            Everything else is tried again with back-off.
    /// Cancel     at any time, no event is lost: it closes the connection; next() again goes on behind the last event.
    [[nodiscard]] task<watch_event<T>> next() & { return typed(door_.next()); }

private:
    static task<watch_event<T>> typed(task<detail::untyped_event> body)
    {
        auto event = co_await std::move(body);
        co_return watch_event<T>(event.type, object_ptr<T>(std::move(event.object)));
    }

    detail::watch_door door_;
};

namespace detail {

template <class T>
using event_condition = std::function<bool(watch_event<T> const&)>;

template <class T>
task<watch_event<T>> until_all(watcher<T>& events, std::vector<event_condition<T>> conditions)
{
    auto last = co_await events.next();
    for (auto const& holds : conditions)
        while (!holds(last)) last = co_await events.next();
    co_return last;
}

} // namespace detail

/// Takes events until each condition held in its turn; every one is first tried on the event that the one before it
/// held for. A condition takes a watch_event<T> const& and returns bool; what it throws ends the wait.
///
/// Result     the event that the last condition held for.
/// Errors     those of watcher::next(). With a time-out: with_timeout(time, 30s, until(…)).
/// Cancel     at any time; the watcher stands behind the last event that the conditions saw.
template <projection T, class... Conditions>
[[nodiscard]] task<watch_event<T>> until(watcher<T>& events, Conditions&&... conditions)
{
    static_assert(sizeof...(conditions) > 0, "until when?");
    static_assert(((std::is_lvalue_reference_v<Conditions> || std::is_trivially_destructible_v<Conditions>) && ...),
                  "name a condition that captures by value before you await it: docs/compilers.md, rule 1");
    std::vector<detail::event_condition<T>> all;
    (all.emplace_back(std::forward<Conditions>(conditions)), ...);
    return detail::until_all(events, std::move(all));
}

} // namespace coinformer
