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

/// What a watcher watches, and how it keeps up. The names mean the same as in informer_options, except that
/// there is one namespace.
struct watcher_options {
    std::string ns = {};
    std::string label_selector = {};
    std::string field_selector = {}; ///< "metadata.name=web" watches one object
    /// From a second to a year; the server ends the watch after it.
    duration watch_timeout = std::chrono::minutes(5);
    /// Positive, and at most a year. It is doubled after a watch that was silent.
    duration silence = std::chrono::seconds(75);
    backoff_options retry = {}; ///< has to be valid: see backoff_options::is_valid()
    /// Called on the client's strand for each event that does not decode. The watch goes on behind that
    /// event.
    std::function<void(decode_fault const&)> on_fault = {};
};

/// What happened to the object of a watch_event.
enum class watch_event_type { added, modified, deleted };

/// One change of a collection. For a deletion, `object` is the last state that the object had.
template <class T>
struct watch_event {
    watch_event() = default; // a constructor makes it no aggregate: docs/compilers.md
    watch_event(watch_event_type t, object_ptr<T> o) noexcept : type(t), object(std::move(o)) {}

    watch_event_type type = watch_event_type::added;
    object_ptr<T> object;
};

namespace detail {

class retry_watch;
template <class T>
class undelivered;

/// An event whose object has no C++ type yet.
struct untyped_event {
    untyped_event() = default;
    untyped_event(watch_event_type t, object_ref o) noexcept : type(t), object(std::move(o)) {}
    watch_event_type type = watch_event_type::added;
    object_ref object;
};

/// The untyped half of a watcher, so that all watchers share one compiled implementation. Its destructor
/// hands the watch over to the client's strand, where it is destroyed.
class watch_handle {
public:
    watch_handle(client& api, std::string from, watcher_options options, resource const& of,
                 object_type const& type);
    watch_handle(watch_handle&&) noexcept = default;
    watch_handle& operator=(watch_handle&&) = delete;
    ~watch_handle();
    [[nodiscard]] task<untyped_event> next();

private:
    std::shared_ptr<retry_watch> watch_;
    std::shared_ptr<undelivered<untyped_event>> late_; // the event of a call that was cancelled
};

} // namespace detail

/// The changes of a collection after a resource version: each of them once, and in order. If a connection is
/// cut, silent or refused, the watcher opens a new watch from the last version that it saw. That works while
/// the server remembers that version.
///
///     auto const now = co_await api.list<pod>("shop");
///     watcher<pod> changes(api, now.resource_version, {.ns = "shop"});
///     for (;;) auto const event = co_await changes.next();
///
/// It has no cache, and nothing runs between two calls of next(). A program that also wants the present state
/// should use a shared_informer.
///
/// Threads    any, but one next() at a time. The work is done on the client's strand.
/// Lifetime   It shares the client's connections, so the client may be destroyed first.
template <class T>
class watcher {
public:
    /// Errors     errc::no_version if `from` is empty or "0": the watch would begin with the present objects,
    ///            which are not changes. Any other text is for the server to judge, because not all servers
    ///            have decimal versions: next() throws what it answers. errc::bad_request if an option is out
    ///            of range; errc::invalid_name if collection_path() refuses the namespace or a part of the
    ///            resource; errc::unknown_field: see client_options::unknown_fields.
    watcher(client& api, std::string from, watcher_options options = {}, resource of = resource_of<T>)
        : handle_(api, std::move(from), std::move(options), of, detail::object_type_of<T>())
    {
    }

    /// Returns the next change.
    ///
    /// Time       unbounded while nothing changes, or while the server cannot be reached. Combine it with
    ///            with_timeout().
    /// Errors     condition::gone if the server has forgotten the version, or its history went back: list
    ///            again, and make a new watcher. Also causes that time alone does not cure: unauthorized,
    ///            forbidden, not_found, rejected, untrusted, misconfigured; and malformed, the second time at
    ///            the same place, for example errc::unexpected_content if the answer has no events in it,
    ///            because the server does not know watches. After any of these, next() may be called again,
    ///            and tries again. errc::stopped after client::close(). The watcher itself tries again, with
    ///            back-off, only after condition::unavailable and condition::throttled, and after the first
    ///            malformed answer. It logs these failures.
    /// Cancel     at any time, also by with_timeout() or by Asio's operator ||. It closes the connection; no
    ///            event is lost, and next() goes on behind the last event that it has returned.
    [[nodiscard]] task<watch_event<T>> next() & { return typed(handle_.next()); }

private:
    static task<watch_event<T>> typed(task<detail::untyped_event> body)
    {
        auto event = co_await std::move(body);
        co_return watch_event<T>(event.type, object_ptr<T>(std::move(event.object)));
    }

    detail::watch_handle handle_;
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

/// Takes events until each condition has held in its turn. The event for which a condition held is also the
/// first one on which the next condition is tried. A condition takes a `watch_event<T> const&` and returns
/// bool; if it throws, the wait ends with that exception.
///
/// Result     the event for which the last condition held.
/// Errors     those of watcher::next(). For a time-out: with_timeout(time, 30s, until(…)).
/// Cancel     at any time; the watcher then stands behind the last event that the conditions saw.
template <projection T, class... Conditions>
[[nodiscard]] task<watch_event<T>> until(watcher<T>& events, Conditions&&... conditions)
{
    static_assert(
        sizeof...(conditions) > 0,
        "until() needs a condition: pass a callable that takes a watch_event<T> const& and returns bool");
    static_assert(
        ((std::is_lvalue_reference_v<Conditions> || std::is_trivially_destructible_v<Conditions>) && ...),
        "name a condition that captures by value before you await it: docs/compilers.md, rule 1");
    std::vector<detail::event_condition<T>> all;
    (all.emplace_back(std::forward<Conditions>(conditions)), ...);
    return detail::until_all(events, std::move(all));
}

} // namespace coinformer
