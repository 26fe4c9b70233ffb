#include "transport/process/spawn.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace coinformer::detail {

namespace {

void check_spawn(int failed, char const* doing)
{
    if (failed != 0) throw std::system_error(failed, std::generic_category(), doing);
}

// The reading and the writing end of a pipe.
struct pipe_ends {
    unique_descriptor reading, writing;
};

// Returns the same descriptor under a number above those of standard streams: the child gets its streams
// under these numbers one after the other, and this process may have closed its own.
unique_descriptor above_standard(unique_descriptor fd)
{
    if (fd.get() > STDERR_FILENO) return fd;
    unique_descriptor moved(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (moved.get() < 0) check_spawn(errno, "pipe");
    return moved;
}

pipe_ends make_pipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) check_spawn(errno, "pipe");
    unique_descriptor reading(ends[0]), writing(ends[1]);
    pipe_ends made{above_standard(std::move(reading)), above_standard(std::move(writing))};
    if (::fcntl(made.reading.get(), F_SETFL, O_NONBLOCK) != 0) check_spawn(errno, "pipe");
    return made;
}

// The part of the child before it becomes the program.
class spawn_plan {
public:
    spawn_plan(int output, int complaints)
    {
        check_spawn(::posix_spawn_file_actions_init(&actions_), "prepare");
        check_spawn(::posix_spawnattr_init(&attributes_), "prepare");
        check_spawn(::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0),
                    "prepare");
        check_spawn(::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO), "prepare");
        check_spawn(::posix_spawn_file_actions_adddup2(&actions_, complaints, STDERR_FILENO), "prepare");
        check_spawn(::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1), "prepare");
        // this process may ignore or block signals that are to end the child
        ::sigset_t all, none;
        ::sigfillset(&all);
        ::sigemptyset(&none);
        check_spawn(::posix_spawnattr_setsigdefault(&attributes_, &all), "prepare");
        check_spawn(::posix_spawnattr_setsigmask(&attributes_, &none), "prepare");
        // in a session of its own it has no terminal, so that a question to a person fails and does not wait
        constexpr short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
        check_spawn(::posix_spawnattr_setflags(&attributes_, flags), "prepare");
    }
    spawn_plan(spawn_plan const&) = delete;
    ~spawn_plan()
    {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }

    ::posix_spawn_file_actions_t const* actions() const noexcept { return &actions_; }
    ::posix_spawnattr_t const* attributes() const noexcept { return &attributes_; }

private:
    ::posix_spawn_file_actions_t actions_{};
    ::posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers_to(std::vector<std::string>& texts)
{
    std::vector<char*> all;
    for (auto& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

} // namespace

unique_descriptor::~unique_descriptor()
{
    if (fd_ >= 0) ::close(fd_);
}

spawned_process spawn(process_command const& what)
{
    auto output = make_pipe();
    auto complaints = make_pipe();
    spawn_plan const plan(output.writing.get(), complaints.writing.get());
    auto arguments = what.arguments;
    auto variables = what.variables;
    spawned_process made;
    check_spawn(::posix_spawn(&made.pid, what.program.c_str(), plan.actions(), plan.attributes(),
                              pointers_to(arguments).data(), pointers_to(variables).data()),
                "start");
    made.handle = unique_descriptor(static_cast<int>(::syscall(SYS_pidfd_open, made.pid, 0)));
    if (made.handle.get() < 0) {
        auto const why = errno;
        // ESRCH: the process has ended, and its number is free, because this program ignores SIGCHLD
        if (why != ESRCH) {
            ::kill(-made.pid, SIGKILL);
            ::waitpid(made.pid, nullptr, 0);
            check_spawn(why, "pidfd_open, which Linux has since 5.3");
        }
    }
    made.output = std::move(output.reading);
    made.complaints = std::move(complaints.reading);
    return made;
}

} // namespace coinformer::detail
