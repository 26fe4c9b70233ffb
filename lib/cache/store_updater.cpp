#include "cache/store_updater.hpp"

namespace coinformer::detail {

namespace {

constexpr std::size_t batch_size = 1000; // deltas that are applied to the store at once, at most

} // namespace

task<> store_updater::run() &
{
    for (;;) {
        auto batch = co_await queue_.pop(batch_size);
        if (batch.empty()) co_return;
        auto const deltas = batch.size();
        auto const began = counts_ ? counts_->now() : time_point();
        auto changes = applier_.apply(std::move(batch));
        applied_();
        co_await handlers_.distribute(std::move(changes));
        if (counts_) counts_->processed(deltas, counts_->now() - began);
    }
}

} // namespace coinformer::detail
