#include "cache/warm/file_calls.hpp"
#include "core/process_wide.hpp"

#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace coinformer::detail {

namespace {

// Calls a function of the system until no signal interrupts it.
template <class Call>
auto repeated(Call call)
{
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result < 0 ? static_cast<decltype(result)>(-errno) : result;
}

class machine_calls final : public file_calls {
    int create(std::string const& path) override
    {
        return repeated([&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600); });
    }
    // A pipe of this name would wait for a writer.
    int open(std::string const& path) override
    {
        return repeated([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); });
    }
    std::ptrdiff_t write(int file, char const* bytes, std::size_t size) override
    {
        return repeated([&] { return ::write(file, bytes, size); });
    }
    std::ptrdiff_t read_at(int file, char* to, std::size_t size, std::uint64_t at) override
    {
        return repeated([&] { return ::pread(file, to, size, static_cast<off_t>(at)); });
    }
    std::int64_t size_of(int file) override
    {
        struct stat seen{};
        if (::fstat(file, &seen) != 0) return -errno;
        return S_ISREG(seen.st_mode) ? static_cast<std::int64_t>(seen.st_size) : -EINVAL;
    }
    int sync(int file) override
    {
        return repeated([&] { return ::fsync(file); });
    }
    // After an interruption the descriptor is closed all the same.
    int close(int file) override { return ::close(file) == 0 || errno == EINTR ? 0 : -errno; }
    int rename(std::string const& from, std::string const& to) override
    {
        return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : -errno;
    }
    int remove(std::string const& path) override { return ::unlink(path.c_str()) == 0 ? 0 : -errno; }
    int lock(std::string const& path) override
    {
        auto const file = repeated([&] {
            return ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
        });
        if (file < 0) return file;
        auto const locked = repeated([&] { return ::flock(file, LOCK_EX | LOCK_NB); });
        if (locked == 0) return file;
        ::close(file);
        return locked;
    }
    int list(std::string const& directory, std::vector<std::string>& names) override
    {
        auto* const opened = ::opendir(directory.c_str());
        if (!opened) return -errno;
        errno = 0;
        while (auto const* const entry = ::readdir(opened)) names.emplace_back(entry->d_name);
        auto const failed = errno;
        ::closedir(opened);
        return -failed;
    }
    int process_number() override { return static_cast<int>(::getpid()); }
    std::uint64_t random_number() override
    {
        std::random_device from;
        return std::uint64_t(from()) << 32 | from();
    }
};

} // namespace

file_calls& system_file_calls()
{
    static auto& calls = process_wide<machine_calls>();
    return calls;
}

} // namespace coinformer::detail
