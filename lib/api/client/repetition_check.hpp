#pragma once

#include "core/hash_text.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace coinformer::detail {

/// Recognises a list without an end, which brings the same objects again and again, on one page or on many.
///
/// It remembers a hash of each key (8 to 16 bytes an object), and compares the number of objects that came
/// with the number of different ones. An honest list brings each object once.
///
/// The page_requests that read the list call it, on the client's strand.
class repetition_check {
public:
    /// A list is endless if it brings this many objects more than twice the number of its different objects.
    static constexpr std::size_t most_repeats = 10'000;

    /// Begins a page, perhaps for the second time after a failure: objects of an unfinished page no longer
    /// count.
    void begin_page() noexcept { object_count_ = count_in_whole_pages_; }
    void end_page() noexcept { count_in_whole_pages_ = object_count_; }

    /// Notes an object of the list. Returns true if the list is endless.
    bool is_endless_with(object_key const& key)
    {
        ++object_count_;
        keys_.push_back(hash_text(key.name, hash_text(key.ns)));
        if (keys_.size() < next_check_size_) return false;
        std::ranges::sort(keys_);
        auto const same = std::ranges::unique(keys_);
        keys_.erase(same.begin(), same.end());
        // The interval grows with the list, so that all sorting together costs n log n.
        next_check_size_ = keys_.size() + std::max(keys_.size(), most_repeats);
        return object_count_ > 2 * keys_.size() + most_repeats;
    }

private:
    std::vector<std::uint64_t> keys_; // the hashes; sorted and different up to the size at the last look
    std::size_t next_check_size_ = most_repeats; // the number of hashes at which the next look is due
    std::size_t object_count_ = 0;
    std::size_t count_in_whole_pages_ = 0;
};

} // namespace coinformer::detail
