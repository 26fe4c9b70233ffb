#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

/// The field whose hash says to which shard an object belongs. These are the two that a kube-apiserver knows
/// (KEP-5866).
enum class shard_field {
    uid, ///< metadata.uid: spreads objects evenly
    ns,  ///< metadata.namespace: keeps the objects of a namespace together, and a large one is not divided
};

/// Returns the hash by which a kube-apiserver shards: 64-bit FNV-1a of the field's bytes.
std::uint64_t shard_hash(std::string_view field) noexcept;

/// Ranges of 64-bit hashes: the part of a collection that one process takes.
///
///     auto const first_half = shard_ranges::between(0, 0x7fff'ffff'ffff'ffff);
///     bool const mine = first_half.contains(shard_hash(one_pod.metadata.uid));
///
/// The ranges are sorted, and neither overlap nor touch each other.
class shard_ranges {
public:
    /// The hashes from `first` to `last`, both included, because the end of the last range has no number of
    /// 64 bits.
    struct range {
        std::uint64_t first = 0, last = 0;
        friend bool operator==(range const&, range const&) = default;
    };

    /// No hash at all.
    shard_ranges() = default;
    /// One range. Errors: errc::bad_request if `first` is greater than `last`.
    static shard_ranges between(std::uint64_t first, std::uint64_t last);
    /// Every hash.
    static shard_ranges all();
    /// Returns part number `index` of `count` equal parts; the first one has index 0. For a StatefulSet, in
    /// which each pod takes the part of its ordinal. Errors: errc::bad_request unless index < count.
    static shard_ranges part(std::uint64_t index, std::uint64_t count);

    bool contains(std::uint64_t hash) const noexcept;
    bool empty() const noexcept { return ranges_.empty(); }
    bool is_all() const noexcept { return *this == all(); }
    std::vector<range> const& ranges() const noexcept { return ranges_; }
    /// The part of the hashes that are in these ranges: 0 to 1.
    double fraction() const noexcept;

    friend bool operator==(shard_ranges const&, shard_ranges const&) = default;
    friend shard_ranges operator|(shard_ranges const& a, shard_ranges const& b); ///< what is in either
    friend shard_ranges operator-(shard_ranges const& a, shard_ranges const& b); ///< what is only in `a`
    friend shard_ranges operator&(shard_ranges const& a, shard_ranges const& b); ///< what is in both

    /// Returns the text that the API parameter `shardSelector` takes:
    /// "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')", joined by " || ". Empty
    /// if there is no range.
    std::string selector(shard_field field) const;

private:
    void add(range more); // it begins at or behind the begin of the last one

    std::vector<range> ranges_;
};

} // namespace coinformer
