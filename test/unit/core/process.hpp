#pragma once

#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"

/// What a process wrote to stderr, and how it ended.
struct ending {
    std::string said;
    int status = 0;
};

/// Runs `body` in a process of its own, for tests of what ends a process. The process ends with what `body`
/// returns.
template <class Main>
ending in_a_process(Main body)
{
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    auto const child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::dup2(ends[1], STDERR_FILENO);
        ::close(ends[0]);
        ::close(ends[1]);
        ::_exit(body());
    }
    ::close(ends[1]);
    ending how;
    char buffer[256];
    for (auto n = ::read(ends[0], buffer, sizeof buffer); n > 0; n = ::read(ends[0], buffer, sizeof buffer))
        how.said.append(buffer, static_cast<std::size_t>(n));
    ::close(ends[0]);
    REQUIRE(::waitpid(child, &how.status, 0) == child);
    return how;
}
