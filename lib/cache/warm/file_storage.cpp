#include "cache/warm/file_storage.hpp"

#include "cache/warm/file_sink.hpp"
#include "cache/warm/file_source.hpp"

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace coinformer {

namespace detail {

std::unique_ptr<snapshot_source> snapshot_file_storage::open()
{
    try {
        return std::make_unique<file_source>(path_, calls_);
    } catch (std::system_error const& e) {
        if (e.code() != std::errc::no_such_file_or_directory) throw;
    }
    if (lacks_directory())
        throw std::runtime_error("there is no directory " + directory_of(path_) +
                                 ": create it, or mount a volume there, so that snapshots can be saved");
    return nullptr;
}

std::unique_ptr<snapshot_sink> snapshot_file_storage::create()
{
    if (lock_ < 0) take_lock();
    remove_leftovers(path_, calls_);
    return std::make_unique<file_sink>(path_, calls_);
}

void snapshot_file_storage::take_lock()
{
    auto const file = path_ + ".lock";
    auto const locked = calls_.lock(file);
    if (locked >= 0) {
        lock_ = locked;
        return;
    }
    auto const cannot_save = "cannot save the snapshot " + path_ + ": ";
    if (locked == -EWOULDBLOCK)
        throw std::runtime_error(cannot_save +
                                 "another informer saves its snapshots there, of this process or "
                                 "of another one (" +
                                 file + " is locked): give each informer a file of its own");
    if (locked == -ENOENT)
        throw std::runtime_error(cannot_save + "there is no directory " + directory_of(path_) +
                                 ": create it, or mount a volume there");
    throw std::system_error(-locked, std::generic_category(), cannot_save + "cannot lock " + file);
}

bool snapshot_file_storage::lacks_directory() const
{
    auto const opened = calls_.open(directory_of(path_));
    if (opened >= 0) calls_.close(opened);
    return opened == -ENOENT;
}

} // namespace detail

std::shared_ptr<snapshot_storage> file_storage(std::string path)
{
    return std::make_shared<detail::snapshot_file_storage>(std::move(path));
}

} // namespace coinformer
