#pragma once

#include "cache/warm/file_calls.hpp"

#include <coinformer/cache/snapshot_storage.hpp>

#include <memory>
#include <string>
#include <utility>

namespace coinformer::detail {

/// Keeps snapshots in a file: see coinformer::file_storage(). `calls` outlive it.
class snapshot_file_storage final : public snapshot_storage {
public:
    explicit snapshot_file_storage(std::string path, file_calls& calls = system_file_calls())
        : calls_(calls), path_(std::move(path))
    {
    }

    std::string name() const override { return "the file " + path_; }
    std::unique_ptr<snapshot_source> open() override;
    std::unique_ptr<snapshot_sink> create() override;

private:
    file_calls& calls_;
    std::string path_;
};

} // namespace coinformer::detail
