#pragma once

#include <coinformer/cache/snapshot_storage.hpp>
#include <coinformer/core/task.hpp>

#include <functional>

namespace coinformer::detail {

/// Runs a function that uses a storage: on a thread of its own, or here if the storage does not block. The
/// function gets the storage in a form that throws as soon as the caller is cancelled.
///
/// Errors     exceptions of `work`; std::system_error if no thread can be started.
/// Cancel     at any time; the wait goes on until `work` has ended.
[[nodiscard]] task<> call_storage(snapshot_storage& storage, std::function<void(snapshot_storage&)> work);

} // namespace coinformer::detail
