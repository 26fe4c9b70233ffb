#pragma once

#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/core/task.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The functions that stop the work in a part: one of each user of a shard group, such as a controller. Each
/// user keeps its function, and the group refers to it.
///
/// Threads    any.
class release_functions {
public:
    using function = std::function<task<>(shard_ranges const&)>;

    /// Adds a function, which is in place as long as the result.
    [[nodiscard]] std::shared_ptr<void> add(function stop)
    {
        auto const kept = std::make_shared<function>(std::move(stop));
        std::lock_guard const hold(lock_);
        std::erase_if(all_, [](auto const& one) { return one.expired(); });
        all_.push_back(kept);
        return kept;
    }
    std::vector<std::shared_ptr<function const>> present() const
    {
        std::vector<std::shared_ptr<function const>> found;
        std::lock_guard const hold(lock_);
        for (auto const& one : all_)
            if (auto alive = one.lock()) found.push_back(std::move(alive));
        return found;
    }

private:
    mutable std::mutex lock_;
    std::vector<std::weak_ptr<function const>> all_; // locked
};

} // namespace coinformer::detail
