#include "seed_guard.hpp"

#include "rounds.hpp"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <exception>
#include <optional>

namespace simulation {

namespace end_report = test::end_report;

namespace {

struct guard_settings {
    // An hour of the shard groups takes more than 100 s of CPU time under a sanitizer.
    unsigned seconds = test::share == 1 ? 100 : 500;
    std::optional<std::uint64_t> crash_at, hang_at;
} guarding;

[[noreturn]] void hang()
{
    // The loop allocates, because ThreadSanitizer would not hand a signal over to one that does not.
    for (;;) {
        void* const volatile memory = std::malloc(1);
        std::free(memory);
    }
}

} // namespace

void guard_seeds(CLI::App& cli)
{
    end_report::set_running("the start of the program, before its seeds");
    end_report::install();
    cli.add_option("--seed-seconds", guarding.seconds,
                   "the CPU time in which a seed must end; 0: any; default: 100, under a sanitizer 500");
    cli.add_option("--crash-at", guarding.crash_at)->group(""); // in no group, and so not in --help
    cli.add_option("--hang-at", guarding.hang_at)->group("");
}

seed_guard::seed_guard(std::uint64_t number, std::string name)
    : number_(number), name_(std::move(name)), exceptions_before_(std::uncaught_exceptions()),
      limit_(end_report::limited::cpu_time, std::chrono::seconds(guarding.seconds))
{
    end_report::set_running(name_);
}

seed_guard::~seed_guard()
{
    if (std::uncaught_exceptions() > exceptions_before_)
        end_report::say_failed("ended by an exception, which is below");
    if (guarding.crash_at == number_) std::abort();
    if (guarding.hang_at == number_) hang();
    end_report::set_running("what follows " + name_);
}

} // namespace simulation
