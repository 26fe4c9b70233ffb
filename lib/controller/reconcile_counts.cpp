#include "controller/reconcile_counts.hpp"

namespace coinformer::detail {

void reconcile_counts::succeeded(reconcile_result const& result)
{
    auto const& counted = result.is_done()                    ? metrics_.succeeded
                          : result.delay() > duration::zero() ? metrics_.again_after
                                                              : metrics_.again_at_once;
    counted.add();
    std::lock_guard const hold(lock_);
    ++reconciles_;
}

std::optional<std::size_t> reconcile_counts::failed(std::string const& key, std::string const& why,
                                                    std::string_view cause)
{
    metrics_.failed.add();
    metrics_.errors.add();
    std::lock_guard const hold(lock_);
    ++reconciles_;
    ++failures_;
    record_error(key, why);
    return repeated_.failed(cause);
}

void reconcile_counts::timed_out(std::string const& key, std::string const& why)
{
    metrics_.timeouts.add();
    std::lock_guard const hold(lock_);
    ++timeouts_;
    record_error(key, why);
}

// The caller holds lock_.
void reconcile_counts::record_error(std::string const& key, std::string const& why)
{
    last_error_ = key + ": " + why;
    last_error_at_ = clock_.now();
}

void reconcile_counts::add_to(controller_status& status) const
{
    std::lock_guard const hold(lock_);
    status.reconciles = reconciles_;
    status.failures = failures_;
    status.timeouts = timeouts_;
    status.last_error = last_error_;
    status.last_error_at = last_error_at_;
}

} // namespace coinformer::detail
