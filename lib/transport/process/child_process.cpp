#include "transport/process/child_process.hpp"

#include "core/context_member.hpp"
#include "core/exceptions.hpp"
#include "core/shielded.hpp"
#include "transport/process/abandoned_processes.hpp"
#include "transport/process/spawn.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/shielded.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <optional>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

constexpr duration time_to_clean_up = std::chrono::seconds(2); // between SIGTERM and SIGKILL
constexpr duration time_to_die = std::chrono::seconds(1);      // after SIGKILL
constexpr int milliseconds_to_die = 1000;                      // the same, if there is no executor to wait on

/// A process under way. Its destructor leaves no process and no descriptor behind.
///
/// Threads    one serial executor; the destructor: any.
class child_process final : private context_member {
public:
    child_process(executor const& ex, process_command const& what) : child_process(ex)
    {
        // if one of these fails, the destructor runs, because the other constructor has ended
        abandoned_processes::all().collect();
        process_ = spawn(what);
        hand_over(process_.output, *output_);
        hand_over(process_.complaints, *complaints_);
        if (process_.handle.get() < 0) return;
        unique_descriptor copy(::fcntl(process_.handle.get(), F_DUPFD_CLOEXEC, 0));
        hand_over(copy, *handle_);
    }
    ~child_process() { kill_now(); }

    task<> finish() &;
    task<> stop(time_source& time) &;
    void note_end(process_end::kind how) noexcept { end_.how = how; }
    process_end take_end();
    bool is_flooded() const noexcept
    {
        return end_.output.size() > most_output || complained_ > most_complained;
    }

private:
    explicit child_process(executor const& ex)
        : context_member(ex), ex_(ex), output_(std::in_place, ex), complaints_(std::in_place, ex),
          handle_(std::in_place, ex)
    {
    }
    static void hand_over(unique_descriptor& from, asio::posix::stream_descriptor& to)
    {
        to.assign(from.get());
        from.release(); // not before: assign() may throw
    }
    void context_ends() noexcept override
    {
        kill_now();
        output_.reset();
        complaints_.reset();
        handle_.reset();
    }
    task<> wait_for_end() &;
    task<> wait_at_most(time_source& time, duration limit) &;
    task<> end_with_process(nursery& parts) &;
    task<> read(asio::posix::stream_descriptor& from, std::string& to) &;
    void keep(std::string& to, char const* bytes, std::size_t size);
    void read_rest(asio::posix::stream_descriptor& from, std::string& to);
    void send(int signal) noexcept;
    bool collect() noexcept;
    void kill_now() noexcept;

    executor ex_;
    spawned_process process_;
    std::optional<asio::posix::stream_descriptor> output_, complaints_, handle_;
    bool is_collected_ = false;  // waited for; its number may belong to another process now
    bool is_given_up_ = false;   // stop() has waited for its end, and no more time is spent on it
    std::size_t complained_ = 0; // the bytes of its standard error so far
    process_end end_;
};

// Waits until the process has ended. Its output is read meanwhile, or it would wait for room in a pipe.
task<> child_process::finish() &
{
    nursery parts(ex_);
    parts.start(read(*output_, end_.output));
    parts.start(read(*complaints_, end_.complaints));
    parts.start(end_with_process(parts));
    co_await parts.join();
    collect();
    read_rest(*output_, end_.output);
    read_rest(*complaints_, end_.complaints);
}

// Ends the reading, too: children of the process may hold the pipes for ever.
task<> child_process::end_with_process(nursery& parts) &
{
    co_await wait_for_end();
    parts.request_stop();
}

task<> child_process::wait_for_end() &
{
    if (!handle_->is_open()) co_return;
    co_await handle_->async_wait(asio::posix::stream_descriptor::wait_read, asio::use_awaitable);
}

void child_process::keep(std::string& to, char const* bytes, std::size_t size)
{
    to.append(bytes, size);
    if (&to == &end_.complaints) {
        complained_ += size;
        // not for each piece, because it moves all the bytes that are kept
        if (to.size() > 2 * most_complaints) to.erase(0, to.size() - most_complaints);
    }
    if (is_flooded()) throw api_error(errc::object_too_large, "output");
}

process_end child_process::take_end()
{
    auto& kept = end_.complaints;
    if (kept.size() > most_complaints) kept.erase(0, kept.size() - most_complaints);
    return std::move(end_);
}

task<> child_process::read(asio::posix::stream_descriptor& from, std::string& to) &
{
    std::array<char, 4096> bytes;
    for (error_code ec; !ec;) {
        auto const size =
            co_await from.async_read_some(asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, ec));
        keep(to, bytes.data(), size);
        if (ec && ec != asio::error::eof) throw boost::system::system_error(ec);
    }
}

// Reads what the process has written before its end, and does not wait for more.
void child_process::read_rest(asio::posix::stream_descriptor& from, std::string& to)
{
    std::array<char, 4096> bytes;
    std::size_t left = most_output + most_complaints; // children of the process may write on
    for (::ssize_t size = 0; left > 0; left -= std::min(left, static_cast<std::size_t>(size))) {
        size = ::read(from.native_handle(), bytes.data(), bytes.size());
        if (size <= 0) return;
        keep(to, bytes.data(), static_cast<std::size_t>(size));
    }
}

task<> child_process::stop(time_source& time) &
{
    send(SIGTERM);
    co_await wait_at_most(time, time_to_clean_up);
    send(SIGKILL); // even if it has ended: it may have left others of its session
    co_await wait_at_most(time, time_to_die);
    is_given_up_ = true;
    kill_now();
}

task<> child_process::wait_at_most(time_source& time, duration limit) &
{
    try {
        co_await with_timeout(time, limit, wait_for_end());
    } catch (boost::system::system_error const&) {
        // the time is over, and the caller goes on in any case
    }
}

// Signals the whole session. Its number cannot have been taken by another process: this process has not yet
// waited for the child. If another part of the program has, only the handle is safe.
void child_process::send(int signal) noexcept
{
    if (is_collected_ || process_.handle.get() < 0) return;
    ::siginfo_t found{};
    auto const handle = static_cast<::id_t>(process_.handle.get());
    if (::waitid(by_pidfd, handle, &found, WEXITED | WNOHANG | WNOWAIT) == 0)
        ::kill(-process_.pid, signal);
    else
        ::syscall(SYS_pidfd_send_signal, process_.handle.get(), signal, nullptr, 0);
}

// Takes the exit code, if the process has ended. Returns true if there is nothing more to wait for.
bool child_process::collect() noexcept
{
    if (is_collected_ || process_.handle.get() < 0) return true;
    ::siginfo_t found{};
    auto const handle = static_cast<::id_t>(process_.handle.get());
    if (::waitid(by_pidfd, handle, &found, WEXITED | WNOHANG) != 0) return is_collected_ = true; // not ours
    if (found.si_pid == 0) return false;
    end_.how = found.si_code == CLD_EXITED ? process_end::kind::exited : process_end::kind::killed;
    end_.number = found.si_status;
    return is_collected_ = true;
}

void child_process::kill_now() noexcept
{
    if (is_collected_ || process_.handle.get() < 0) return; // poll() would wait the whole time for -1
    send(SIGKILL);
    ::pollfd handle{process_.handle.get(), POLLIN, 0};
    ::poll(&handle, 1, is_given_up_ ? 0 : milliseconds_to_die);
    if (!collect()) abandoned_processes::all().add(std::move(process_.handle));
}

} // namespace

task<process_end> run_process(environment const& env, process_command what, duration limit)
{
    child_process child(env.ex, what);
    std::exception_ptr failed;
    bool in_time = false;
    try {
        in_time = co_await finished_in_time(*env.time, limit, child.finish());
    } catch (...) {
        failed = std::current_exception();
    }
    // A cancellation that has come already would end the next await before it begins.
    if (failed && is_cancellation(failed))
        co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (failed || !in_time) co_await shielded(child.stop(*env.time), [] {});
    if (failed && !child.is_flooded()) std::rethrow_exception(failed);
    if (failed) child.note_end(process_end::kind::flooded);
    if (!failed && !in_time) child.note_end(process_end::kind::timed_out);
    co_return child.take_end();
}

} // namespace coinformer::detail
