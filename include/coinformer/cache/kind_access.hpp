#pragma once

#include <coinformer/cache/informer_factory.hpp>

#include <utility>

namespace coinformer {

/// A built-in kind in a factory: `factory.apps().v1().deployments()`. T is its full view; any other projection of it
/// may be asked for: `.informer<types::apps::v1::deployment_summary>()`, `.informer<my_deployment>()`.
///
/// Lifetime   the factory outlives it.
template <class T>
class kind_access {
public:
    explicit kind_access(informer_factory& factory) noexcept : factory_(&factory) {}

    /// informer_factory::of(), with its errors.
    template <class View = T>
    informer_handle<View> informer() const
    {
        return factory_->of<View>(resource_of<T>);
    }
    /// With options of its own: namespaces, selectors, resync.
    template <class View = T>
    informer_handle<View> informer(informer_options options) const
    {
        return factory_->of<View>(std::move(options), resource_of<T>);
    }

    /// The reading side of that informer, which is made if it is not there.
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
