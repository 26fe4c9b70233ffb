#pragma once

#include "cache/warm/file_calls.hpp"

#include <coinformer/cache/snapshot_storage.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Returns the directory of a file.
std::string directory_of(std::string const& path);

/// Removes the temporary files of sinks that ended without removing them, because their process was killed.
/// No sink for this path may exist, in whatever process. A failure is ignored: the files only take room.
void remove_leftovers(std::string const& path, file_calls& calls);

/// Replaces a file. The bytes go to a new file `NAME.tmp-<process>-<random number>` beside it, with mode
/// 0600, because objects may hold secrets. Processes in several containers may have one number and one
/// directory. commit() has it written to the disk, gives it the name, and has the directory written, too:
/// after a crash at any time the name stands for all of the old bytes or for all of the new ones.
///
/// Errors     as the base. The old file stays as it was, except if the last step of commit() fails, which is
///            the writing of the directory: then the new file has the name, and may lose it in a crash. The
///            destructor removes the temporary file.
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
    int file_;              // -1: closed
};

} // namespace coinformer::detail
