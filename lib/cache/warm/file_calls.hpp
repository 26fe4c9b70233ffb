#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace coinformer::detail {

/// The system calls that snapshot files need. A test passes one that fails, or does only half of its work.
///
/// Errors     Each function returns a negative errno if it fails. A call that a signal interrupts is repeated
///            by the function itself.
/// Threads    any.
class file_calls {
public:
    virtual ~file_calls() = default;

    /// Creates a file for writing, with mode 0600, which must not exist. Returns its descriptor.
    virtual int create(std::string const& path) = 0;
    /// Opens a file, or a directory, for reading. Returns its descriptor.
    virtual int open(std::string const& path) = 0;
    /// Returns the number of bytes that were written, which may be fewer than `size`.
    virtual std::ptrdiff_t write(int file, char const* bytes, std::size_t size) = 0;
    /// Returns the number of bytes that were read, which may be fewer than `size`; 0 at the end of the file.
    virtual std::ptrdiff_t read_at(int file, char* to, std::size_t size, std::uint64_t at) = 0;
    /// Returns the size of an open file in bytes. Fails with EINVAL if it is no regular file.
    virtual std::int64_t size_of(int file) = 0;
    virtual int sync(int file) = 0;
    virtual int close(int file) = 0;
    virtual int rename(std::string const& from, std::string const& to) = 0;
    virtual int remove(std::string const& path) = 0;
    /// Opens a file, and makes it if it is not there, in order to lock it. Returns its descriptor, which has
    /// the lock until it is closed or the process ends. Fails with EWOULDBLOCK if another descriptor has the
    /// lock, of this process or of another one.
    virtual int lock(std::string const& path) = 0;
    /// Adds the names of the files in a directory to `names`.
    virtual int list(std::string const& directory, std::vector<std::string>& names) = 0;
    /// Returns the number of this process.
    virtual int process_number() = 0;
    /// Returns a number that no other process has returned.
    virtual std::uint64_t random_number() = 0;
};

/// Returns the calls of the machine. They live as long as the process.
file_calls& system_file_calls();

} // namespace coinformer::detail
