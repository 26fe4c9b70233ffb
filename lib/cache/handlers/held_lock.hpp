#pragma once

#include <mutex>

namespace coinformer::detail {

/// The proof that the caller holds the lock of one informer's handlers. A function that must be called with
/// the lock held takes a `held_lock const&`, so that the compiler refuses a call without it. There is one
/// lock for all handlers of an informer. It is held as long as this object exists, and cannot be released
/// earlier.
class [[nodiscard]] held_lock {
public:
    explicit held_lock(std::mutex& mutex) : lock_(mutex) {}
    held_lock(held_lock const&) = delete;

private:
    std::lock_guard<std::mutex> lock_;
};

} // namespace coinformer::detail
