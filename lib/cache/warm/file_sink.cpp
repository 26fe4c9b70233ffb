#include "cache/warm/file_sink.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

namespace coinformer::detail {

namespace {

std::string directory_of(std::string const& path)
{
    auto const slash = path.rfind('/');
    if (slash == path.npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

} // namespace

// Returns the result of a call, or throws if it is an error.
int file_sink::checked(int result, std::string const& what, std::string const& path) const
{
    if (result >= 0) return result;
    throw std::system_error(-result, std::generic_category(),
                            "cannot save the snapshot " + path_ + ": cannot " + what + ' ' + path);
}

file_sink::file_sink(std::string path, file_calls& calls)
    : calls_(calls), path_(std::move(path)),
      temporary_(path_ + ".tmp-" + std::to_string(calls.process_number()))
{
    auto made = calls_.create(temporary_);
    if (made == -EEXIST && calls_.remove(temporary_) == 0) made = calls_.create(temporary_);
    file_ = checked(made, "create", temporary_);
}

file_sink::~file_sink()
{
    if (file_ >= 0) calls_.close(file_);
    if (!temporary_.empty()) calls_.remove(temporary_);
}

void file_sink::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        auto const written = calls_.write(file_, bytes.data(), bytes.size());
        // no byte and no error: a full disk, on some file systems
        checked(written > 0 ? 0 : written == 0 ? -ENOSPC : static_cast<int>(written), "write", temporary_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void file_sink::commit()
{
    checked(calls_.sync(file_), "write to the disk", temporary_);
    checked(calls_.close(std::exchange(file_, -1)), "close", temporary_); // where late errors of NFS appear
    checked(calls_.rename(temporary_, path_), "rename", temporary_);
    temporary_.clear();
    sync_directory();
}

void file_sink::sync_directory()
{
    auto const directory = directory_of(path_);
    auto const opened = checked(calls_.open(directory), "open the directory", directory);
    auto const synced = calls_.sync(opened);
    calls_.close(opened);
    // some file systems cannot do that, and need not
    if (synced != -EINVAL) checked(synced, "write to the disk the directory", directory);
}

} // namespace coinformer::detail
