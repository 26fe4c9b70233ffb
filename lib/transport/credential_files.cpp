#include "transport/credential_files.hpp"

#include <sys/stat.h>

#include <utility>

namespace coinformer {

credential_files::credential_files(endpoint const& of)
{
    for (auto const* path :
         {&of.user.token_file, &of.tls.ca.file, &of.tls.client_certificate.file, &of.tls.client_key.file})
        if (!path->empty()) files_.push_back({*path, stamp_of(*path)});
}

bool credential_files::look()
{
    bool changed = false;
    for (auto& f : files_) {
        auto const now = stamp_of(f.path);
        changed |= std::exchange(f.seen, now) != now;
    }
    return changed;
}

// A file that is missing has the stamp of zeros, so that its appearance counts as a change. Kubernetes replaces mounted
// files by moving a symbolic link, which stat() follows.
credential_files::stamp credential_files::stamp_of(std::string const& path)
{
    struct ::stat found{};
    if (::stat(path.c_str(), &found) != 0) return {};
    return {.device = static_cast<std::uint64_t>(found.st_dev),
            .inode = static_cast<std::uint64_t>(found.st_ino),
            .size = static_cast<std::uint64_t>(found.st_size),
            .seconds = found.st_mtim.tv_sec,
            .nanoseconds = found.st_mtim.tv_nsec};
}

} // namespace coinformer
