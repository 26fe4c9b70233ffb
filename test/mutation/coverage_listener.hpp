// The mutation test appends this file to its copy of test/catch_main.cpp. In the run that records coverage,
// it writes one line for each test case to the file COINFORMER_MUTATION_COVERAGE: the seconds that the case
// took, its name, and the numbers of the mutants that it reached, separated by tabs.
#include <chrono>
#include <fstream>

namespace {

struct coverage_listener : event_listener {
    using event_listener::event_listener;

    void testCaseStarting(Catch::TestCaseInfo const&) override
    {
        for (int number = 0; number != coinformer_mutation::most_mutants; ++number)
            coinformer_mutation::reached()[number].store(false, std::memory_order_relaxed);
        began_ = std::chrono::steady_clock::now();
    }
    void testCaseEnded(Catch::TestCaseStats const& stats) override
    {
        auto const* const file = std::getenv("COINFORMER_MUTATION_COVERAGE");
        if (!file) return;
        std::ofstream out(file, std::ios::app);
        out << std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count() << '\t'
            << stats.testInfo.name << '\t';
        for (int number = 0; number != coinformer_mutation::most_mutants; ++number)
            if (coinformer_mutation::reached()[number].load(std::memory_order_relaxed)) out << number << ' ';
        out << '\n';
    }

private:
    std::chrono::steady_clock::time_point began_;
};
CATCH_REGISTER_LISTENER(coverage_listener)

} // namespace
