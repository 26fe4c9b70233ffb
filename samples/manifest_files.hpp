#pragma once

#include <boost/json/object.hpp>

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// One object of a manifest file, and the line where it begins.
struct manifest {
    boost::json::object object;
    int line = 0;
};

/// Reads all objects of a YAML or JSON file: each document of it, and each item of a `kind: List`.
///
/// Result     nullopt if there is no such file (any more).
/// Errors     std::runtime_error, which says what is wrong and in which line. A file that is empty or larger
///            than `most_bytes` is wrong as well: an editor may just be writing it.
std::optional<std::vector<manifest>> read_manifests(std::string const& file, std::size_t most_bytes);

/// The manifest files of a directory and of the directories below it, watched with inotify. A name that
/// begins with a dot is left out, and so is a directory below that is a symbolic link; a file may be one. A
/// change of a file that a link leads to, outside of the directory, is not noticed.
///
/// This class holds a plain file descriptor and nothing of Asio, because it may be destroyed after the
/// io_context. A coroutine that waits for changes makes a stream_descriptor of a copy of it.
class manifest_files {
public:
    explicit manifest_files(std::filesystem::path directory) : directory_(std::move(directory)) {}
    manifest_files(manifest_files const&) = delete;
    ~manifest_files() { close(); }

    std::string name() const { return directory_.string(); }

    /// Begins to watch the directory, from nothing. Errors: those of check(), apart from errc::expired.
    void open();
    /// Throws unless the directory is there, and is the one that is being watched: errc::service_unavailable
    /// or errc::forbidden if it cannot be read, errc::expired if open() has to be called (again).
    void check() const;
    /// Returns all files that there are, and watches directories that are new. If that is not possible,
    /// open() has to be called again. Errors: errc::service_unavailable.
    std::set<std::string> scan();
    /// Returns the files that have changed since the last call, without waiting; nullopt if any file may have
    /// changed, so that scan() has to be called. A change that is lost or makes the directory unusable throws
    /// as check().
    std::optional<std::set<std::string>> take_changes();
    /// Returns a copy of inotify's file descriptor. It is readable if take_changes() will return something.
    int duplicate() const;

private:
    void close();
    int watch(std::filesystem::path const& directory);

    std::filesystem::path directory_;
    std::map<int, std::filesystem::path> watched_; // by the number that inotify gave the directory
    int inotify_ = -1, root_ = -1;                 // root_ is the number of directory_
    unsigned long long device_ = 0, inode_ = 0;    // identify what directory_ was when it was opened
};
