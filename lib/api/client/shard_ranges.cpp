#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/core/error.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

namespace coinformer {

namespace {

constexpr auto greatest = std::numeric_limits<std::uint64_t>::max();

std::string hexadecimal(std::uint64_t number)
{
    std::array<char, 24> text{};
    auto const n =
        std::snprintf(text.data(), text.size(), "0x%016llx", static_cast<unsigned long long>(number));
    return {text.data(), static_cast<std::size_t>(n)};
}

// The upper bound is exclusive, and that of the last range has 17 digits.
std::string upper_bound_behind(std::uint64_t last)
{
    return last == greatest ? "0x10000000000000000" : hexadecimal(last + 1);
}

} // namespace

std::uint64_t shard_hash(std::string_view field) noexcept
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (char const byte : field) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 0x100000001b3;
    }
    return hash;
}

shard_ranges shard_ranges::between(std::uint64_t first, std::uint64_t last)
{
    if (first > last) throw api_error(errc::bad_request, "shard_ranges", "a range ends before it begins");
    shard_ranges one;
    one.ranges_.push_back({first, last});
    return one;
}

shard_ranges shard_ranges::all()
{
    return between(0, greatest);
}

shard_ranges shard_ranges::part(std::uint64_t index, std::uint64_t count)
{
    if (index >= count)
        throw api_error(errc::bad_request, "shard_ranges",
                        "part " + std::to_string(index) + " of " + std::to_string(count) +
                            ": the first part has index 0");
    // 2^64 / count, and the parts at the end are longer by one if that leaves a rest
    auto const size = greatest / count, rest = greatest % count + 1;
    auto const begin_of = [&](std::uint64_t i) {
        return i * size + (i > count - rest ? i - (count - rest) : 0);
    };
    return between(begin_of(index), index + 1 == count ? greatest : begin_of(index + 1) - 1);
}

bool shard_ranges::contains(std::uint64_t hash) const noexcept
{
    auto const behind = std::ranges::upper_bound(ranges_, hash, {}, &range::first);
    return behind != ranges_.begin() && hash <= std::prev(behind)->last;
}

double shard_ranges::fraction() const noexcept
{
    double sum = 0;
    for (auto const& r : ranges_) sum += (static_cast<double>(r.last - r.first) + 1) / 0x1p64;
    return sum;
}

void shard_ranges::add(range more)
{
    bool const touches =
        !ranges_.empty() && (ranges_.back().last == greatest || more.first <= ranges_.back().last + 1);
    if (touches)
        ranges_.back().last = std::max(ranges_.back().last, more.last);
    else
        ranges_.push_back(more);
}

shard_ranges operator|(shard_ranges const& a, shard_ranges const& b)
{
    std::vector<shard_ranges::range> both;
    std::ranges::merge(a.ranges_, b.ranges_, std::back_inserter(both), {}, &shard_ranges::range::first,
                       &shard_ranges::range::first);
    shard_ranges joined;
    for (auto const& r : both) joined.add(r);
    return joined;
}

shard_ranges operator-(shard_ranges const& a, shard_ranges const& b)
{
    shard_ranges left;
    for (auto r : a.ranges_) {
        bool any_left = true;
        for (auto const& gone : b.ranges_) {
            if (gone.last < r.first || gone.first > r.last) continue;
            if (gone.first > r.first) left.add({r.first, gone.first - 1});
            any_left = gone.last < r.last;
            if (!any_left) break;
            r.first = gone.last + 1;
        }
        if (any_left) left.add(r);
    }
    return left;
}

shard_ranges operator&(shard_ranges const& a, shard_ranges const& b)
{
    return a - (a - b);
}

std::string shard_ranges::selector(shard_field field) const
{
    auto const* const path = field == shard_field::uid ? "object.metadata.uid" : "object.metadata.namespace";
    std::string text;
    for (auto const& r : ranges_) {
        if (!text.empty()) text += " || ";
        text += std::string("shardRange(") + path + ", '" + hexadecimal(r.first) + "', '" +
                upper_bound_behind(r.last) + "')";
    }
    return text;
}

} // namespace coinformer
