#pragma once

#include <algorithm>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace test {

/// The descriptors that this process has opened since the object was made.
class new_descriptors {
public:
    /// Returns what is behind the descriptors that a program would inherit which this process starts.
    std::vector<std::string> inherited() const
    {
        std::vector<std::string> all;
        for (auto const& [fd, target] : opened())
            if ((::fcntl(fd, F_GETFD) & FD_CLOEXEC) == 0) all.push_back(target);
        return all;
    }
    /// Returns the number of the descriptors of one kind, such as "socket:" or "pipe:".
    std::size_t count(std::string_view kind) const
    {
        auto const now = opened();
        return static_cast<std::size_t>(
            std::ranges::count_if(now, [&](auto const& one) { return one.second.starts_with(kind); }));
    }

private:
    using descriptors = std::map<int, std::string>;

    // The descriptor of the directory that is read here is closed again, and then has no flags.
    static descriptors open_now()
    {
        descriptors all;
        for (auto const& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
            std::error_code gone;
            auto const target = std::filesystem::read_symlink(entry.path(), gone);
            if (!gone) all[std::stoi(entry.path().filename().string())] = target.string();
        }
        std::erase_if(all, [](auto const& one) { return ::fcntl(one.first, F_GETFD) < 0; });
        return all;
    }
    descriptors opened() const
    {
        auto now = open_now();
        std::erase_if(now, [&](auto const& one) {
            auto const old = before_.find(one.first);
            return old != before_.end() && old->second == one.second;
        });
        return now;
    }

    descriptors const before_ = open_now();
};

} // namespace test
