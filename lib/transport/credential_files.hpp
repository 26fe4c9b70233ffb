#pragma once

#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/endpoint.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace coinformer {

/// Notices when a file that an endpoint names (token, certificate, key, CA) is replaced. It compares size, modification
/// time and identity, and never reads the contents.
///
/// Threads    one serial executor. look() asks the file system about each file, and blocks for that long.
class credential_files {
public:
    explicit credential_files(endpoint const& of);

    bool empty() const noexcept { return files_.empty(); }

    /// Looks at the files. Returns true if one of them has changed since the last look.
    bool look();

private:
    struct stamp {
        std::uint64_t device = 0, inode = 0, size = 0;
        std::int64_t seconds = 0, nanoseconds = 0;
        bool operator==(stamp const&) const = default;
    };
    struct file {
        std::string path;
        stamp seen;
    };
    static stamp stamp_of(std::string const& path);

    std::vector<file> files_;
};

} // namespace coinformer
