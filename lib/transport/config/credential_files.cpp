#include "transport/config/credential_files.hpp"

#include "transport/config/bearer_token.hpp"
#include "transport/config/file_text.hpp"

#include <sys/stat.h>

#include <utility>

namespace coinformer::detail {

credential_files::credential_files(endpoint const& of)
{
    if (of.user.token.empty()) add(of.user.token_file, true);
    for (auto const* pem : {&of.tls.ca, &of.tls.client_certificate, &of.tls.client_key})
        if (pem->data.empty()) add(pem->file, false);
}

void credential_files::add(std::string const& path, bool is_token)
{
    if (!path.empty()) files_.push_back({.path = path, .is_token = is_token, .seen = stamp_of(path)});
}

bool credential_files::check_for_change()
{
    bool changed = false;
    for (auto& f : files_) {
        auto const now = stamp_of(f.path);
        f.is_unread |= std::exchange(f.seen, now) != now;
        if (!f.is_unread || !is_readable(f)) continue;
        f.is_unread = false;
        changed = true;
    }
    return changed;
}

bool credential_files::is_readable(file const& f)
{
    if (f.is_token) return !read_token(f.path).token.empty();
    auto const text = file_text(f.path);
    return text && text->find_first_not_of(" \t\r\n") != std::string::npos;
}

// A file that is missing has the stamp of zeros, so that its appearance counts as a change. Kubernetes
// replaces mounted files by moving a symbolic link, which stat() follows.
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

} // namespace coinformer::detail
