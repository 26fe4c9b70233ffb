#pragma once

#include <coinformer/cache/informer_factory.hpp>

#include <utility>

namespace coinformer {

/// A built-in kind in a factory, such as `factory.apps().v1().deployments()`. T is the kind's full view. Each
/// member takes another projection of the kind as well: `.informer<types::apps::v1::deployment_summary>()` or
/// `.informer<my_deployment>()`.
///
/// Lifetime   the factory outlives it.
template <class T>
class kind_access {
public:
    explicit kind_access(informer_factory& factory) noexcept : factory_(&factory) {}

    /// Returns the factory's informer of this kind: see informer_factory::of(), also for errors.
    template <class View = T>
    informer_handle<View> informer() const
    {
        return factory_->of<View>(resource_of<T>);
    }
    /// Returns an informer that has options of its own, such as namespaces, selectors or a resync.
    template <class View = T>
    informer_handle<View> informer(informer_options options) const
    {
        return factory_->of<View>(std::move(options), resource_of<T>);
    }

    /// Returns the reading side of that informer. The factory makes the informer if it does not exist yet. A
    /// lister does not count as a use: after informer_handle::release() of the last handle, it shows the
    /// state of that moment. So keep a handle beside it if anybody releases.
    template <class View = T>
    coinformer::lister<View> lister() const
    {
        return informer<View>().lister();
    }
    template <class View = T>
    coinformer::lister<View> lister(informer_options options) const
    {
        return informer<View>(std::move(options)).lister();
    }

private:
    informer_factory* factory_;
};

} // namespace coinformer
