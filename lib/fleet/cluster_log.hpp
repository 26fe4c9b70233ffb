#pragma once

#include <coinformer/core/log.hpp>

#include <string>

namespace coinformer::detail {

/// Returns a log that writes to `to`, with the field `cluster` behind the others.
///
/// A log has to outlive the execution context, because tasks that are destroyed with it may write a last
/// line. Nobody but the process lives long enough for sure, so it owns these logs: one for each name and
/// `to`, which is used again when a cluster of the same name comes again. Beyond `most_cluster_logs` names
/// they are not remembered any more, and `to` itself is returned.
///
/// Threads    any.
/// Lifetime   until the process ends, or release_for_unload(); `to` outlives its use.
log_sink& cluster_log(log_sink& to, std::string const& cluster);

inline constexpr std::size_t most_cluster_logs = 100'000; ///< about 20 MB

} // namespace coinformer::detail
