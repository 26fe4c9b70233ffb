#pragma once

#include "controller/reconcile_metrics.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/controller/reconcile_result.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Counts the reconciles of one controller, by how they ended. The controller's status shows these counts,
/// and so do the metrics if the user has passed any.
///
/// Threads    any, except that metrics() may be changed only while no reconcile runs.
class reconcile_counts {
public:
    /// `clock` outlives this object.
    explicit reconcile_counts(time_source const& clock) noexcept : clock_(clock), repeated_(clock) {}

    /// The instruments, which count nothing until the caller sets them.
    reconcile_metrics& metrics() noexcept { return metrics_; }

    /// Returns when a reconcile has begun, for took_since(). Nobody reads the clock if nobody listens.
    time_point begin() const { return metrics_.time ? clock_.now() : time_point(); }
    void took_since(time_point began)
    {
        if (metrics_.time) metrics_.time.observe(clock_.now() - began);
    }

    void succeeded(reconcile_result const& result);
    /// Counts a failure. If it deserves a line in the log, returns for how many failures of this cause that
    /// line stands. `why` is the text of this failure, and `cause` is what failures of its kind share.
    std::optional<std::size_t> failed(std::string const& key, std::string const& why, std::string_view cause);
    void timed_out(std::string const& key, std::string const& why);

    /// Writes the counts into a status.
    void add_to(controller_status& status) const;

private:
    void record_error(std::string const& key, std::string const& why);

    time_source const& clock_;
    reconcile_metrics metrics_;
    mutable std::mutex lock_; // for the members below
    std::uint64_t reconciles_ = 0, failures_ = 0, timeouts_ = 0;
    std::string last_error_;
    std::optional<time_point> last_error_at_;
    repeated_failure repeated_;
};

} // namespace coinformer::detail
