// The calls of the system by which snapshots are read and written.

#include "cache/warm/file_calls.hpp"
#include "cache/warm/file_storage.hpp"
#include "unit/transport/temporary_directory.hpp"

#include <cerrno>
#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

/// Takes standard input away, as some supervisors start a process, and gives it back at the end.
struct without_standard_input {
    without_standard_input() { ::close(STDIN_FILENO); }
    without_standard_input(without_standard_input const&) = delete;
    ~without_standard_input()
    {
        if (kept < 0) return;
        ::dup2(kept, STDIN_FILENO);
        ::close(kept);
    }
    bool is_open() const { return ::fcntl(STDIN_FILENO, F_GETFD) != -1; }
    int const kept = ::dup(STDIN_FILENO);
};

/// Returns the number that the system gives the next descriptor.
int next_descriptor()
{
    auto const next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::close(next);
    return next;
}

int volatile full_pipe = -1; // the end at which empty_full_pipe() reads

extern "C" void empty_full_pipe(int)
{
    auto const kept = errno;
    char bytes[4096];
    while (::read(full_pipe, bytes, sizeof bytes) > 0) continue;
    errno = kept;
}

/// A pipe that is full, so that a write to it waits, and a signal each millisecond, whose handler empties
/// the pipe. A write that the signal interrupts can therefore be made again.
class interrupted_pipe {
public:
    interrupted_pipe()
    {
        REQUIRE(::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) == 0);
        full_pipe = ends_[0];
        char const bytes[4096] = {};
        while (::write(ends_[1], bytes, sizeof bytes) > 0) continue;
        while (::write(ends_[1], bytes, 1) > 0) continue;
        ::fcntl(ends_[1], F_SETFL, 0); // from now on a write waits
        struct sigaction interrupts{};
        interrupts.sa_handler = &empty_full_pipe;
        ::sigaction(SIGALRM, &interrupts, &before_);
        constexpr ::timeval often{.tv_sec = 0, .tv_usec = 1000};
        ::itimerval const each{.it_interval = often, .it_value = often};
        ::setitimer(ITIMER_REAL, &each, nullptr);
    }
    interrupted_pipe(interrupted_pipe const&) = delete;
    ~interrupted_pipe()
    {
        ::itimerval const none{};
        ::setitimer(ITIMER_REAL, &none, nullptr);
        ::sigaction(SIGALRM, &before_, nullptr);
        for (int const end : ends_) ::close(end);
    }
    int writing_end() const { return ends_[1]; }

private:
    int ends_[2];
    struct sigaction before_{};
};

} // namespace

TEST_CASE("a call that succeeds is made once, and fails of no error that an earlier call has left")
{
    temporary_directory const place;
    auto& calls = system_file_calls();
    auto const file = calls.open(place.write("some", "text"));
    REQUIRE(file >= 0);
    errno = EINTR;
    char byte = 0;
    CHECK(calls.read_at(file, &byte, 1, 100) == 0); // behind the end
    calls.close(file);

    std::vector<std::string> names;
    errno = EIO;
    CHECK(calls.list(place.path("."), names) == 0);
    CHECK(names.size() == 3); // with "." and ".."
}

TEST_CASE("a process without standard input keeps no descriptor of the directory in which it has no snapshot")
{
    temporary_directory const place;
    without_standard_input const closed;
    snapshot_file_storage storage(place.path("none"));
    CHECK(storage.open() == nullptr);
    CHECK_FALSE(closed.is_open());
}

TEST_CASE("a call that a signal interrupts is made again")
{
    interrupted_pipe const pipe;
    CHECK(system_file_calls().write(pipe.writing_end(), "x", 1) == 1);
}

TEST_CASE("a directory that was listed is closed again")
{
    temporary_directory const place;
    auto const before = next_descriptor();
    std::vector<std::string> names;
    REQUIRE(system_file_calls().list(place.path("."), names) == 0);
    CHECK(next_descriptor() == before);
}
