#pragma once

#include <coinformer/core/task.hpp>

#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/require.hpp>

namespace coinformer {

/// The executor whose execute() does what asio::post() would: to be kept, since asio::post() makes one each time, which
/// with type-erased executors takes several allocations.
inline executor queued(executor const& ex)
{
    return boost::asio::require(ex, boost::asio::execution::blocking.never);
}

} // namespace coinformer
