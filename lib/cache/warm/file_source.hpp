#pragma once

#include "cache/warm/file_calls.hpp"

#include <coinformer/cache/snapshot_storage.hpp>

#include <cstdint>
#include <string>

namespace coinformer::detail {

/// Reads a file by its system calls, piece by piece: nothing is mapped, because a program that reads a mapped
/// file crashes if another one makes the file shorter.
///
/// Threads    one at a time. Every function blocks until the system has done its work.
class file_source final : public snapshot_source {
public:
    /// `calls` outlive the source. Errors: std::system_error; its code says if there is no such file
    /// (ENOENT).
    explicit file_source(std::string path, file_calls& calls = system_file_calls());
    file_source(file_source const&) = delete;
    ~file_source() override { calls_.close(file_); }

    std::uint64_t size() const noexcept override { return size_; }
    bool read(std::uint64_t at, char* to, std::size_t size) override;

private:
    std::int64_t checked(std::int64_t result, char const* what) const;

    file_calls& calls_;
    std::string path_;
    int file_;
    std::uint64_t size_ = 0;
};

} // namespace coinformer::detail
