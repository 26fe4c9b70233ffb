#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

// What the files of this program share. Each of them registers the benchmarks of one noun.

namespace micro {

/// How much of everything: the smoke run has little of each, and so runs all of the code.
struct sizes {
    std::vector<std::size_t> objects{10'000, 100'000, 1'000'000};
    std::vector<std::size_t> read_objects{100'000, 1'000'000};
    std::vector<std::size_t> handlers{1, 10, 1000, 100'000};
    unsigned pods = 2000;
    std::size_t read_batches = 4000; ///< of 50 changes, one a millisecond; more where turns are long
};

void add_decode(sizes const& how_many);
void add_queue(sizes const& how_many);
void add_store(sizes const& how_many);
void add_dispatch(sizes const& how_many);
void add_reads(sizes const& how_many);

/// The benchmark measured something else than it says: the program ends with an error.
void fail(benchmark::State& state, char const* why);

/// By this thread so far; always 0 under a sanitizer, which has an operator new of its own.
std::size_t allocations() noexcept;

} // namespace micro
