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

/// Compresses the objects of one projection that came in one form, with a dictionary of those that were met before.
/// There are four at most, each of objects ever farther apart: a list begins with those that are most alike. Threads:
/// any; none waits for another.
class compressor {
public:
    /// Itself where compressing does not make it smaller.
    std::string compress(std::string plain);

private:
    void sample(std::string_view plain);

    std::atomic<zstd_dictionary const*> newest_ = nullptr;
    std::atomic<std::uint64_t> met_ = 0;
    std::atomic<std::uint32_t> every_ = 4; // so many of them one is a sample; 0: no more
    std::mutex lock_;                      // of what follows
    std::vector<std::string> samples_;
    std::size_t bytes_ = 0;
    unsigned dictionaries_ = 0;
};

} // namespace coinformer::detail
