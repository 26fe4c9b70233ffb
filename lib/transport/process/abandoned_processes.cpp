#include "transport/process/abandoned_processes.hpp"

#include "core/process_wide.hpp"

#include <sys/wait.h>

#include <new>

namespace coinformer::detail {

abandoned_processes& abandoned_processes::all()
{
    static auto& shared = process_wide<abandoned_processes>();
    return shared;
}

void abandoned_processes::add(unique_descriptor handle) noexcept
{
    std::lock_guard const hold(lock_);
    try {
        handles_.push_back(std::move(handle));
    } catch (std::bad_alloc const&) {
        // this is called by destructors, which can do nothing about it
    }
}

void abandoned_processes::collect() noexcept
{
    std::lock_guard const hold(lock_);
    std::erase_if(handles_, [](unique_descriptor const& handle) {
        ::siginfo_t found{};
        bool const is_ours =
            ::waitid(by_pidfd, static_cast<::id_t>(handle.get()), &found, WEXITED | WNOHANG) == 0;
        return !is_ours || found.si_pid != 0; // another part of the program may have collected it
    });
}

} // namespace coinformer::detail
