#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/list_watch.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/api/transform.hpp>
#include <coinformer/cache/events.hpp>
#include <coinformer/cache/handlers.hpp>
#include <coinformer/cache/index_values.hpp>
#include <coinformer/cache/informer_options.hpp>
#include <coinformer/cache/lister.hpp>
#include <coinformer/cache/snapshot.hpp>
#include <coinformer/cache/untyped_informer.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace coinformer {

class informer_factory;

/// A local, indexed copy of a collection that keeps itself up to date, shared by any number of handlers and
/// readers.
///
///     shared_informer<pod> pods(api);
///     pods.on_change({.added = [](pod const& p) { std::cout << p.metadata.name << '\n'; }});
///     work.start(pods.run());
///     co_await pods.synced();
///
/// Copies refer to the same informer.
///
/// Threads    any. The informer works on the client's strand. The calls of one handler never overlap, and a
///            slow handler delays another one only if its policy is overflow::block.
/// Lifetime   The informer keeps what it needs of the client, and may be destroyed before or after the
///            client, the execution context and its own run(). After run() has ended, no handler is called,
///            and snapshots stay readable.
template <class T>
class shared_informer {
public:
    /// Makes an informer, which does nothing until run() is called.
    ///
    /// Errors     errc::bad_request if an option is out of range; the message names the option.
    ///            errc::invalid_name as from collection_path(), also for a namespace. Those of
    ///            client_options::unknown_fields if T has a member that the kind does not have.
    explicit shared_informer(client& api, informer_options options = {}, resource of = resource_of<T>)
        : shared_informer(api, transform<T>(), std::move(options), of)
    {
    }

    /// Makes an informer that stores what a transform makes of the received objects, of which `of` is the
    /// resource:
    ///
    ///     shared_informer<pod_address> addresses(api, transform<pod>().derive<pod_address>(address_of));
    ///
    /// Errors     as above.
    template <class Received>
    shared_informer(client& api, transform<T, Received> const& before_store, informer_options options = {},
                    resource of = resource_of<Received>)
        : untyped_(detail::make_informer(api, of, before_store.internals(), std::move(options)))
    {
    }

    /// Makes an informer that reads from a source of the user's in place of a Kubernetes API server: see
    /// list_watch. Namespaces and selectors in `options` are passed to the source, which has to observe them.
    /// `of` names the kind in messages.
    ///
    /// Errors     errc::bad_request and errc::invalid_name, as above.
    shared_informer(environment env, std::shared_ptr<list_watch<T>> source, informer_options options = {},
                    resource of = resource_of<T>)
        : shared_informer(std::move(env), std::move(source), transform<T>(), std::move(options), of)
    {
    }

    /// As above, with a transform. Errors: errc::bad_request and errc::invalid_name, as above.
    template <class Received>
    shared_informer(environment env, std::type_identity_t<std::shared_ptr<list_watch<Received>>> source,
                    transform<T, Received> const& before_store, informer_options options = {},
                    resource of = resource_of<Received>)
        : untyped_(detail::make_informer(
              std::move(env), std::make_unique<detail::erased_list_watch<Received>>(std::move(source)), of,
              before_store.internals(), std::move(options)))
    {
    }

    /// Adds an index, which files each object under the values that the function `values` returns for it: a
    /// string, a vector of strings, or a std::optional of either. An empty optional or vector leaves the
    /// object out of this index. For a member of type `text`, which cannot be copied, the function returns
    /// the member's view().
    ///
    /// The function takes `T const&` or `object_ptr<T> const&`; a generic lambda (`auto const&`) gets the
    /// former. It can be called while const, and is pure: for the same object it returns the same values. It
    /// is called on the client's strand.
    ///
    /// If the function throws, the object is left out of this index, informer_status::index_failures grows,
    /// and a warning is logged (the first five of each minute, then their number). index() may be called at
    /// any time; the index can be used after a later turn of the client's strand, until when questions throw
    /// errc::unknown_index.
    ///
    /// Errors     errc::index_exists if there is an index of this name; the name "namespace" is taken.
    ///            errc::bad_request if the name is empty.
    template <class F>
    void index(std::string name, F values) const
    {
        constexpr bool is_callable = detail::index_argument_of<T, F>() != detail::index_argument::none;
        static_assert(is_callable,
                      "shared_informer::index() takes a function of `T const&` or `object_ptr<T> const&` "
                      "that can be called while const: if it is a lambda, remove `mutable`");
        if constexpr (is_callable) // otherwise pages of errors would follow the sentence above
            untyped_.index(std::move(name),
                           [of_object = std::move(values)](detail::object_ref const& object) {
                               return detail::call_index_function<T>(of_object, object);
                           });
    }

    /// Adds a handler. The handler first gets every object that is in the store as `added` with
    /// initial_list::yes, and then every change.
    ///
    /// Result     a registration, with which the handler can be removed and awaited. It may be dropped.
    /// Errors     errc::bad_request if handler_options::resync is negative, and for an executor that
    ///            handler_options::executor does not allow.
    handler_registration on_change(handlers<T> h, handler_options options = {}) const
    {
        return untyped_.on_change(detail::erase_type(std::move(h)), options);
    }

    /// Returns an object from which the program asks for the changes, instead of being called: see
    /// coinformer::events.
    coinformer::events<T> events(handler_options options = {}) const
    {
        return coinformer::events<T>(untyped_.events(options));
    }

    /// Reads the collection and then watches it, until it is cancelled. It survives every failure of the
    /// server and of the network. An informer can be run once.
    ///
    /// Result     does not end by itself, unless the client is closed.
    /// Errors     condition::cancelled; errc::already_running. Failures of the server do not end it: see
    ///            status().
    /// Cancel     terminal, at any time. The task ends when every part of the informer has ended; after that
    ///            no handler is called.
    [[nodiscard]] task<> run() { return untyped_.run(); }

    /// Waits until the store holds the first complete list and every handler that was registered by then has
    /// handled it. Returns at once if that has happened. Handlers that are added later do not undo it.
    ///
    /// Errors     The cause, if the collection cannot be read: condition::unauthorized, forbidden, not_found,
    ///            untrusted, misconfigured, malformed or rejected after the first such failure;
    ///            condition::unavailable when the server has been unreachable for
    ///            informer_options::unreachable_after, in which the wait for a turn to read does not count.
    ///            The informer goes on trying, and the caller may wait again: then the call throws the cause
    ///            of the next failed attempt, or the same cause after a further unreachable_after.
    ///            errc::stopped if run() ends, or has ended, before the store is synced; its text then has
    ///            the cause of the last failure.
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<> synced() const { return untyped_.synced(); }

    /// Returns true from the moment at which synced() would return at once. For code that does not wait, such
    /// as a health probe on a thread of its own. Threads: any.
    bool has_synced() const noexcept { return untyped_.has_synced(); }

    /// Waits until the store holds every change up to a resource version. With the version that the server
    /// returned for a write, a program reads its own writes. The version has to be one of this informer's
    /// resource: the versions of different resources cannot be compared (KEP-5504), even if one server has
    /// both. Returns at once if the store is there already.
    ///
    /// Time       about as long as a watch event takes. A version that no event of this collection has, for
    ///            example because a selector leaves the object out, is reached with the next bookmark, within
    ///            a minute or so. If the informer watches several namespaces, all of them have to reach the
    ///            version, and most do so with their next bookmark. A handler with overflow::block that does
    ///            not return keeps the store behind; the wait then goes on without an error, because
    ///            informer_options::unreachable_after counts only failures of the server.
    /// Errors     the causes of synced(), also after the first list; errc::stopped after run() has ended;
    ///            errc::bad_request if the text has no order, because it is no decimal number (KEP-5504).
    ///            With a server that has other versions, use until().
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<> at_least(std::string resource_version) const
    {
        return untyped_.at_least(std::move(resource_version));
    }

    /// Waits until `holds(snapshot)` returns true. The predicate is called at once, and after each change of
    /// the store, on the client's strand, so it has to be quick. An exception that it throws ends the wait.
    /// Errors and cancellation: as at_least().
    template <class Predicate>
    [[nodiscard]] task<> until(Predicate holds) const
    {
        return untyped_.until([is_true_of = std::move(holds)](detail::snapshot_ref now) {
            return static_cast<bool>(is_true_of(coinformer::snapshot<T>(std::move(now))));
        });
    }

    /// Waits until run() has ended.
    ///
    /// Errors     the error that ended run(), unless run() was cancelled.
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<> stopped() const { return untyped_.stopped(); }

    /// Returns the present state of the store. It is empty before the first list.
    coinformer::snapshot<T> snapshot() const { return coinformer::snapshot<T>(untyped_.snapshot()); }

    /// Returns snapshot().share(). A part that the share has gained belongs to it once its objects are in the
    /// store, and one that it has lost does not any more. Code that takes an object for deleted because it is
    /// missing asks one snapshot for both, because the share may change between two calls.
    shard_ranges share() const { return snapshot().share(); }
    coinformer::lister<T> lister() const { return coinformer::lister<T>(untyped_); }
    /// Returns the informer's present state. Errors: none but condition::cancelled.
    [[nodiscard]] task<informer_status> status() const { return untyped_.status(); }
    /// The resource that the informer watches.
    resource const& of() const noexcept { return untyped_.of(); }
    /// The options of the informer. The namespaces are in ascending order, each of them once.
    informer_options const& options() const noexcept { return untyped_.options(); }

private:
    friend class background_informers;
    friend class informer_factory;
    friend class status_page;
    detail::untyped_informer untyped_;
};

} // namespace coinformer
