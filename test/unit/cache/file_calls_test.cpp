// The calls of the system by which snapshots are read and written.

#include "cache/warm/file_calls.hpp"
#include "cache/warm/file_storage.hpp"
#include "unit/transport/closed_standard_input.hpp"
#include "unit/transport/temporary_directory.hpp"

#include <cerrno>
#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

/// Returns the number that the system gives the next descriptor.
int next_descriptor()
{
    auto const next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::close(next);
    return next;
}

int volatile full_pipe = -1;           // the end at which interrupt_writer() reads
int volatile interruptions_left = 0;   // before interrupt_writer() empties the pipe
::pthread_t volatile writing_thread{}; // the system may send the signal to another thread as well

extern "C" void interrupt_writer(int)
{
    if (::pthread_equal(::pthread_self(), writing_thread) == 0) return;
    if (interruptions_left != 0) {
        interruptions_left = interruptions_left - 1;
        return;
    }
    auto const kept = errno;
    char bytes[4096];
    while (::read(full_pipe, bytes, sizeof bytes) > 0) continue;
    errno = kept;
}

/// A pipe that is full, so that a write to it waits, and a signal each millisecond, which interrupts the
/// thread that has made the pipe. Its handler empties the pipe only after twenty signals: the first one
/// may come before the write waits, and the others interrupt the write. After that it can be made.
class interrupted_pipe {
public:
    interrupted_pipe()
    {
        REQUIRE(::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) == 0);
        full_pipe = ends_[0];
        interruptions_left = 20;
        writing_thread = ::pthread_self();
        char const bytes[4096] = {};
        while (::write(ends_[1], bytes, sizeof bytes) > 0) continue;
        while (::write(ends_[1], bytes, 1) > 0) continue;
        ::fcntl(ends_[1], F_SETFL, 0); // from now on a write waits
        struct sigaction interrupts{};
        interrupts.sa_handler = &interrupt_writer;
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
    test::closed_standard_input const closed;
    snapshot_file_storage storage(place.path("none"));
    CHECK(storage.open() == nullptr);
    CHECK_FALSE(closed.is_taken());
}

TEST_CASE("a process without standard input saves one snapshot after the other")
{
    temporary_directory const place;
    test::closed_standard_input const closed;
    snapshot_file_storage storage(place.path("items"));
    CHECK_NOTHROW(storage.create());
    REQUIRE(closed.is_taken()); // the lock has got this descriptor
    CHECK_NOTHROW(storage.create());
}

TEST_CASE("the lock of a snapshot file does not pass to the programs that this process starts")
{
    temporary_directory const place;
    auto& calls = system_file_calls();
    auto const lock = calls.lock(place.path("items.lock"));
    REQUIRE(lock >= 0);
    CHECK((::fcntl(lock, F_GETFD) & FD_CLOEXEC) != 0);
    calls.close(lock);
}

TEST_CASE("a call that a signal interrupts is made again")
{
    std::ptrdiff_t written = 0;
    int error = 0;
    {
        interrupted_pipe const pipe;
        written = ::write(pipe.writing_end(), "x", 1);
        error = errno;
    }
    REQUIRE(written == -1); // the system does not make it again
    REQUIRE(error == EINTR);

    interrupted_pipe const pipe;
    CHECK(system_file_calls().write(pipe.writing_end(), "x", 1) == 1);
    int const left = interruptions_left;
    CHECK(left == 0);
}

TEST_CASE("a directory that was listed is closed again")
{
    temporary_directory const place;
    auto const before = next_descriptor();
    std::vector<std::string> names;
    REQUIRE(system_file_calls().list(place.path("."), names) == 0);
    CHECK(next_descriptor() == before);
}
