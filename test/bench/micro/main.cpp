// Microbenchmarks of the rooms through which an event passes, with Google Benchmark. Build with the preset
// "release".
// usage: coinformer-micro [--smoke] [--benchmark_filter=REGEX] [--benchmark_...]
// --smoke    runs little of everything, briefly: it shows that the benchmarks work, not how fast the library
// is

#include "micro.hpp"

#include <cstring>

namespace {

bool failed = false;

} // namespace

void micro::fail(benchmark::State& state, char const* why)
{
    failed = true; // Google Benchmark prints the error, and ends with 0
    state.SkipWithError(why);
}

int main(int argc, char** argv)
{
    micro::sizes how_many;
    static char briefly[] = "--benchmark_min_time=0.001";
    std::vector<char*> arguments{argv[0]};
    for (int i = 1; i < argc; ++i) {
        bool const smoke = std::strcmp(argv[i], "--smoke") == 0;
        if (smoke)
            how_many = {.objects = {1000},
                        .read_objects = {1000},
                        .handlers = {1, 10, 100},
                        .pods = 10,
                        .read_batches = 20};
        arguments.push_back(smoke ? briefly : argv[i]);
    }
    micro::add_decode(how_many);
    micro::add_queue(how_many);
    micro::add_store(how_many);
    micro::add_dispatch(how_many);
    micro::add_reads(how_many);
    micro::add_whole(how_many);
    micro::add_warm(how_many);

    auto count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
    auto const ran = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return failed || ran == 0 ? 1 : 0;
}
