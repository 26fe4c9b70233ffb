#pragma once

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/cache/factory_options.hpp>
#include <coinformer/cache/informer_handle.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coinformer {

namespace detail {
class factory_view;
}

namespace types { // each group has a header of its own, such as <coinformer/types/apps.hpp>

class admissionregistration_group;
class apiextensions_group;
class apiregistration_group;
class apiserverinternal_group;
class apps_group;
class autoscaling_group;
class batch_group;
class certificates_group;
class coordination_group;
class core_group;
class discovery_group;
class events_group;
class flowcontrol_group;
class lifecycle_group;
class networking_group;
class node_group;
class policy_group;
class rbac_group;
class resource_group;
class scheduling_group;
class storage_group;
class storagemigration_group;

} // namespace types

/// The owner of a process's informers: it makes one informer for each projection, resource and scope
/// (namespaces and selectors), and runs them together. Informers may be added at any time and released one by
/// one. If an informer ends with an error, that is logged, and the other informers go on.
///
/// Threads    any.
/// Lifetime   may be destroyed before or after the client, the handles of its informers, and the tasks that
///            its members have returned.
class informer_factory {
public:
    explicit informer_factory(client& api, factory_options options = {});
    /// Makes a factory without an API server, for informers of sources of your own: from().
    explicit informer_factory(environment env, factory_options options = {});
    informer_factory(informer_factory const&) = delete;
    ~informer_factory();

    /// Returns the informer of a projection and resource, with the options of the factory. The first call
    /// makes it. If the factory runs already, a new informer starts at once. For a resource that is known
    /// only at run time, use `of(which)`, whose objects are dynamic objects.
    ///
    /// Functions of yours that are called while an informer is made, such as list_watch::name(), may use
    /// the factory, but not ask it for that informer. Another thread that asks for it meanwhile waits.
    ///
    /// Errors     errc::invalid_name if the resource has no version or plural, or if collection_path()
    ///            refuses a part of it or a namespace; errc::bad_request if an option is not allowed;
    ///            errc::stopped if the informer would be new and run() has ended; errc::would_deadlock if
    ///            this call comes from a function that is called while the same informer is made.
    template <class T = dynamic_object>
    informer_handle<T> of(resource which = resource_of<T>)
    {
        return of<T>(defaults(), which);
    }

    /// The same with other options than the factory's, to which factory_options::tweak is applied as well.
    /// Another scope makes another informer. If an informer of this scope exists, it is returned, and keeps
    /// the options with which it was made. Selectors are compared as texts.
    template <class T = dynamic_object>
    informer_handle<T> of(informer_options options, resource which = resource_of<T>)
    {
        auto make = [this, which](informer_options const& o) {
            return made::of(std::make_shared<shared_informer<T>>(api_.value(), o, which));
        };
        return typed<T>(find_or_make({detail::object_type_of<T>(), which}, std::move(options), make));
    }

    /// Returns the informer that stores what a transform makes of the received objects. The same transform
    /// (or a copy of it), resource and scope give the same informer. Errors: as above.
    template <class T, class Received>
    informer_handle<T> of(transform<T, Received> const& before_store, resource which = resource_of<Received>)
    {
        return of<T>(before_store, defaults(), which);
    }
    template <class T, class Received>
    informer_handle<T> of(transform<T, Received> const& before_store, informer_options options,
                          resource which = resource_of<Received>)
    {
        auto make = [this, which, before_store](informer_options const& o) {
            return made::of(std::make_shared<shared_informer<T>>(api_.value(), before_store, o, which));
        };
        auto const& steps = before_store.internals();
        return typed<T>(
            find_or_make({*steps.stored, which, nullptr, steps.apply.get()}, std::move(options), make));
    }

    /// Returns the informer of a source of your own: see list_watch. The same source and scope give the same
    /// informer. Errors: as of().
    template <class T>
    informer_handle<T> from(std::shared_ptr<list_watch<T>> source, informer_options options = {},
                            resource which = resource_of<T>)
    {
        if (!source) throw api_error(errc::bad_request, "informer_factory::from()", "the source is null");
        auto make = [this, which, source](informer_options const& o) {
            return made::of(std::make_shared<shared_informer<T>>(env_, source, o, which));
        };
        return typed<T>(
            find_or_make({detail::object_type_of<T>(), which, source.get()}, std::move(options), make));
    }

    /// Give access to the built-in kinds: `factory.apps().v1().deployments().informer()`. Include the group's
    /// header.
    types::admissionregistration_group admissionregistration();
    types::apiextensions_group apiextensions();
    types::apiregistration_group apiregistration();
    types::apiserverinternal_group apiserverinternal();
    types::apps_group apps();
    types::autoscaling_group autoscaling();
    types::batch_group batch();
    types::certificates_group certificates();
    types::coordination_group coordination();
    types::core_group core();
    types::discovery_group discovery();
    types::events_group events();
    types::flowcontrol_group flowcontrol();
    types::lifecycle_group lifecycle();
    types::networking_group networking();
    types::node_group node();
    types::policy_group policy();
    types::rbac_group rbac();
    types::resource_group resource_();
    types::scheduling_group scheduling();
    types::storage_group storage();
    types::storagemigration_group storagemigration();

    /// Runs the informers until it is cancelled, or until stop() is called. A factory can be run once.
    ///
    /// Errors     condition::cancelled; errc::already_running. Errors of informers do not end it: see
    ///            failures().
    /// Cancel     ends when every informer has ended; after that no handler is called.
    [[nodiscard]] task<> run();

    /// Waits until every informer that the factory has now is synced. An informer that is released or stopped
    /// meanwhile does not count.
    ///
    /// Errors     those of shared_informer::synced(), and the error that ended an informer. The first of them
    ///            ends the wait. To learn which informers are not synced, use unsynced().
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<> synced();

    /// Returns true if every informer that the factory has now is synced; for code that does not wait.
    bool has_synced() const;

    /// Waits until every informer that the factory has now is synced, but at most for `limit`, and returns
    /// the informers that are not. With them a program can start nevertheless, tell its user which kinds
    /// cannot be read, or give up.
    ///
    /// Result     empty if all informers are synced. An informer that is released or stopped meanwhile is not
    ///            in it.
    /// Time       up to `limit`, because a missing permission may still be granted. Less if every informer is
    ///            synced or has ended. If the limit is zero, the task does not wait.
    /// Errors     none but condition::cancelled: see unsynced_informer::cause.
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<std::vector<unsynced_informer>> unsynced(duration limit);

    /// Returns the present state of each informer, for example for a health page.
    [[nodiscard]] task<std::vector<informer_report>> status();

    /// Returns the informers that ended by themselves. When of() asks for such an informer again, it makes a
    /// fresh one, and the failure is forgotten.
    std::vector<informer_failure> failures() const;

    /// Ends the informers of one resource, whether they are used or not, and waits until they have ended.
    /// After that no handler of them is called, and synced() of those that were not synced throws
    /// errc::stopped. of() makes fresh ones. Use this if a resource was removed from the server, or to read
    /// it from the beginning.
    ///
    /// Cancel     ends only the wait; the informers end nevertheless.
    [[nodiscard]] task<> stop(resource which);

    /// Ends run(), and waits until it has ended. After that no handler of any of the informers is called.
    ///
    /// Cancel     ends only the wait; run() ends nevertheless.
    [[nodiscard]] task<> stop();

private:
    friend class detail::informer_use;
    friend class detail::factory_view;
    class impl;
    struct made {
        template <class T>
        static made of(std::shared_ptr<shared_informer<T>> informer)
        {
            auto const& untyped = informer->untyped_;
            return {std::move(informer), untyped};
        }
        std::shared_ptr<void> informer;
        detail::untyped_informer untyped;
    };
    // The objects that an informer reads. Together with its scope they identify the informer.
    struct subject {
        detail::object_type const& type;
        resource which;
        void const* source = nullptr;    // null for the API server
        void const* transform = nullptr; // null if objects are stored as they were received
    };
    struct found {
        std::shared_ptr<void> informer;
        std::shared_ptr<detail::informer_use> use;
    };

    using maker = std::function<made(informer_options const&)>;

    informer_options defaults() const;
    found find_or_make(subject of, informer_options options, maker const& make);
    template <class T>
    static informer_handle<T> typed(found one)
    {
        return informer_handle<T>(*static_cast<shared_informer<T>*>(one.informer.get()), std::move(one.use));
    }

    std::optional<client> api_; // empty if there is no API server
    environment env_;
    std::shared_ptr<impl> impl_;
};

} // namespace coinformer
