#include "api/object/compressor.hpp"

#include "api/object/zstd_dictionary.hpp"

namespace coinformer::detail {

namespace {

constexpr std::size_t longest_sample = 8 * 1024;
constexpr std::size_t bytes_for_dictionary = 64 * 1024;
constexpr std::uint32_t interval_growth = 16; // the factor by which the interval grows for each dictionary
constexpr unsigned max_dictionaries = 4;

} // namespace

std::string compressor::compress(std::string plain)
{
    auto const every = sample_interval_.load(std::memory_order_relaxed);
    if (every != 0 && object_count_.fetch_add(1, std::memory_order_relaxed) % every == 0) sample(plain);
    auto frame = zstd_compress(plain, newest_.load(std::memory_order_acquire));
    return frame.size() < plain.size() ? frame : plain;
}

void compressor::adopt(std::vector<zstd_dictionary const*> const& earlier)
{
    std::lock_guard const hold(lock_);
    if (earlier.empty() || dictionaries_ != 0) return;
    newest_.store(earlier.back(), std::memory_order_release);
    auto interval = sample_interval_.load(std::memory_order_relaxed);
    for (; dictionaries_ != max_dictionaries && dictionaries_ != earlier.size(); ++dictionaries_)
        interval *= interval_growth;
    sample_interval_.store(dictionaries_ == max_dictionaries ? 0 : interval, std::memory_order_relaxed);
    samples_ = {};
    sample_bytes_ = 0;
}

void compressor::sample(std::string_view plain)
{
    // no thread waits: it does not matter if a sample is missed
    std::unique_lock const hold(lock_, std::try_to_lock);
    if (!hold || dictionaries_ == max_dictionaries) return;
    sample_bytes_ += samples_.emplace_back(plain.substr(0, longest_sample)).size();
    if (sample_bytes_ < bytes_for_dictionary) return;
    if (auto const* const made = zstd_dictionary::make(samples_))
        newest_.store(made, std::memory_order_release);
    samples_ = {};
    sample_bytes_ = 0;
    sample_interval_.store(++dictionaries_ == max_dictionaries
                               ? 0
                               : sample_interval_.load(std::memory_order_relaxed) * interval_growth,
                           std::memory_order_relaxed);
}

} // namespace coinformer::detail
