#include "cache/factory_view.hpp"

#include "cache/informer_factory_impl.hpp"

namespace coinformer::detail {

factory_view::factory_view(informer_factory& factory) : factory_(factory.impl_) {}

std::vector<viewed_informer> factory_view::informers() const
{
    std::vector<viewed_informer> all;
    auto const factory = factory_.lock();
    if (!factory) return all;
    std::lock_guard const hold(factory->lock);
    for (auto const& e : factory->list) all.push_back({e->what.untyped, e->failure});
    return all;
}

} // namespace coinformer::detail
