#include "api/object/whole_index.hpp"

namespace coinformer::detail {

namespace {

constexpr std::size_t index_head = 2;             // flags, and the number of groups
constexpr std::size_t most_groups = 255;          // their number is one byte
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
    }
    entries_.clear();
    groups_.clear();
    chosen_.clear();
    size_ = size;
    given_up_[0] = given_up_[1] = false;
    is_full_ = false;
}

whole_index_writer::group whole_index_writer::open(std::size_t container, unsigned depth, std::size_t part)
{
    auto const rank = part != no_part ? part : whole_part_count + depth;
    groups_.push_back({static_cast<std::uint32_t>(container), 0, 0, 0, static_cast<std::uint8_t>(rank)});
    return static_cast<group>(groups_.size() - 1);
}

// Notes twice as many entries as could be kept, because the groups that come first need not be those that are
// kept. The limit makes an object of nothing but keys take little time and memory here.
bool whole_index_writer::add(group to, std::size_t position, std::uint8_t tag)
{
    auto const most = 64 + 2 * size_ / index_share / (width_of(size_) + 1);
    auto& g = groups_[to];
    if (is_full_ || entries_.size() == most) {
        is_full_ = true;
        g.rank = dropped;
        return false;
    }
    entries_.push_back({static_cast<std::uint32_t>(position), 0, tag});
    auto const added = static_cast<std::uint32_t>(entries_.size());
    (g.last ? entries_[g.last - 1].next : g.first) = added;
    g.last = added;
    ++g.count;
    return true;
}

void whole_index_writer::choose()
{
    auto const width = width_of(size_);
    auto left = size_ / index_share - index_head;
    constexpr std::uint8_t ranks = whole_part_count + 3; // the containers of three levels are listed
    for (std::uint8_t rank = 0; rank != ranks; ++rank)
        for (auto const& g : groups_) {
            auto const bytes = 2 * width + g.count * (width + 1);
            if (g.rank != rank || bytes > left || chosen_.size() == most_groups) continue;
            left -= bytes;
            chosen_.push_back(&g);
        }
}

std::string whole_index_writer::finish()
{
    if (size_ / index_share < index_head) return std::string(1, '\0');
    choose();
    unsigned flags = chosen_.empty() ? 0 : whole_index::has_groups;
    if (width_of(size_) == 4) flags |= whole_index::is_wide;
    for (auto const part : {whole_part::labels, whole_part::annotations}) {
        auto const rank = static_cast<std::uint8_t>(part);
        bool is_noted = false, is_chosen = false;
        for (auto const& g : groups_) is_noted |= g.rank == rank;
        for (auto const* g : chosen_) is_chosen |= g->rank == rank;
        bool const is_absent = !is_noted && !given_up_[rank] && !is_full_;
        if (is_chosen) flags |= whole_index::lists(part);
        if (is_chosen || is_absent) flags |= whole_index::knows(part);
    }
    std::string made;
    made += static_cast<char>(flags);
    if (chosen_.empty()) return made;
    made += static_cast<char>(chosen_.size());
    std::uint32_t end = 0;
    for (auto const* g : chosen_) {
        write_number(made, g->container);
        write_number(made, end += g->count);
    }
    for (auto const* g : chosen_)
        for (auto i = g->first; i != 0; i = entries_[i - 1].next) made += static_cast<char>(entries_[i - 1].tag);
    for (auto const* g : chosen_)
        for (auto i = g->first; i != 0; i = entries_[i - 1].next) write_number(made, entries_[i - 1].position);
    return made;
}

void whole_index_writer::write_number(std::string& to, std::uint32_t number) const
{
    auto const narrow = static_cast<std::uint16_t>(number);
    if (width_of(size_) == 2)
        to.append(reinterpret_cast<char const*>(&narrow), sizeof narrow);
    else
        to.append(reinterpret_cast<char const*>(&number), sizeof number);
}

} // namespace coinformer::detail
