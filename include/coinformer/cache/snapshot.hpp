#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/api/selector.hpp>
#include <coinformer/api/shard_ranges.hpp>

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace coinformer {

namespace detail {

struct store_state;

/// A snapshot without the type of its objects: a counted reference to a state of the store that no write
/// changes any more.
///
/// Each object has a slot, a number below slots(), which it keeps as long as it is in the store. A slot that
/// no object has is free, and may be given to another object later.
class snapshot_ref {
public:
    explicit snapshot_ref(std::shared_ptr<store_state const> state) noexcept : state_(std::move(state)) {}

    std::size_t size() const noexcept;
    std::string const& version() const noexcept;
    shard_ranges share() const;
    object_ref find(object_key const& key) const; ///< null if there is no such object
    std::optional<std::uint32_t> slot_of(object_key const& key) const;
    std::uint32_t slots() const noexcept;
    object_ref const& at(std::uint32_t slot) const; ///< null for a free slot
    /// Returns the slots of the objects that an index files under a value, in ascending order. Returns null
    /// if there are none. Errors: errc::unknown_index.
    std::vector<std::uint32_t> const* filed_under(std::string_view index, std::string_view value) const;
    /// Returns the objects that an index files under any of the values, each once. Errors:
    /// errc::unknown_index.
    std::vector<object_ref> filed_under_any(std::string_view index,
                                            std::vector<std::string_view> const& values) const;
    std::vector<std::string> index_names() const;
    std::vector<std::string> values_of(std::string_view index) const;
    std::vector<object_ref> page(object_key after, std::size_t limit, std::string_view ns) const;

private:
    std::shared_ptr<store_state const> state_;
};

inline constexpr std::string_view namespace_index = "namespace";

/// Gives the objects their type back.
template <class T>
std::vector<object_ptr<T>> typed(std::vector<object_ref> objects)
{
    std::vector<object_ptr<T>> found;
    found.reserve(objects.size());
    for (auto& object : objects) found.emplace_back(std::move(object));
    return found;
}

} // namespace detail

/// A range of the objects of a snapshot. Objects that stay in the store have the same order in each snapshot.
///
/// Threads    any.
/// Lifetime   holds the snapshot; its iterators are valid as long as the range is.
template <class T>
class object_range {
public:
    class iterator {
    public:
        using value_type = object_ptr<T>;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using reference = object_ptr<T>;
        using pointer = void;

        iterator() = default;
        iterator(object_range const* range, std::uint32_t i) : range_(range), i_(i) { skip_free(); }

        object_ptr<T> operator*() const { return object_ptr<T>(range_->nth(i_)); }
        iterator& operator++()
        {
            ++i_;
            skip_free();
            return *this;
        }
        iterator operator++(int)
        {
            auto const was = *this;
            ++*this;
            return was;
        }
        friend bool operator==(iterator const&, iterator const&) = default;

    private:
        void skip_free()
        {
            while (i_ < range_->end_ && !range_->nth(i_)) ++i_;
        }
        object_range const* range_ = nullptr;
        std::uint32_t i_ = 0;
    };

    /// Makes the range of all objects.
    explicit object_range(detail::snapshot_ref from) : from_(std::move(from)), end_(from_.slots()) {}
    /// Makes the range of the objects in these slots, which an index files under one value; null means none.
    object_range(detail::snapshot_ref from, std::vector<std::uint32_t> const* some)
        : from_(std::move(from)), filtered_(true), some_(some),
          end_(some ? static_cast<std::uint32_t>(some->size()) : 0)
    {
    }

    iterator begin() const { return iterator(this, 0); }
    iterator end() const { return iterator(this, end_); }
    bool empty() const { return begin() == end(); }
    /// Returns the first object of the range, or null if the range is empty. The order does not follow the
    /// names; the first object is the first one in later snapshots, too, as long as it stays.
    object_ptr<T> first() const
    {
        auto const it = begin();
        return it == end() ? object_ptr<T>() : *it;
    }
    std::size_t size() const { return filtered_ ? end_ : from_.size(); }

private:
    detail::object_ref const& nth(std::uint32_t i) const { return from_.at(filtered_ ? (*some_)[i] : i); }

    detail::snapshot_ref from_;
    bool filtered_ = false;
    std::vector<std::uint32_t> const* some_ = nullptr;
    std::uint32_t end_;
};

/// A collection as it was at one resource version. A snapshot is immutable, and cheap to take and to copy.
///
/// Threads    any.
/// Lifetime   A snapshot keeps its objects alive. While a program holds one, the informer copies those parts
///            of its store that it changes.
template <class T>
class snapshot {
public:
    explicit snapshot(detail::snapshot_ref ref) noexcept : ref_(std::move(ref)) {}

    std::size_t size() const noexcept { return ref_.size(); }
    /// The snapshot contains every change up to this resource version. Empty before the first list.
    std::string const& resource_version() const noexcept { return ref_.version(); }
    /// Returns which part of the key space the snapshot has: all of it, or as much of
    /// informer_options::shard as had been read. Of an object outside of it, the snapshot knows nothing: that
    /// it is missing does not show that it was deleted.
    shard_ranges share() const { return ref_.share(); }

    /// Returns the object, or null if there is none of this name. For cluster-scoped kinds leave the
    /// namespace empty.
    object_ptr<T> get(std::string_view ns, std::string_view name) const
    {
        return object_ptr<T>(ref_.find(object_key{ns, name}));
    }
    object_range<T> list() const { return object_range<T>(ref_); }
    /// Returns the objects of a namespace; if `ns` is empty, those of all namespaces, as in client-go.
    object_range<T> in_namespace(std::string_view ns) const
    {
        return ns.empty() ? list() : by_index(detail::namespace_index, ns);
    }
    /// Returns the objects of a namespace whose labels match; if `ns` is empty, those of all namespaces. T
    /// declares metadata.labels.
    std::vector<object_ptr<T>> matching(label_selector const& selector, std::string_view ns = {}) const
    {
        std::vector<object_ptr<T>> found;
        for (auto const& object : in_namespace(ns))
            if (selector.matches(object->metadata.labels)) found.push_back(object);
        return found;
    }
    /// Returns the objects that the index files under the value. Errors: errc::unknown_index.
    object_range<T> by_index(std::string_view index, std::string_view value) const
    {
        return object_range<T>(ref_, ref_.filed_under(index, value));
    }
    /// Returns the objects that the index files under any of the values (a range of strings), each once.
    /// Errors: as by_index().
    template <class Values = std::initializer_list<std::string_view>>
    std::vector<object_ptr<T>> by_any_of(std::string_view index, Values const& values) const
    {
        // Strings that the range makes while it is read have to live until the objects are found.
        using value = decltype(*std::begin(values));
        constexpr bool is_view =
            std::is_pointer_v<value> || std::is_same_v<std::remove_cv_t<value>, std::string_view>;
        constexpr bool are_made = !std::is_reference_v<value> && !is_view;
        using kept = std::conditional_t<are_made, std::string, std::string_view>;
        std::vector<kept> const all(std::begin(values), std::end(values));
        std::vector<std::string_view> const wanted(all.begin(), all.end());
        return detail::typed<T>(ref_.filed_under_any(index, wanted));
    }
    /// Returns the names of the indices, in ascending order. "namespace" is always among them.
    std::vector<std::string> index_names() const { return ref_.index_names(); }
    /// Returns the values under which the index files at least one object, in ascending order. Errors: as
    /// by_index().
    std::vector<std::string> index_values(std::string_view index) const { return ref_.values_of(index); }

    /// Returns the first `limit` objects behind the key `after`, in the order of namespace and name; all of
    /// them if `limit` is zero. If `ns` is empty, the objects of all namespaces.
    ///
    /// To read page by page, pass {} first, and then the last key of the page before. The pages may come from
    /// different snapshots: an object that stays in the store is on exactly one page, whatever is added or
    /// deleted around it.
    ///
    /// Time       looks at all keys, and sorts `limit` of them. To get all pages of one snapshot, take one
    ///            page with the limit zero.
    std::vector<object_ptr<T>> page(object_key after, std::size_t limit, std::string_view ns = {}) const
    {
        return detail::typed<T>(ref_.page(after, limit, ns));
    }

    detail::snapshot_ref const& ref() const noexcept { return ref_; }

private:
    detail::snapshot_ref ref_;
};

} // namespace coinformer
