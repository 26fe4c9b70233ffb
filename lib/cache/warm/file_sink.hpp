#pragma once

#include "cache/warm/file_calls.hpp"

#include <coinformer/cache/snapshot_storage.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Replaces a file. The bytes go to a file `NAME.tmp-<process>` beside it, with mode 0600, because objects
/// may hold secrets. commit() has it written to the disk, gives it the name, and has the directory written,
/// too: after a crash at any time the name stands for all of the old bytes or for all of the new ones.
///
/// Errors     as the base. The old file stays as it was, except if the last step of commit() fails, which is
///            the writing of the directory: then the new file has the name, and may lose it in a crash. The
///            destructor removes the temporary file. One that a process of the same number left behind is
///            overwritten.
/// Threads    one at a time. Every function blocks until the system has done its work.
class file_sink final : public snapshot_sink {
public:
    /// `calls` outlive the sink. Errors: std::system_error if the temporary file cannot be created.
    explicit file_sink(std::string path, file_calls& calls = system_file_calls());
    file_sink(file_sink const&) = delete;
    ~file_sink() override;

    void append(std::string_view bytes) override;
    void commit() override;

private:
    int checked(int result, std::string const& what, std::string const& path) const;
    void sync_directory();

    file_calls& calls_;
    std::string path_;
    std::string temporary_; // empty: it does not exist any more
    int file_ = -1;
};

} // namespace coinformer::detail
