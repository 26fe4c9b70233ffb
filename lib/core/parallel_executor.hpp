#pragma once

#include <coinformer/core/task.hpp>

namespace coinformer::detail {

/// Returns true if two functions that are given to this executor may run at the same time, as far as its type
/// says: it is that of an asio::thread_pool with more than one thread, or asio::system_executor. An
/// io_context does not know how many threads run it, so that the result for it is false.
bool is_parallel(executor const& ex) noexcept;

/// Throws errc::bad_request if is_parallel() is true. `whose` begins the message.
void demand_serial(executor const& ex, char const* whose);

} // namespace coinformer::detail
