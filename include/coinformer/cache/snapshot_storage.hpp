#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace coinformer {

/// Takes the bytes of one snapshot, in order.
///
/// Errors     Both functions throw an exception whose words say what failed, on which file, and why. After an
///            error the sink is of no further use.
class snapshot_sink {
public:
    virtual ~snapshot_sink() = default;
    virtual void append(std::string_view bytes) = 0;
    /// Says that these were all bytes: from now on they are the snapshot. Without it they are dropped.
    virtual void commit() = 0;
};

/// Gives the bytes of a snapshot.
///
/// Errors     read() throws an exception whose words say what failed, on which file, and why.
class snapshot_source {
public:
    virtual ~snapshot_source() = default;
    virtual std::uint64_t size() const noexcept = 0; ///< bytes
    /// Copies `size` bytes. Returns false if there are fewer.
    virtual bool read(std::uint64_t at, char* to, std::size_t size) = 0;
};

/// Keeps the last snapshot of one informer, until the next process reads it: see warm_start_options. Derive
/// from it to keep snapshots elsewhere than in a file, for example in a database.
///
/// Errors     What a function throws is logged, and nothing else happens: the informer lists if it could not
///            read a snapshot, and tries again later if it could not save one.
/// Threads    open() and create(), and the functions of the source and of the sink, are called one at a time,
///            on a thread that the library starts for this, so that they may wait for a disk or for a
///            network. If the informer ends meanwhile, its end waits until the function that is being called
///            has returned. name() and blocks() are called on the informer's strand, and do not wait.
/// Lifetime   The informer shares it. One storage serves one informer at a time.
class snapshot_storage {
public:
    virtual ~snapshot_storage() = default;

    /// Names the storage in the log, as "the file /var/cache/pods".
    virtual std::string name() const = 0;
    /// Returns the snapshot that was committed last; null if there is none.
    virtual std::unique_ptr<snapshot_source> open() = 0;
    /// Begins a new snapshot. Until it is committed, open() returns the one before. Returns a sink or throws:
    /// null is logged as a failure to save, like an exception.
    virtual std::unique_ptr<snapshot_sink> create() = 0;
    /// False if the functions never wait. They are then called on the informer's strand, without a thread,
    /// which suits tests whose storage is memory.
    virtual bool blocks() const noexcept { return true; }
};

/// Returns a storage that keeps its snapshot in a file. The file's directory exists, and the process may
/// write in it, because a new file is written beside the old one. Both have mode 0600. A file `NAME.lock`
/// beside them is locked from the first snapshot until the storage is destroyed, so that no other storage
/// saves to this file, be it in this process or in another.
///
/// Errors     none here. The storage's functions throw std::system_error, or std::runtime_error if another
///            storage has the lock, or if there is no such directory.
std::shared_ptr<snapshot_storage> file_storage(std::string path);

} // namespace coinformer
