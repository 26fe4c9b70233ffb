// A child that ends late is collected then, and not before.

#include "transport/process/abandoned_processes.hpp"

#include <cerrno>
#include <csignal>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("an abandoned child that still runs is kept in mind, and collected after its end")
{
    auto const child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::alarm(60); // it ends in any case
        for (;;) ::pause();
    }
    unique_descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    REQUIRE(handle.get() >= 0);
    abandoned_processes abandoned;
    abandoned.add(std::move(handle));
    abandoned.collect();

    ::kill(child, SIGKILL);
    ::siginfo_t ended{};
    REQUIRE(::waitid(P_PID, static_cast<::id_t>(child), &ended, WEXITED | WNOWAIT) == 0);
    abandoned.collect();
    CHECK(::waitpid(child, nullptr, WNOHANG) == -1);
    CHECK(errno == ECHILD);
}
