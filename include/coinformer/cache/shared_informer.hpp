#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/cache/events.hpp>
#include <coinformer/cache/handlers.hpp>
#include <coinformer/cache/index_values.hpp>
#include <coinformer/cache/informer_options.hpp>
#include <coinformer/cache/snapshot.hpp>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace coinformer {

class informer_factory;

namespace detail {

class informer_core;
struct run_warning;

std::shared_ptr<informer_core> make_informer(client& api, resource of, object_type const& type,
                                             informer_options options);

/// What the typed shell may ask of the core.
class informer_door {
public:
    explicit informer_door(std::shared_ptr<informer_core> core) noexcept : core_(std::move(core)) {}

    void index(std::string name, std::function<std::vector<std::string>(object_ref const&)> values) const;
    handler_registration on_change(untyped_handler handler, handler_options options) const;
    std::unique_ptr<puller> events(handler_options options) const;
    [[nodiscard]] task<> run() const;
    [[nodiscard]] task<> synced() const;
    [[nodiscard]] task<> at_least(std::string version) const;
    [[nodiscard]] task<> until(std::function<bool(snapshot_ref)> holds) const;
    [[nodiscard]] task<> stopped() const;
    [[nodiscard]] task<> abandon() const;
    void warn_with(std::shared_ptr<run_warning> if_not_run) const;
    snapshot_ref snapshot() const;
    [[nodiscard]] task<informer_status> status() const;
    resource const& of() const noexcept;

private:
    std::shared_ptr<informer_core> core_;
};

} // namespace detail

/// The reading side of an informer: a small value that takes a fresh snapshot for each question. Good on any thread.
/// For several questions about one state, take snapshot() once and ask that.
template <class T>
class lister {
public:
    explicit lister(detail::informer_door informer) noexcept : informer_(std::move(informer)) {}

    coinformer::snapshot<T> snapshot() const { return coinformer::snapshot<T>(informer_.snapshot()); }
    object_ptr<T> get(std::string_view ns, std::string_view name) const { return snapshot().get(ns, name); }
    object_range<T> list() const { return snapshot().list(); }
    object_range<T> in_namespace(std::string_view ns) const { return snapshot().in_namespace(ns); }
    std::vector<object_ptr<T>> matching(label_selector const& selector, std::string_view ns = {}) const
    {
        return snapshot().matching(selector, ns);
    }
    object_range<T> by_index(std::string_view index, std::string_view value) const
    {
        return snapshot().by_index(index, value);
    }
    template <class Values = std::initializer_list<std::string_view>>
    std::vector<object_ptr<T>> by_any_of(std::string_view index, Values const& values) const
    {
        return snapshot().by_any_of(index, values);
    }
    std::vector<std::string> index_values(std::string_view index) const { return snapshot().index_values(index); }
    std::vector<object_ptr<T>> page(object_key after, std::size_t limit, std::string_view ns = {}) const
    {
        return snapshot().page(after, limit, ns);
    }

private:
    detail::informer_door informer_;
};

/// A local, indexed, always fresh copy of a collection, shared by any number of handlers and readers.
///
/// Threads    every member from any thread. The work is done on the client's strand; a handler is called by one thread
///            at a time, and waits for no other handler.
/// Lifetime   it keeps what it needs of the client, and may go before or after the client, the io_context and its own
///            run(). After run() has ended no handler is called, and snapshots stay readable.
template <class T>
class shared_informer {
    static_assert(detail::require_projection<T>());

public:
    explicit shared_informer(client& api, informer_options options = {}, resource of = resource_of<T>)
        : door_(detail::make_informer(api, of, detail::object_type_of<T>(), std::move(options)))
    {
    }

    /// Adds an index, which files each object under the values that the function `values` returns for it: a string, a
    /// vector of strings, or a std::optional of either. An empty optional or vector leaves the object out of this
    /// index. For a member of type `text`, which cannot be copied, the function returns the member's view().
    ///
    /// The function takes `T const&` or `object_ptr<T> const&`; a generic lambda (`auto const&`) gets the former. It
    /// can be called while const, and is pure: for the same object it returns the same values.
    ///
    /// If the function throws, the object is left out of this index, informer_status::index_failures counts, and a
    /// warning is logged (the first five of a minute, then their number). May be called at any time; takes effect in a
    /// later turn of the client's strand.
    /// Errors     errc::index_exists if there is an index of this name; the name "namespace" is taken.
    template <class F>
    void index(std::string name, F values) const
    {
        constexpr bool is_callable = detail::index_argument_of<T, F>() != detail::index_argument::none;
        static_assert(is_callable, "shared_informer::index() takes a function of `T const&` or `object_ptr<T> const&` "
                                   "that can be called while const: if it is a lambda, remove `mutable`");
        if constexpr (is_callable) // otherwise pages of errors would follow the sentence above
            door_.index(std::move(name), [of_object = std::move(values)](detail::object_ref const& object) {
                return detail::call_index_function<T>(of_object, object);
            });
    }

    /// Adds a handler: at first it gets every object that is here as `added` with initial_list::yes, then what comes.
    handler_registration on_change(handlers<T> h, handler_options options = {}) const
    {
        return door_.on_change(detail::erase_type(std::move(h)), options);
    }

    /// The same, for one who asks for the changes: see coinformer::events.
    coinformer::events<T> events(handler_options options = {}) const
    {
        return coinformer::events<T>(door_.events(options));
    }

    /// Lists, then watches, until cancelled: server and network may come and go. Once per informer.
    ///
    /// Result     never ends by itself, as long as the client is not closed.
    /// Errors     condition::cancelled; errc::already_running. Failures of the server do not end it: see status().
    /// Cancel     terminal, at any time: ends when every part has ended; after that no handler is called.
    [[nodiscard]] task<> run() { return door_.run(); }

    /// Waits until the store holds the first complete list and every handler that there was by then has seen it: one
    /// that comes later does not undo it.
    ///
    /// Result     nothing; at once when that is so already.
    /// Errors     the cause, when it will not cure itself soon: condition::unauthorized, forbidden, not_found,
    ///            untrusted, misconfigured, malformed, rejected; unavailable, when the server was away for
    ///            informer_options::unreachable_after, the wait for others that list left out. The informer goes on
    ///            trying, and one may wait again: then what the next attempt brings is told, or the same again after
    ///            as long.
    /// Cancel     at any time, nothing is lost.
    [[nodiscard]] task<> synced() const { return door_.synced(); }

    /// Waits until the store holds everything up to a resource version: what a write answered with, so that one reads
    /// one's own writes. Versions of one server compare across kinds (KEP-5504).
    ///
    /// Result     nothing; at once when that is so already.
    /// Time       about as long as a watch event takes; a version that no event of this collection has, for example
    ///            because a selector leaves it out, is reached with the next bookmark, within a minute or so. With
    ///            several namespaces all of them have to get there, most with their next bookmark.
    ///            A handler with overflow::block that does not come back keeps the store behind. The wait then goes on
    ///            without an error, because informer_options::unreachable_after counts failures of the server only.
    /// Errors     the causes of synced(), also after the first list; errc::stopped after run() has ended;
    ///            errc::bad_request when it is no version (KEP-5504: decimal).
    /// Cancel     at any time, nothing is lost.
    [[nodiscard]] task<> at_least(std::string resource_version) const
    {
        return door_.at_least(std::move(resource_version));
    }

    /// Waits until `holds(snapshot)` is true. Asked at once, and after each change of the store, on the client's
    /// strand: it is quick. What it throws ends the wait. Errors and cancellation: as at_least().
    template <class Predicate>
    [[nodiscard]] task<> until(Predicate holds) const
    {
        return door_.until([is_true_of = std::move(holds)](detail::snapshot_ref now) {
            return static_cast<bool>(is_true_of(coinformer::snapshot<T>(std::move(now))));
        });
    }

    /// Waits until run() has ended. Errors: what ended it, but for cancellation. Cancel: at any time.
    [[nodiscard]] task<> stopped() const { return door_.stopped(); }

    coinformer::snapshot<T> snapshot() const { return coinformer::snapshot<T>(door_.snapshot()); }
    coinformer::lister<T> lister() const { return coinformer::lister<T>(door_); }
    [[nodiscard]] task<informer_status> status() const { return door_.status(); }
    resource const& of() const noexcept { return door_.of(); }

private:
    friend class informer_factory;
    detail::informer_door door_;
};

} // namespace coinformer
