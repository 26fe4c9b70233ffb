#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

// The parts that the files of this program share. Each of them registers the benchmarks of one part of the
// library.

namespace micro {

/// The sizes of all inputs. The smoke run has small ones, and so still runs all of the code.
struct sizes {
    std::vector<std::size_t> objects{10'000, 100'000, 1'000'000};
    std::vector<std::size_t> read_objects{100'000, 1'000'000};
    std::vector<std::size_t> handlers{1, 10, 1000, 100'000};
    unsigned pods = 2000;
    std::size_t read_batches =
        4000; ///< batches of 50 changes, one per millisecond; more of them where turns are long
};

void add_decode(sizes const& how_many);
void add_queue(sizes const& how_many);
void add_store(sizes const& how_many);
void add_dispatch(sizes const& how_many);
void add_reads(sizes const& how_many);
void add_whole(sizes const& how_many);
void add_warm(sizes const& how_many);

/// Reports that the benchmark did not measure what its name says, so that the program ends with an error.
void fail(benchmark::State& state, char const* why);

/// Returns the number of allocations of this thread until now. It is always 0 under a sanitizer, which brings
/// its own operator new.
std::size_t allocations() noexcept;

} // namespace micro
