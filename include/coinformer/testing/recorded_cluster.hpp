#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/cache/informer_options.hpp>
#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {
struct flight_recording;
} // namespace coinformer::detail

namespace coinformer::testing {

namespace detail {
class recorded_questions;
class recorded_server;
} // namespace detail

/// Returns the bytes of a recording. Errors: std::system_error, which names the file.
std::string read_recording(std::string const& path);

/// Sends an informer again what it has received before, as a flight_recorder has written it down, and at the
/// same times. The time is virtual, so that an hour of a recording passes as fast as the handlers are, and
/// the wall clock shows the time of the recording.
///
///     testing::recorded_cluster desk(testing::read_recording("/tmp/pods.recording"));
///     shared_informer<pod> pods(desk.api, desk.replayed({})); // with the options of the program
///     auto const running = desk.start(pods.run());
///     desk.play();
///
/// The informer begins with the objects that the store had at the beginning of the recording, if there were
/// any; handlers are told of them as additions, and then of the same changes as before. That holds for the
/// same projection, the same options and the same version of coinformer, on a machine of the same kind. A
/// recording that begins with the first list (begins_with_list()) can be replayed with other projections as
/// well.
///
/// Every request that is no part of the recording, such as a patch, is answered with 501 at once.
///
/// Threads    one.
/// Lifetime   it outlives what it started, and whatever else waits on its clock or uses its client.
class recorded_cluster {
public:
    /// `options` are those of the program's client. Four of them do not count: the encoding is that of the
    /// recording, and the client speaks HTTP/1.1, waits up to 30 days until an answer begins
    /// (http_options::header_timeout), and has no limit of requests per second. Of `base` only log, seed
    /// and metrics are used.
    ///
    /// Errors     std::runtime_error if the bytes are no recording; its words say why. Those of the
    ///            client's constructor, if one of `options` has a value that is not allowed.
    explicit recorded_cluster(std::string_view recording, client_options options = {},
                              environment base = {.seed = 1});
    recorded_cluster(recorded_cluster const&) = delete;
    ~recorded_cluster();

    /// Returns the options with which an informer replays the recording: those of the program's informer, and
    /// a warm start from the recorded objects. Nothing is recorded, audited or saved, and the informer never
    /// gives up an answer by itself, because the recording says when the recorded one did.
    informer_options replayed(informer_options of_program) const;

    /// Runs a task beside the test. The task is cancelled when the result is destroyed.
    [[nodiscard]] background start(task<> body) { return background(io, time, std::move(body)); }
    /// Runs a task to its end in virtual time, and returns its result: see testing::run().
    template <class T>
    T run(task<T> body, duration limit = std::chrono::hours(1))
    {
        return testing::run(io, time, std::move(body), limit);
    }
    /// Lets the rest of the recording's time pass.
    void play();
    /// Plays everything that came before this time, and nothing of what came at it.
    void play_until(wall_time when);

    std::string const& resource() const noexcept; ///< for example "deployments.apps"
    wall_time began() const noexcept;             ///< when the recording begins
    duration length() const noexcept;
    /// True if the recording has no objects to begin with, because it reaches back to the informer's
    /// beginning.
    bool begins_with_list() const noexcept;
    /// Says how the informer has done something else than when it was recorded; empty if it has not. For
    /// example, it asks for something else, because its resource is another one, or its projection, so that
    /// the objects at the beginning were refused; or it has given up an answer of which it then read more.
    /// After a failure the informer repeats the recorded question, whatever it would choose itself, so that
    /// such a choice does not show. Other selectors show only if there are objects at the beginning.
    std::string const& difference() const noexcept;

private:
    std::unique_ptr<coinformer::detail::flight_recording> what_; // first, because the others depend on it

public:
    boost::asio::io_context io;
    virtual_clock time;
    environment env;
    memory_network network{env};
    client api;

private:
    std::shared_ptr<detail::recorded_questions> questions_;
    std::unique_ptr<detail::recorded_server> server_;
    background serving_;
};

} // namespace coinformer::testing
