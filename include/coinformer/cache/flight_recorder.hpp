#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace coinformer {

namespace detail {
class flight_tape;
}

struct flight_recorder_options {
    /// How many bytes of answers are kept, at most; at least 64 KB. Beside them the recorder keeps a snapshot
    /// of the store, which shares its objects with the store: it takes memory for the objects that have
    /// changed or have gone since then.
    std::size_t bytes = 16 * 1024 * 1024;
    /// Allows to record Secrets. Without it, an informer of Secrets that has a recorder is refused with
    /// errc::bad_request, because a recording is a file that people send to each other.
    bool secrets = false;
};

/// Keeps what an informer has received of late, so that somebody can replay it at a desk, in virtual time,
/// with the handlers of the program: see testing::recorded_cluster and docs/flight-recorder.md.
///
///     auto recorder = std::make_shared<flight_recorder>();
///     shared_informer<pod> pods(api, {.recorder = recorder});
///     recorder->write("/tmp/pods.recording"); // when a handler has found something impossible
///
/// A recording says when the informer asked, and has the bodies of the answers to lists and watches, when
/// each of their parts came, and how each answer ended. When older parts have to go, a snapshot of the store
/// takes their place. It has no headers and so no credentials, but all that the objects say, be it
/// annotations or environment variables.
///
/// Threads    any.
/// Lifetime   shared with its informer; it may outlive the informer, the client and the io_context. An
///            informer that is made anew needs a new recorder.
class flight_recorder {
public:
    /// Errors     errc::bad_request if `bytes` is too small.
    explicit flight_recorder(flight_recorder_options options = {});
    flight_recorder(flight_recorder const&) = delete;
    ~flight_recorder();

    /// Writes all that is kept to a file. The informer goes on meanwhile. A file of this name is replaced
    /// when everything is written; its mode is 0600. It takes as long as saving a snapshot of the store does
    /// (docs/warm-start.md), and blocks: do not call it on the client's strand.
    ///
    /// Errors     std::system_error, which names the file; errc::no_version if nothing can be replayed now:
    ///            before the informer is made; with a warm start, and after more has come than `bytes`, until
    ///            the store is at the version of its watch.
    void write(std::string const& path) const;
    /// Returns what write() would write. Errors: the same, without those of files.
    std::string recording() const;

    /// How far back a recording would go; zero if nothing can be replayed.
    duration length() const;
    std::size_t bytes() const; ///< how many bytes of answers are kept

    detail::flight_tape& tape() const noexcept { return *tape_; } ///< for the library's own rooms

private:
    std::shared_ptr<detail::flight_tape> tape_;
};

} // namespace coinformer
