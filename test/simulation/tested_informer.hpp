#pragma once

#include "thing.hpp"

#include <coinformer/cache/shared_informer.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace simulation {

/// The informer that a follower watches: a shared_informer, or one that a user has composed from
/// coinformer::parts. Both have to keep the same promises, so that the follower does not know which one it
/// has.
class tested_informer {
public:
    virtual ~tested_informer() = default;

    virtual coinformer::handler_registration on_change(coinformer::handlers<thing> h,
                                                       coinformer::handler_options options) = 0;
    [[nodiscard]] virtual coinformer::task<> run() = 0;
    [[nodiscard]] virtual coinformer::task<> synced() = 0;
    [[nodiscard]] virtual coinformer::task<> at_least(std::string version) = 0;
    using predicate = std::function<bool(coinformer::snapshot<thing> const&)>;
    [[nodiscard]] virtual coinformer::task<> until(predicate holds) = 0;
    /// Returns how many deltas wait between the network and the store.
    [[nodiscard]] virtual coinformer::task<std::size_t> queued() = 0;
    virtual coinformer::snapshot<thing> snapshot() const = 0;
    /// Null for a composed informer. Only a shared_informer has events() and can be read through own_writes.
    virtual coinformer::shared_informer<thing> const* shared() const { return nullptr; }
};

/// Returns a shared_informer of this resource, with the index "tier".
std::unique_ptr<tested_informer> make_shared_informer(coinformer::client& api,
                                                      coinformer::informer_options options,
                                                      coinformer::resource const& of);
/// Returns an informer that is composed from parts, which does the same with the same options.
std::unique_ptr<tested_informer> make_composed_informer(coinformer::client& api,
                                                        coinformer::environment const& env,
                                                        coinformer::informer_options options,
                                                        coinformer::resource const& of);

} // namespace simulation
