#pragma once

#include <coinformer/api/compact.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer {

namespace detail {

/// The keys of a map of strings: their number, where each of them ends, and their characters. Many objects
/// have the same keys. Key sets that are seen again and again are shared between objects and live as long as
/// the process; the others lie in the object's block.
class key_set {
public:
    std::uint32_t size() const noexcept { return size_; }
    std::string_view operator[](std::size_t i) const noexcept
    {
        auto const begin = i == 0 ? 0 : ends()[i - 1];
        return {reinterpret_cast<char const*>(ends() + size_) + begin, ends()[i] - begin};
    }

    /// Returns the size of a key set.
    static constexpr std::size_t bytes(std::size_t count, std::size_t characters) noexcept
    {
        return sizeof(key_set) + count * sizeof(std::uint32_t) + characters;
    }

private:
    friend key_set* make_key_set(void* at, struct tape_entry const* keys, std::uint32_t count) noexcept;
    std::uint32_t const* ends() const noexcept { return reinterpret_cast<std::uint32_t const*>(this + 1); }
    std::uint32_t size_;
};

/// The shared key sets, one behind the other. It is one array, so that a label_table can name a key set by a
/// 31-bit offset. Pages of it that were never written to take no memory.
extern char shared_key_sets[1024 * 1024];

/// The part of a `labels` that lies in the block: which keys it has, where its values begin and, behind this
/// struct, where each of them ends.
class label_table {
public:
    /// To be placed at `at`. `keys` are either shared, or lie behind `at` in the same block. `values` is the
    /// distance from `at` to the first value; `width` is the number of bytes in which each end is written: 1,
    /// 2 or 4.
    label_table(key_set const& keys, char const* at, std::uint32_t values, std::uint32_t width) noexcept
        : values_(values << 2 | width >> 1)
    {
        auto const* const k = reinterpret_cast<char const*>(&keys);
        bool const is_shared = k >= shared_key_sets && k < shared_key_sets + sizeof shared_key_sets;
        keys_ = static_cast<std::uint32_t>(k - (is_shared ? shared_key_sets : at)) << 1 |
                std::uint32_t(is_shared);
    }
    key_set const& keys() const noexcept
    {
        auto const* const from = keys_ & 1 ? shared_key_sets : reinterpret_cast<char const*>(this);
        return *reinterpret_cast<key_set const*>(from + (keys_ >> 1));
    }
    std::string_view value(std::size_t i) const noexcept
    {
        auto const begin = i == 0 ? 0 : end(i - 1);
        return {reinterpret_cast<char const*>(this) + (values_ >> 2) + begin, end(i) - begin};
    }

    /// Returns the size of a table with its ends.
    static constexpr std::size_t bytes(std::size_t count, std::uint32_t width) noexcept
    {
        return 2 * sizeof(std::uint32_t) + count * width;
    }

private:
    std::uint32_t end(std::size_t i) const noexcept
    {
        switch (values_ & 3) {
        case 0: return reinterpret_cast<std::uint8_t const*>(this + 1)[i];
        case 1: return reinterpret_cast<std::uint16_t const*>(this + 1)[i];
        default: return reinterpret_cast<std::uint32_t const*>(this + 1)[i];
        }
    }

    std::uint32_t keys_;   // twice the offset, from here or (if the lowest bit is set) in shared_key_sets
    std::uint32_t values_; // four times the offset from here, plus half of the width of an end
};
static_assert(sizeof(label_table) == 8);

} // namespace detail

/// One entry of `labels`. The views are valid while the object exists.
struct label {
    std::string_view key;
    std::string_view value;
};

/// A map of strings (labels, annotations, selectors, resource lists) in the object's own block of memory and
/// in the server's order. Keys that many objects have in common are in memory once. If a key is there twice,
/// find() returns the first. Empty if the JSON has no such member.
class labels {
public:
    /// Makes each label when it is dereferenced: labels are pairs of views, which lie nowhere as such.
    class const_iterator {
    public:
        using value_type = label;
        using reference = label;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using iterator_concept = std::forward_iterator_tag;

        const_iterator() noexcept = default;
        const_iterator(detail::label_table const* of, std::size_t at) noexcept : of_(of), at_(at) {}
        label operator*() const noexcept { return {of_->keys()[at_], of_->value(at_)}; }
        const_iterator& operator++() noexcept
        {
            ++at_;
            return *this;
        }
        const_iterator operator++(int) noexcept { return {of_, at_++}; }
        friend bool operator==(const_iterator const&, const_iterator const&) noexcept = default;

    private:
        detail::label_table const* of_ = nullptr;
        std::size_t at_ = 0;
    };
    using value_type = label;

    labels() = default;

    const_iterator begin() const noexcept { return {table(), 0}; }
    const_iterator end() const noexcept { return {table(), size()}; }
    std::size_t size() const noexcept { return ref_.size; }
    bool empty() const noexcept { return ref_.size == 0; }

    /// Returns the value of a key, or nullopt if there is no such key.
    std::optional<std::string_view> find(std::string_view key) const noexcept
    {
        for (std::size_t i = 0; i != size(); ++i)
            if (table()->keys()[i] == key) return table()->value(i);
        return std::nullopt;
    }
    bool contains(std::string_view key) const noexcept { return find(key).has_value(); }
    /// Returns the value of a key, or `otherwise` if there is no such key.
    std::string_view value_or(std::string_view key, std::string_view otherwise) const noexcept
    {
        return find(key).value_or(otherwise);
    }
    std::map<std::string, std::string> to_owned() const;

private:
    detail::label_table const* table() const noexcept { return ref_.data<detail::label_table>(); }
    detail::block_ref ref_;
};

static_assert(sizeof(labels) == 8);
static_assert(!std::is_move_constructible_v<labels>);

} // namespace coinformer
