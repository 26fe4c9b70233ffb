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

/// Runs `body` until it ends; what it throws is rethrown.
void run_to_end(boost::asio::io_context& io, task<> body);
void run_to_end(boost::asio::io_context& io, virtual_clock& time, task<> body, duration limit);

template <class T>
task<> keep(task<T> body, std::optional<T>& result)
{
    result.emplace(co_await std::move(body));
}

} // namespace detail

/// Runs a task to its end on `io` and returns its result, or throws what it throws. Work of others on `io` runs
/// meanwhile; what is left of it stays.
///
/// In real time, for what has sockets: a task that waits for what never comes makes it wait for ever. Other tests want
/// the one with a clock, below. When `io` has nothing left to do the task can never end: the process is aborted, with a
/// line on stderr.
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

/// As above in virtual time: it passes whenever nothing is ready. `time` is of the same `io`, and the clock that the
/// task waits on.
///
/// Errors     errc::timed_out when the task has not ended after `limit`; it has been cancelled then, and has ended.
///            When nothing is ready, no timer is armed and the task has not ended, the process is aborted, with a line
///            on stderr: so is a test that forgot to run its server.
template <class T>
T run(boost::asio::io_context& io, virtual_clock& time, task<T> body, duration limit = std::chrono::hours(1))
{
    std::optional<T> result;
    detail::run_to_end(io, time, detail::keep(std::move(body), result), limit);
    return std::move(*result);
}

inline void run(boost::asio::io_context& io, virtual_clock& time, task<> body, duration limit = std::chrono::hours(1))
{
    detail::run_to_end(io, time, std::move(body), limit);
}

/// A task that runs beside the test, whenever its clock is moved. As a std::jthread is, it is stopped when it dies: it
/// is cancelled, and time passes until it has ended. When it does not end the process is aborted, with a line on
/// stderr.
class background {
public:
    /// `time` is of the same `io`.
    background(boost::asio::io_context& io, virtual_clock& time, task<> body);
    background(background const&) = delete;
    ~background();

    bool ended() const noexcept;
    void rethrow() const; ///< what it has failed with, if it has

private:
    virtual_clock& time_;
    std::unique_ptr<detail::root_task> task_;
};

} // namespace coinformer::testing
