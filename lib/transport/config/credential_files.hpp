#pragma once

#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/endpoint.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Notices when a file that an endpoint names (token, certificate, key, CA) is replaced. It compares size,
/// modification time and identity. A file that differs counts as changed as soon as it can be read: a token
/// file when it holds one token, the others when they hold any text. A file that was removed, or is being
/// written, does not count, because no attempt could succeed with it. A file beside data, or beside a fixed
/// token, is not used, and so it is not checked.
///
/// Threads    one serial executor. check_for_change() asks the file system about each file, reads those that
///            differ, and blocks while it does.
class credential_files {
public:
    explicit credential_files(endpoint const& of);

    bool empty() const noexcept { return files_.empty(); }

    /// Checks the files. Returns true if one of them has changed since it was last reported, and can be read.
    bool check_for_change();

private:
    /// What distinguishes one version of a file from another.
    struct stamp {
        std::uint64_t device = 0, inode = 0, size = 0;
        std::int64_t seconds = 0, nanoseconds = 0;
        bool operator==(stamp const&) const = default;
    };
    /// One of the files, and its version when it was checked last.
    struct file {
        std::string path;
        bool is_token;
        stamp seen;
        bool is_unread = false; // it differs from what was reported last, and could not be read yet
    };
    void add(std::string const& path, bool is_token);
    static stamp stamp_of(std::string const& path);
    static bool is_readable(file const& f);

    std::vector<file> files_;
};

} // namespace coinformer::detail
