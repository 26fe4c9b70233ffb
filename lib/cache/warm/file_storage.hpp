#pragma once

#include "cache/warm/file_calls.hpp"

#include <coinformer/cache/snapshot_storage.hpp>

#include <memory>
#include <string>
#include <utility>

namespace coinformer::detail {

/// Keeps snapshots in a file: see coinformer::file_storage(). `calls` outlive it.
///
/// The first create() locks a file `NAME.lock` beside it until the storage is destroyed. So no two
/// storages, of one process or of several, write to one file, and temporary files that are there when one has
/// the lock were left by a process that was killed. open() needs no lock: a file is never changed once it has
/// its name. The lock file stays, because a process could otherwise lock a file that another one has just
/// removed.
class snapshot_file_storage final : public snapshot_storage {
public:
    explicit snapshot_file_storage(std::string path, file_calls& calls = system_file_calls())
        : calls_(calls), path_(std::move(path))
    {
    }

    snapshot_file_storage(snapshot_file_storage const&) = delete;
    ~snapshot_file_storage() override
    {
        if (lock_ >= 0) calls_.close(lock_);
    }

    std::string name() const override { return "the file " + path_; }
    std::unique_ptr<snapshot_source> open() override;
    std::unique_ptr<snapshot_sink> create() override;

private:
    void take_lock();
    bool lacks_directory() const;

    file_calls& calls_;
    std::string path_;
    int lock_ = -1; // -1: not locked yet
};

} // namespace coinformer::detail
