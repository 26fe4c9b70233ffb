#include "process.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace asio = boost::asio;

namespace chaos {

process::process(coinformer::executor ex, std::vector<std::string> command) : output_(ex)
{
    int in[2], out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe");
    input_ = in[1];
    output_.assign(out[0]);

    std::vector<char*> arguments;
    for (auto& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    // the program does not inherit this test's sockets
    ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    auto const error =
        ::posix_spawn(&pid_, command.front().c_str(), &files, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    ::close(in[0]);
    ::close(out[1]);
    if (error != 0) throw std::system_error(error, std::generic_category(), command.front());
}

process::~process()
{
    end_input();
    if (ended()) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

coinformer::task<> process::read() &
{
    std::string text;
    for (;;) {
        auto const [ec, n] = co_await asio::async_read_until(output_, asio::dynamic_buffer(text), '\n',
                                                             asio::as_tuple(asio::use_awaitable));
        if (ec) break;
        lines_.push_back(text.substr(0, n - 1));
        text.erase(0, n);
    }
    output_ended_ = true;
}

void process::tell(std::string_view line) noexcept
{
    auto const text = std::string(line) + '\n';
    // the pipe never blocks: at most a few hundred bytes wait in it, however long the process is stopped
    [[maybe_unused]] auto const written = ::write(input_, text.data(), text.size());
}

void process::end_input() noexcept
{
    if (input_ >= 0) ::close(input_);
    input_ = -1;
}

void process::signal(int number) noexcept
{
    if (!ended()) ::kill(pid_, number);
}

void process::halt(int number) noexcept
{
    if (ended()) return;
    ::kill(pid_, number);
    siginfo_t state{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &state, WSTOPPED | WEXITED | WNOWAIT); // ended() reaps it
}

std::optional<int> process::ended() noexcept
{
    int status = 0;
    if (!ended_ && ::waitpid(pid_, &status, WNOHANG) == pid_)
        ended_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return ended_;
}

} // namespace chaos
