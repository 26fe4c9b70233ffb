#pragma once

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/cache/shared_informer.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace coinformer {

namespace types { // each in the header of its group: <coinformer/types/apps.hpp>

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

/// What every informer of a factory has in common.
struct factory_options {
    std::vector<std::string> namespaces = {}; ///< only these, none of them ""; an empty list: all
    duration resync = duration::zero();       ///< default resync, 0: never; one that is shorter than 1 s counts as 1 s
    /// The last word on an informer's options, for example to set a selector. Called whenever one is asked for, by who
    /// asks: it is safe to call from several threads.
    std::function<void(resource const&, informer_options&)> tweak = {};
};

/// An informer of a factory that is not synced.
struct unsynced_informer {
    resource which;
    std::string cause = {}; ///< why not, in one line; empty: its first list, or a handler, just takes longer
};

/// An informer of a factory that ended by itself, and why.
struct informer_failure {
    resource which;
    std::exception_ptr cause;
};

/// One informer of a factory, now.
struct informer_report {
    resource which;
    informer_status status;
};

namespace detail {

class informer_use; // one informer's users share it

task<> release(std::shared_ptr<informer_use> use);

} // namespace detail

/// An informer of a factory, and a use of it. Each copy is a use, too.
///
/// Threads    as an informer; release() of one handle is called by one thread.
/// Lifetime   dropping it ends nothing: the informer runs on with its factory.
template <class T>
class informer_handle : public shared_informer<T> {
public:
    informer_handle(shared_informer<T> const& informer, std::shared_ptr<detail::informer_use> use)
        : shared_informer<T>(informer), use_(std::move(use))
    {
    }

    task<> run() = delete; ///< the factory does

    /// Gives the use back, at once. With the last one the informer ends: this waits for that, after it no handler is
    /// called. The factory has forgotten it then, and makes a fresh one when asked again. What it holds stays readable.
    ///
    /// Threads    any, but not a handler of this informer (it would wait for its own end).
    /// Cancel     the informer ends all the same; only the wait does not.
    [[nodiscard]] task<> release() { return detail::release(std::move(use_)); }

private:
    std::shared_ptr<detail::informer_use> use_;
};

/// One informer for each projection, resource and scope (namespaces and selectors), run and awaited together. They may
/// come at any time, and go one by one. One that fails for good is logged, and the others go on.
///
/// Threads    all members from any.
/// Lifetime   it may go before or after the client, its informers' handles, and the tasks that it gave.
class informer_factory {
public:
    explicit informer_factory(client& api, factory_options options = {});
    informer_factory(informer_factory const&) = delete;
    ~informer_factory();

    /// The informer of this projection, made at the first call. When the factory runs already, it starts at once.
    /// Errors: errc::invalid_name if the resource has no version or plural, or if a part of it or a namespace is
    /// refused (see collection_path()); errc::bad_request for an option that is not allowed; errc::stopped when run()
    /// has ended and it is new. A resource that is known at run time only: `of(which)`.
    template <class T = dynamic_object>
    informer_handle<T> of(resource which = resource_of<T>)
    {
        return of<T>(defaults(), which);
    }

    /// With options of its own in the place of the factory's, but for `tweak`. Another scope makes another informer;
    /// of those who share a scope, the first decides on the rest. Selectors are compared as texts.
    template <class T = dynamic_object>
    informer_handle<T> of(informer_options options, resource which = resource_of<T>)
    {
        auto make = [this, which](informer_options const& o) -> made {
            auto informer = std::make_shared<shared_informer<T>>(api_, o, which);
            auto const& door = informer->door_;
            return {std::move(informer), door};
        };
        auto one = find_or_make(detail::object_type_of<T>(), which, std::move(options), make);
        return informer_handle<T>(*static_cast<shared_informer<T>*>(one.informer.get()), std::move(one.use));
    }

    /// The built-in kinds: `factory.apps().v1().deployments().informer()`. Include the group's header.
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

    /// Runs the informers until cancelled or stopped. Once per factory.
    /// Errors     condition::cancelled when cancelled; no informer's. See failures().
    [[nodiscard]] task<> run();

    /// Waits until every informer that the factory has now is synced. One that is released or stopped meanwhile does
    /// not count.
    /// Errors     see shared_informer::synced(); what ended an informer for good. The first cause ends the wait; to
    ///            learn which informers are missing, take unsynced().
    [[nodiscard]] task<> synced();

    /// Waits until every informer that the factory has now is synced, but at most for `limit`, and returns those that
    /// are not: to start without them, to tell the user which kinds cannot be read, or to give up.
    ///
    /// Result     empty if all are synced. An informer that is released or stopped meanwhile is not in it.
    /// Time       up to `limit`, because a missing permission may still be granted. Shorter if every informer is synced
    ///            or has ended for good. With a limit of zero it looks once.
    /// Errors     none but condition::cancelled: see unsynced_informer::cause.
    /// Cancel     at any time, nothing is lost.
    [[nodiscard]] task<std::vector<unsynced_informer>> unsynced(duration limit);

    /// How each of the informers is doing, for a health page.
    [[nodiscard]] task<std::vector<informer_report>> status();

    /// Those that ended by themselves and were not asked for since: of() makes a fresh one.
    std::vector<informer_failure> failures() const;

    /// Ends the informers of one resource, used or not, and waits for that; of() makes fresh ones. For a resource that
    /// is gone, or to begin anew. After it no handler of them is called, and synced() is errc::stopped.
    /// Cancel     they end all the same.
    [[nodiscard]] task<> stop(resource which);

    /// Ends run(), and waits for that. After it no handler of any of the informers is called.
    [[nodiscard]] task<> stop();

private:
    friend class detail::informer_use;
    class impl;
    struct made {
        std::shared_ptr<void> informer;
        detail::informer_door door;
    };
    struct found {
        std::shared_ptr<void> informer;
        std::shared_ptr<detail::informer_use> use;
    };

    informer_options defaults() const;
    found find_or_make(detail::object_type const& type, resource const& which, informer_options options,
                       std::function<made(informer_options const&)> const& make);

    client api_;
    std::shared_ptr<impl> impl_;
};

} // namespace coinformer
