// Runs seeds. usage: simulation [--seeds N] [--from SEED] [--replay SEED] [--twice] [--mutant N] [--trace]
#include "planted.hpp"
#include "world.hpp"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>

using namespace simulation;

int main(int argc, char** argv)
{
    std::uint64_t from = 0, seeds = 100;
    bool replay = false, first = false;
    for (int i = 1; i < argc; ++i) {
        std::string const a = argv[i];
        if (a == "--mutant") coinformer::planted::defect = std::atoi(argv[++i]);
        if (a == "--first") first = true;
        if (a == "--seeds") seeds = std::strtoull(argv[++i], nullptr, 10);
        if (a == "--from") from = std::strtoull(argv[++i], nullptr, 10);
        if (a == "--replay") {
            from = std::strtoull(argv[++i], nullptr, 10);
            seeds = 1;
            replay = true;
        }
    }
    sometimes_counts all;
    std::uint64_t broken = 0, steps = 0;
    auto const began = std::chrono::steady_clock::now();
    for (auto s = from; s != from + seeds; ++s) {
        auto const p = make_plan(s);
        if (replay) std::cout << to_string(p);
        auto const v = run_plan(p, replay ? [](std::string const& l) { std::cout << l << '\n'; }
                                          : std::function<void(std::string const&)>());
        steps += v.steps;
        for (auto const& [n, c] : v.sometimes) all[n] += c;
        if (first && v.broken) {
            std::cout << s - from + 1 << ' ' << v.broken->property() << '\n';
            return 1;
        }
        if (v.broken) {
            ++broken;
            std::string const why = v.broken->what();
            std::cout << "seed " << s << ": " << (replay ? why : why.substr(0, 600)) << std::endl;
        }
        if (replay) std::cout << "hash " << v.hash << " steps " << v.steps << '\n';
    }
    auto const took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    for (auto const& [n, c] : all) std::cout << c << "  " << n << '\n';
    std::cout << seeds << " seeds, " << broken << " broken, " << took << " s, " << steps << " steps\n";
    return broken != 0;
}
