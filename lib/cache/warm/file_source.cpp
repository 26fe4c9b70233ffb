#include "cache/warm/file_source.hpp"

#include <system_error>
#include <utility>

namespace coinformer::detail {

std::int64_t file_source::checked(std::int64_t result, char const* what) const
{
    if (result >= 0) return result;
    throw std::system_error(static_cast<int>(-result), std::generic_category(),
                            std::string("cannot ") + what + " the snapshot " + path_);
}

file_source::file_source(std::string path, file_calls& calls)
    : calls_(calls), path_(std::move(path)), file_(static_cast<int>(checked(calls_.open(path_), "open")))
{
    auto const size = calls_.size_of(file_);
    if (size < 0) calls_.close(file_); // an object that is not made has no destructor
    size_ = static_cast<std::uint64_t>(checked(size, "read the size of"));
}

bool file_source::read(std::uint64_t at, char* to, std::size_t size)
{
    while (size != 0) {
        auto const count = static_cast<std::size_t>(checked(calls_.read_at(file_, to, size, at), "read"));
        if (count == 0) return false; // somebody has made the file shorter
        at += count;
        to += count;
        size -= count;
    }
    return true;
}

} // namespace coinformer::detail
