#include "core/process_wide.hpp"

#include <coinformer/core/release_for_unload.hpp>

#include <mutex>
#include <utility>

namespace coinformer {

namespace detail {

namespace {

std::mutex lock_of_all;
process_wide_object* newest = nullptr;

} // namespace

process_wide_object::process_wide_object() noexcept
{
    std::lock_guard const hold(lock_of_all);
    older_ = std::exchange(newest, this);
}

void process_wide_object::destroy_all() noexcept
{
    std::lock_guard const hold(lock_of_all);
    while (newest) delete std::exchange(newest, newest->older_);
}

} // namespace detail

void release_for_unload() noexcept
{
    detail::process_wide_object::destroy_all();
}

} // namespace coinformer
