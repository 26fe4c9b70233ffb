#pragma once

#include "cache/metrics/informer_labels.hpp"

#include <coinformer/core/metrics.hpp>
#include <coinformer/core/time_source.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The number of changes that wait for some handlers, and how long the oldest of them has waited.
struct waiting_changes {
    std::size_t number = 0;
    duration oldest = duration::zero();

    void add(waiting_changes const& others) noexcept
    {
        number += others.number;
        oldest = std::max(oldest, others.oldest);
    }
};

class handler_group;

/// The series of all handlers of an informer that have the same name. A handler refers to its group through
/// this, so that neither its name nor counting makes it larger. If nobody listens, it counts nothing.
///
/// Lifetime   that of its group.
struct handler_series {
    handler_group& group;
    std::string_view name = {}; ///< handler_options::name; lives as long as the series
    bool counts = false;        ///< somebody listens
    counter handled = {}, failed = {};
    counter removed = {}; ///< handlers that were too slow (overflow::fail)
    histogram durations = {}, delays = {};
    gauge waiting = {}, oldest = {};

    /// A handler has handled `n` changes in one go, which took `time`, and the first of which came `delay`
    /// ago.
    void note_handled(std::size_t n, duration time, duration delay) const noexcept
    {
        handled.add(n);
        durations.observe(time / static_cast<duration::rep>(n), n);
        delays.observe(delay, n);
    }
};

void intrusive_ptr_add_ref(handler_series const* s) noexcept; // that of the group
void intrusive_ptr_release(handler_series const* s) noexcept;

/// Knows the names of an informer's handlers (handler_options::name), and counts what the handlers do, by
/// name. Handlers without a name are counted together.
///
/// Threads    any.
class handler_metrics {
public:
    /// Returns what waits for the handlers of a series. Called on any thread, until forget_informer().
    using look_at = std::function<waiting_changes(handler_series const*)>;

    handler_metrics(handler_group& of, look_at waiting) : group_(of), waiting_(std::move(waiting)) {}

    /// From now on the handlers are counted. Called before there is one.
    void count_with(informer_labels labels) { labels_ = std::move(labels); }

    /// Returns the series for a name. It stays where it is.
    handler_series const* series_of(std::string const& name);
    /// Returns what waits for the handlers, by name. Not called after forget_informer().
    std::map<std::string, waiting_changes> waiting_by_name();

    /// The informer is being destroyed. The series stay, because a handler that is being called now still
    /// counts, but from now on nobody asks what waits. Waits until the last question has been answered, so
    /// the caller does not hold the lock of the handlers.
    void forget_informer() noexcept;

private:
    handler_group& group_;
    std::optional<informer_labels> labels_; // empty if nobody listens
    look_at const waiting_;
    std::mutex lock_;
    std::map<std::string, handler_series> series_; // used with the lock
};

} // namespace coinformer::detail
