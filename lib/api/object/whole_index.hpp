#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

// The index of a whole object: it says where the members of the object's containers begin, so that a read
// does not go over all bytes before its member. It lies in the object's block, right behind the object's
// bytes, and is made when the object is decoded:
//
//   flags (1 byte) | number of groups (1) | groups | tags (1 byte for each entry) | positions
//
// A group lists all members of one container, in their order: of an object its keys, of an array its
// elements, and of a map in protobuf its entries. Its two numbers are the container's position, and the
// number of entries up to its end. A tag is a hash of a key, so that a search reads one or two keys. Numbers
// and positions have 2 bytes if the object has less than 64 KB, and otherwise 4.
//
// The index takes at most 1/26 of the object's bytes (`index_share`), and at least one byte. A group that has
// no room is left out, and reads then go over the bytes of its container.

namespace coinformer::detail {

inline constexpr std::size_t index_share = 26;
/// The index of an object that has none.
inline constexpr std::string_view no_index{"\0", 1};

/// The two maps that are read most often. They are found without a search through the groups.
enum class whole_part : std::uint8_t { labels, annotations };
inline constexpr std::size_t whole_part_count = 2;
/// Returns the name of the map in the metadata.
constexpr std::string_view name_of(whole_part p) noexcept
{
    return p == whole_part::labels ? std::string_view("labels") : std::string_view("annotations");
}

/// Returns a hash of a key in one byte. Equal tags only cost a comparison, so that a hash which somebody can
/// predict does no harm beyond what a read without an index costs.
inline std::uint8_t key_tag(std::string_view key) noexcept
{
    if (key.empty()) return 0;
    auto const byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(key[i]));
    };
    return static_cast<std::uint8_t>(key.size() * 5 + byte(0) * 3 + byte(key.size() / 2) * 7 +
                                     byte(key.size() - 1) * 11);
}

/// Reads an index. It is a view of the object's block.
class whole_index {
public:
    /// Flags. If there are no groups, the flags are the whole index.
    static constexpr std::uint8_t has_groups = 1, is_wide = 2;
    static constexpr std::uint8_t knows(whole_part p) noexcept
    {
        return static_cast<std::uint8_t>(4 << bit(p));
    }
    static constexpr std::uint8_t lists(whole_part p) noexcept
    {
        return static_cast<std::uint8_t>(16 << bit(p));
    }

    /// An index that lists nothing.
    whole_index() noexcept : p_("") {}
    explicit whole_index(char const* behind_object) noexcept : p_(behind_object) {}

    /// The members of one container.
    class members {
    public:
        members() noexcept = default;
        members(char const* tags, char const* positions, std::uint32_t count, bool wide) noexcept
            : tags_(tags), positions_(positions), count_(count), is_wide_(wide)
        {
        }
        std::uint32_t size() const noexcept { return count_; }
        /// Returns the first entry from `i` on that has this tag, or size().
        std::uint32_t find(std::uint8_t tag, std::uint32_t i = 0) const noexcept
        {
            auto const* const at = i < count_ ? std::memchr(tags_ + i, tag, count_ - i) : nullptr;
            return at ? static_cast<std::uint32_t>(static_cast<char const*>(at) - tags_) : count_;
        }
        /// Returns the distance from the beginning of the object's bytes.
        std::uint32_t position(std::uint32_t i) const noexcept { return number_at(positions_, i, is_wide_); }

    private:
        char const* tags_ = nullptr;
        char const* positions_ = nullptr;
        std::uint32_t count_ = 0;
        bool is_wide_ = false;
    };

    /// Returns true if members_of() has all entries of this map. They are none if the object lacks the map.
    bool knows_all(whole_part p) const noexcept { return flags() & knows(p); }
    members members_of(whole_part p) const noexcept
    {
        if (!(flags() & lists(p))) return {};
        return group(p == whole_part::annotations && flags() & lists(whole_part::labels) ? 1 : 0);
    }
    /// Finds the members of the container at this position. Returns false if they are not listed.
    bool find(std::size_t container, members& found) const noexcept;

private:
    static constexpr int bit(whole_part p) noexcept { return static_cast<int>(p); }
    static std::uint32_t number_at(char const* numbers, std::size_t i, bool wide) noexcept
    {
        if (wide) {
            std::uint32_t n;
            std::memcpy(&n, numbers + i * sizeof n, sizeof n);
            return n;
        }
        std::uint16_t n;
        std::memcpy(&n, numbers + i * sizeof n, sizeof n);
        return n;
    }
    std::uint8_t flags() const noexcept { return static_cast<std::uint8_t>(*p_); }
    bool wide() const noexcept { return flags() & is_wide; }
    std::size_t group_count() const noexcept
    {
        return flags() & has_groups ? static_cast<unsigned char>(p_[1]) : 0;
    }
    std::uint32_t container(std::size_t group) const noexcept { return number_at(p_ + 2, 2 * group, wide()); }
    std::uint32_t end(std::size_t group) const noexcept { return number_at(p_ + 2, 2 * group + 1, wide()); }
    members group(std::size_t g) const noexcept;

    char const* p_;
};

/// Makes an index while the bytes of an object are gone over. It keeps its memory from one object to the
/// next.
///
/// It notes all members that it is told of, up to a limit in proportion to the object's bytes, and in the end
/// keeps those groups for which there is room.
///
/// Threads    that of the indexer to which it belongs.
class whole_index_writer {
public:
    using group = std::uint32_t;
    /// The kinds of groups, by what they list. If there is not room for all groups, those of the first kinds
    /// are kept. Metadata comes late, because its other members are few, and are found quickly without an
    /// index.
    enum class rank : std::uint8_t { labels, annotations, object, member, metadata, inner, dropped };
    static constexpr rank rank_of(whole_part p) noexcept { return static_cast<rank>(p); }

    /// Begins the index of an object of `size` bytes.
    void begin(std::size_t size);
    /// Begins a group.
    group open(std::size_t container, rank r);
    /// Adds a member to a group. Returns false if no more members can be noted: the group is then left out.
    bool add(group to, std::size_t position, std::uint8_t tag)
    {
        auto& g = groups_[to];
        if (is_full_ || entries_.size() == most_entries_) {
            is_full_ = true;
            g.which = rank::dropped;
            return false;
        }
        entries_.push_back({static_cast<std::uint32_t>(position), 0, tag});
        auto const added = static_cast<std::uint32_t>(entries_.size());
        (g.last ? entries_[g.last - 1].next : g.first) = added;
        g.last = added;
        ++g.count;
        return true;
    }
    /// Leaves a group out, because reading its container is quick.
    void drop(group g) noexcept { groups_[g].which = rank::dropped; }
    /// Says that this map cannot be listed. A map that is neither listed nor given up has no entries.
    void give_up(whole_part p) noexcept { has_part_[static_cast<std::size_t>(p)] = true; }
    /// Ends the index, and returns its bytes, which are valid until the next begin().
    std::string_view finish();

private:
    struct entry {
        std::uint32_t position;
        std::uint32_t next; // the next entry of its group, as index + 1; 0: none
        std::uint8_t tag;
    };
    struct noted_group {
        std::uint32_t container;
        std::uint32_t first, last; // as `next`
        std::uint32_t count;
        rank which;
    };

    void choose();
    template <class Number>
    void write(std::size_t count) noexcept;

    std::vector<entry> entries_;
    std::vector<noted_group> groups_;
    std::vector<noted_group const*> chosen_;
    std::string made_;
    std::size_t size_ = 0;
    std::size_t width_ = 2; // bytes of a number
    // Twice as many as can be kept, because the groups that come first need not be those that are kept. The
    // limit makes an object of nothing but keys take little time and memory here.
    std::size_t most_entries_ = 0;
    bool has_part_[whole_part_count]{};
    bool is_full_ = false;
};

} // namespace coinformer::detail
