#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

class zstd_dictionary;

/// Compresses the objects of one projection that came in one form, with a dictionary made from earlier
/// objects.
///
/// There are at most four dictionaries, each made from samples that lie farther apart than those of the one
/// before: a list begins with objects that are more alike than later ones.
///
/// Threads    any; compress() does not wait for another thread.
class compressor {
public:
    /// Returns the object in compressed form, or as it is if that is smaller.
    std::string compress(std::string plain);
    /// Goes on with dictionaries of an earlier process, of which the last is the best, unless it has made
    /// some itself: objects that are read from a snapshot have these, and further ones would take more
    /// memory.
    void adopt(std::vector<zstd_dictionary const*> const& earlier);

private:
    void sample(std::string_view plain);

    std::atomic<zstd_dictionary const*> newest_ = nullptr;
    std::atomic<std::uint64_t> object_count_ = 0;
    std::atomic<std::uint32_t> sample_interval_ = 4; // objects; 0: no more samples
    std::mutex lock_;                                // guards the members below
    std::vector<std::string> samples_;
    std::size_t sample_bytes_ = 0;
    unsigned dictionaries_ = 0;
};

} // namespace coinformer::detail
