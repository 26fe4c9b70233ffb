#pragma once

#include "transport/process/spawn.hpp"

#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

namespace coinformer::detail {

/// Returns true if the opened file lies in or below the directory, whatever links have led to it. The
/// system is asked about the descriptor, because its path may lead elsewhere a moment later.
inline bool lies_in(int opened, std::string const& directory)
{
    namespace fs = std::filesystem;
    std::error_code failed;
    auto const file = fs::read_symlink("/proc/self/fd/" + std::to_string(opened), failed);
    auto const root = failed ? fs::path() : fs::canonical(directory, failed);
    if (failed) return false;
    return std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
}

/// Returns the text of a file that somebody else may have put there. It does not wait for the writer of a
/// named pipe. If `directory` is not empty, the file has to lie in or below it.
///
/// Errors     those of the system, and these of boost::system::errc: not_supported if it is no regular
///            file, file_too_large, and cross_device_link if it lies outside of the directory.
inline boost::system::result<std::string> regular_file_text(std::string const& path, std::size_t most_bytes,
                                                            std::string const& directory = {})
{
    namespace errc = boost::system::errc;
    auto const failed = [] { return boost::system::error_code(errno, boost::system::generic_category()); };

    unique_descriptor const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) return failed();
    struct ::stat facts = {};
    if (::fstat(file.get(), &facts) != 0) return failed();
    if (!S_ISREG(facts.st_mode)) return make_error_code(errc::not_supported);
    if (!directory.empty() && !lies_in(file.get(), directory))
        return make_error_code(errc::cross_device_link);
    if (static_cast<std::uint64_t>(facts.st_size) > most_bytes) return make_error_code(errc::file_too_large);
    std::string text;
    char buffer[16 * 1024];
    for (;;) {
        auto const n = ::read(file.get(), buffer, sizeof buffer);
        if (n == 0) return text;
        if (n < 0 && errno != EINTR) return failed();
        if (n > 0) text.append(buffer, static_cast<std::size_t>(n));
        if (text.size() > most_bytes) return make_error_code(errc::file_too_large); // its size was wrong
    }
}

} // namespace coinformer::detail
