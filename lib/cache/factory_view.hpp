#pragma once

#include <coinformer/cache/informer_factory.hpp>

#include <exception>
#include <memory>
#include <vector>

namespace coinformer::detail {

/// An informer of a factory, and the error that has ended it, if any.
struct viewed_informer {
    untyped_informer informer;
    std::exception_ptr failure;
};

/// Lets a page show the informers of a factory, whatever the types of their objects. It does not keep the
/// factory alive.
///
/// Threads    any.
/// Lifetime   may outlive the factory; informers() is empty when nothing of the factory runs any more.
class factory_view {
public:
    explicit factory_view(informer_factory& factory);

    std::vector<viewed_informer> informers() const;
    bool is_over() const noexcept { return factory_.expired(); } ///< the factory was destroyed

private:
    std::weak_ptr<informer_factory::impl> factory_;
};

} // namespace coinformer::detail
