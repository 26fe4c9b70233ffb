#include "api/object/whole_index.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::size_t index_head = 2;             // flags, and the number of groups
constexpr std::size_t most_groups = 32;           // a search goes through them
constexpr std::size_t largest_kept_notes = 8'192; // entries; more are freed, after a very large object
constexpr std::size_t narrow_size = 0xffff;       // bytes; positions in larger objects need 4 bytes

std::size_t width_of(std::size_t object_size) noexcept
{
    return object_size <= narrow_size ? 2 : 4;
}

} // namespace

bool whole_index::find(std::size_t container_at, members& found) const noexcept
{
    for (std::size_t g = 0, count = group_count(); g != count; ++g)
        if (container(g) == container_at) {
            found = group(g);
            return true;
        }
    return false;
}

whole_index::members whole_index::group(std::size_t g) const noexcept
{
    auto const width = wide() ? 4U : 2U;
    auto const count = group_count();
    auto const begin = g == 0 ? 0 : end(g - 1);
    auto const* const tags = p_ + index_head + 2 * width * count;
    auto const* const positions = tags + end(count - 1);
    return {tags + begin, positions + std::size_t(begin) * width, end(g) - begin, wide()};
}

void whole_index_writer::begin(std::size_t size)
{
    if (entries_.capacity() > largest_kept_notes) {
        entries_ = {};
        groups_ = {};
        made_ = {};
    }
    entries_.clear();
    groups_.clear();
    chosen_.clear();
    size_ = size;
    width_ = width_of(size);
    most_entries_ = 64 + 2 * size / index_share / (width_ + 1);
    has_part_[0] = has_part_[1] = false;
    is_full_ = false;
}

whole_index_writer::group whole_index_writer::open(std::size_t container, rank r)
{
    if (r <= rank::annotations) has_part_[static_cast<std::size_t>(r)] = true;
    groups_.push_back({static_cast<std::uint32_t>(container), 0, 0, 0, r});
    return static_cast<group>(groups_.size() - 1);
}

void whole_index_writer::choose()
{
    auto left = size_ / index_share - index_head;
    for (auto r = rank::labels; r != rank::dropped; r = static_cast<rank>(static_cast<int>(r) + 1))
        for (auto const& g : groups_) {
            auto const bytes = 2 * width_ + g.count * (width_ + 1);
            if (g.which != r || bytes > left || chosen_.size() == most_groups) continue;
            left -= bytes;
            chosen_.push_back(&g);
        }
}

std::string_view whole_index_writer::finish()
{
    if (size_ / index_share < index_head) return no_index;
    choose();
    unsigned flags = chosen_.empty() ? 0 : whole_index::has_groups;
    if (width_ == 4) flags |= whole_index::is_wide;
    for (auto const part : {whole_part::labels, whole_part::annotations}) {
        bool const is_chosen =
            std::ranges::any_of(chosen_, [&](auto const* g) { return g->which == rank_of(part); });
        bool const is_absent = !has_part_[static_cast<std::size_t>(part)] && !is_full_;
        if (is_chosen) flags |= whole_index::lists(part);
        if (is_chosen || is_absent) flags |= whole_index::knows(part);
    }
    std::size_t count = 0;
    for (auto const* g : chosen_) count += g->count;
    made_.resize(index_head + chosen_.size() * 2 * width_ + count * (1 + width_));
    made_[0] = static_cast<char>(flags);
    made_[1] = static_cast<char>(chosen_.size());
    width_ == 2 ? write<std::uint16_t>(count) : write<std::uint32_t>(count);
    return made_;
}

template <class Number>
void whole_index_writer::write(std::size_t count) noexcept
{
    auto* at = made_.data() + index_head;
    auto const put = [&](std::uint32_t n) {
        auto const number = static_cast<Number>(n);
        std::memcpy(at, &number, sizeof number);
        at += sizeof number;
    };
    std::uint32_t end = 0;
    for (auto const* g : chosen_) {
        put(g->container);
        put(end += g->count);
    }
    auto* tag = std::exchange(at, at + count);
    for (auto const* g : chosen_)
        for (auto i = g->first; i != 0; i = entries_[i - 1].next) {
            *tag++ = static_cast<char>(entries_[i - 1].tag);
            put(entries_[i - 1].position);
        }
}

} // namespace coinformer::detail
