#pragma once

#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/cache/shared_informer.hpp>

#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coinformer {

/// Limits of health().
struct health_limits {
    /// A copy counts as stale when the last proof that it is up to date (reflector_status::fresh_as_of) is
    /// older than this. With the default options of an informer such a proof is less than four minutes old
    /// while all is well, and less than twelve for kinds without bookmarks.
    duration stale_after = std::chrono::minutes(15);
};

/// Tells whether a service that reads from informers is well: for the answers of /healthz and /readyz, and
/// for people.
struct health_report {
    /// False if an informer has ended. It does not come back by itself, so the process should be restarted.
    bool live = true;
    /// True if every informer has read its collection, and is running. Stale copies do not change this,
    /// because an old copy often serves users better than none.
    bool ready = true;
    /// True if a copy is older than health_limits::stale_after.
    bool stale = false;
    /// A sentence for each thing that is wrong, such as "pods: the first list has brought 1,500 objects until
    /// now". An informer of a factory that has ended with an error has two: that it has ended, and why. The
    /// sentence about handlers that were removed because they were too slow (overflow::fail) stays until the
    /// informer ends, even if other handlers have taken their place. Sentences may name the address of the
    /// API server, so do not show them to strangers.
    std::vector<std::string> reasons;

    /// Returns a verdict in words, and a line for each reason.
    std::string to_string() const;
};

/// Judges informers by their states.
health_report judge_health(std::span<informer_report const> informers, health_limits const& limits = {});

/// Judges all informers of a factory. Errors: none but condition::cancelled.
[[nodiscard]] task<health_report> health(informer_factory& informers, health_limits limits = {});

namespace detail {

struct asked_informer {
    resource which;
    task<informer_status> status;
};

[[nodiscard]] task<health_report> health_of(std::vector<asked_informer> informers, health_limits limits);

} // namespace detail

/// Judges these informers. Errors: none but condition::cancelled.
template <class... T>
[[nodiscard]] task<health_report> health(health_limits limits, shared_informer<T> const&... informers)
{
    std::vector<detail::asked_informer> all;
    (all.push_back({informers.of(), informers.status()}), ...);
    return detail::health_of(std::move(all), limits);
}

} // namespace coinformer
