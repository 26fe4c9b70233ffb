#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace coinformer::testing {

namespace detail {

class root_task;

/// Runs `body` until it has ended, and rethrows what it throws.
void run_to_end(boost::asio::io_context& io, task<> body);
void run_to_end(boost::asio::io_context& io, virtual_clock& time, task<> body, duration limit);

template <class T>
task<> keep(task<T> body, std::optional<T>& result)
{
    result.emplace(co_await std::move(body));
}

} // namespace detail

/// Runs a task to its end on `io`. Returns its result, or throws what it throws. Other work on `io` runs
/// meanwhile, and may be unfinished when run() returns.
///
/// This form runs in real time and is for tests with sockets: if the task waits for an event that never
/// comes, run() waits for ever. Other tests want the form with a clock, below.
///
/// Errors     errc::timed_out if `io` is stopped before the task has ended; what another handler on `io`
///            throws. run() has cancelled the task by then, and the task has ended. A task that does not
///            end when it is cancelled, in virtual time, aborts the process, with a line on stderr,
///            because its frames may refer to variables of the test.
template <class T>
T run(boost::asio::io_context& io, task<T> body)
{
    std::optional<T> result;
    detail::run_to_end(io, detail::keep(std::move(body), result));
    return std::move(*result);
}

inline void run(boost::asio::io_context& io, task<> body)
{
    detail::run_to_end(io, std::move(body));
}

/// As above, in virtual time: time passes whenever nothing is ready. `time` has to be a clock of the same
/// `io`, and the one that the task waits on.
///
/// Errors     errc::timed_out if the task has not ended after `limit`. The same at once if the task can
///            never end, because nothing is ready and no timer is armed, as in a test that forgot to run
///            its server. What another handler on `io` throws. In all these cases run() has cancelled the
///            task, and the task has ended. A task that does not end when it is cancelled aborts the
///            process, as above. std::invalid_argument if `limit` is negative; with duration::max() there
///            is no limit.
template <class T>
T run(boost::asio::io_context& io, virtual_clock& time, task<T> body, duration limit = std::chrono::hours(1))
{
    std::optional<T> result;
    detail::run_to_end(io, time, detail::keep(std::move(body), result), limit);
    return std::move(*result);
}

inline void run(boost::asio::io_context& io, virtual_clock& time, task<> body,
                duration limit = std::chrono::hours(1))
{
    detail::run_to_end(io, time, std::move(body), limit);
}

/// A task that runs beside the test, whenever the test moves its clock. The destructor stops it as that of a
/// std::jthread does: it cancels the task, and lets time pass until the task has ended. If the task does not
/// end within an hour of virtual time, the destructor aborts the process, with a line on stderr. If the task
/// has failed by itself and rethrow() was not called, the destructor writes the failure to stderr. It also
/// writes there what another handler on `io` throws meanwhile.
///
/// It cannot be moved. To stop one task before another, keep it in a std::optional, and reset() that.
class background {
public:
    /// `time` has to be a clock of the same `io`.
    background(boost::asio::io_context& io, virtual_clock& time, task<> body);
    background(background const&) = delete;
    ~background();

    bool ended() const noexcept;
    void rethrow() const; ///< throws what the task has failed with, if it has failed

private:
    virtual_clock& time_;
    std::unique_ptr<detail::root_task> task_;
};

} // namespace coinformer::testing
