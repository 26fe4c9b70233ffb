// Contract: what a watcher remembers of one watch does not change how it treats the next one.

#include "watched.hpp"

TEST_CASE_METHOD(watched, "bad bytes are excused again after a good event, wherever they come")
{
    for (std::string const value : {"2", "3", "4"}) {
        server.inject(faults::odd_line("oops").on("watch"));
        server.disconnect();
        if (value == "2") start();
        time.run_for(2min);
        set("a", value);
        time.run_for(1s);
    }
    CHECK(seen == lines{"~a=2", "~a=3", "~a=4"});
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(watched, "a watch that lasted does not shorten the pauses of the attempts after it")
{
    start();
    time.run_for(5min);
    auto const before = watches();
    auto slow_refusal = faults::unavailable();
    slow_refusal.delay = 2s;
    server.inject(slow_refusal.on("watch").times(fault::always));
    server.disconnect();
    time.run_for(10min);
    CHECK(watches() > before + 10);
    CHECK(watches() < before + 40); // each takes two seconds; without growing pauses there would be 200
}
