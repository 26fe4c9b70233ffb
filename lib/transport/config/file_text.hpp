#pragma once

#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>

namespace coinformer::detail {

/// Returns the text of a small file (configuration, token, PEM), or the error if it cannot be read. Pipes can
/// be read, too.
inline boost::system::result<std::string> file_text(std::string const& path)
{
    constexpr std::size_t limit_bytes = 16 * 1024 * 1024; // a larger file is a mistake, such as /dev/zero
    auto const failed = [](int why) {
        return boost::system::error_code(why != 0 ? why : EIO, boost::system::generic_category());
    };

    errno = 0;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> const file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    if (!file) return failed(errno);
    std::string text;
    char buffer[16 * 1024];
    while (std::size_t const n = std::fread(buffer, 1, sizeof buffer, file.get())) {
        if (text.size() + n > limit_bytes) return failed(EFBIG);
        text.append(buffer, n);
    }
    if (std::ferror(file.get()) != 0) return failed(errno);
    return text;
}

} // namespace coinformer::detail
