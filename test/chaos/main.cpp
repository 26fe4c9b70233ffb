// Tests what the simulation cannot see: real processes, real sockets, real time. An API server (server.cpp)
// and an informer (informer.cpp) run as processes, with a proxy in between that behaves as bad networks do.
// Both processes are stopped and killed meanwhile. Afterwards the network is sound, the informer's store has
// to become what the server has, and every line that its handler printed has to be true (event_log.hpp).
// A seed repeats the plan of a round and not the round itself, because the machine decides the exact times.

#include "round.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <csignal>
#include <iostream>
#include <string>

namespace {

constexpr auto usage =
    "usage: chaos --server PROGRAM --informer PROGRAM [--rounds N] [--seed FIRST] [--verbose]\n";

struct settings {
    chaos::programs programs;
    std::uint64_t rounds = 1, seed = 1;
    bool verbose = false;
};

bool parse(int argc, char** argv, settings& s)
{
    for (int i = 1; i < argc; ++i) {
        std::string const name = argv[i];
        if (name == "--verbose") {
            s.verbose = true;
            continue;
        }
        if (++i == argc) return false;
        if (name == "--server")
            s.programs.server = argv[i];
        else if (name == "--informer")
            s.programs.informer = argv[i];
        else if (name == "--rounds")
            s.rounds = std::stoull(argv[i]);
        else if (name == "--seed")
            s.seed = std::stoull(argv[i]);
        else
            return false;
    }
    return !s.programs.server.empty() && !s.programs.informer.empty();
}

bool holds(settings const& s, std::uint64_t seed)
{
    boost::asio::io_context io(1);
    auto const plan = chaos::drawn(seed);
    auto const begin = std::chrono::steady_clock::now();
    chaos::round round(io.get_executor(), s.programs, plan);
    auto const wrong = coinformer::testing::run(io, round.run());
    auto const took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::cout << "seed " << seed << ": " << (wrong.empty() ? "ok" : "FAILED") << ", " << took << " s, "
              << round.summary() << std::endl;
    if (!wrong.empty() || s.verbose) std::cout << to_string(plan) << round.transcript() << wrong << std::endl;
    return wrong.empty();
}

} // namespace

int main(int argc, char** argv)
{
    settings s;
    if (!parse(argc, argv, s)) {
        std::cerr << usage;
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN); // raised by writing to a process that is dead
    std::uint64_t failed = 0;
    for (auto seed = s.seed; seed < s.seed + s.rounds; ++seed)
        if (!holds(s, seed)) ++failed;
    std::cout << s.rounds << " rounds, " << failed << " failed" << std::endl;
    return failed == 0 ? 0 : 1;
}
