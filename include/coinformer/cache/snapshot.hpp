#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/api/selector.hpp>

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coinformer {

namespace detail {

struct store_state;

/// An untyped snapshot: a counted reference to a state of the store that no write changes any more.
class snapshot_ref {
public:
    explicit snapshot_ref(std::shared_ptr<store_state const> state) noexcept : state_(std::move(state)) {}

    std::size_t size() const noexcept;
    std::string const& version() const noexcept;
    object_ref find(object_key const& key) const;
    std::optional<std::uint32_t> slot_of(object_key const& key) const;
    std::uint32_t slots() const noexcept;
    object_ref const& at(std::uint32_t slot) const; ///< null for a free slot
    /// Slots of an index value, ascending; null when no object has it. Errors: errc::unknown_index.
    std::vector<std::uint32_t> const* filed_under(std::string_view index, std::string_view value) const;
    std::vector<object_ref> filed_under_any(std::string_view index, std::vector<std::string_view> const& values) const;
    std::vector<std::string> values_of(std::string_view index) const;
    std::vector<object_ref> page(object_key after, std::size_t limit, std::string_view ns) const;

private:
    std::shared_ptr<store_state const> state_;
};

inline constexpr std::string_view namespace_index = "namespace";

template <class T>
std::vector<object_ptr<T>> typed(std::vector<object_ref> objects)
{
    std::vector<object_ptr<T>> found;
    found.reserve(objects.size());
    for (auto& object : objects) found.emplace_back(std::move(object));
    return found;
}

} // namespace detail

/// Objects of a snapshot, in an order that stays the same between snapshots for objects that stay. Holds the snapshot.
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

    /// All objects.
    explicit object_range(detail::snapshot_ref from) : from_(std::move(from)), end_(from_.slots()) {}
    /// Those that an index files under a value.
    object_range(detail::snapshot_ref from, std::vector<std::uint32_t> const* some)
        : from_(std::move(from)), filtered_(true), some_(some),
          end_(some ? static_cast<std::uint32_t>(some->size()) : 0)
    {
    }

    iterator begin() const { return iterator(this, 0); }
    iterator end() const { return iterator(this, end_); }
    bool empty() const { return begin() == end(); }
    /// The first object of the range; null if the range is empty. Which object is first does not depend on names, and
    /// stays the same between snapshots as long as that object stays.
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

/// A collection as it was at one resource version: immutable, cheap to take and to copy, good on any thread.
/// Holding one keeps its objects alive, and makes the informer copy what it changes, part by part.
template <class T>
class snapshot {
public:
    explicit snapshot(detail::snapshot_ref ref) noexcept : ref_(std::move(ref)) {}

    std::size_t size() const noexcept { return ref_.size(); }
    /// The resource version up to which every change is in it; empty before the first list.
    std::string const& resource_version() const noexcept { return ref_.version(); }

    /// Null when there is no such object. For cluster-scoped kinds leave the namespace empty.
    object_ptr<T> get(std::string_view ns, std::string_view name) const
    {
        return object_ptr<T>(ref_.find(object_key{ns, name}));
    }
    object_range<T> list() const { return object_range<T>(ref_); }
    object_range<T> in_namespace(std::string_view ns) const { return by_index(detail::namespace_index, ns); }
    /// Those whose labels match. T declares metadata.labels. `ns` empty: all namespaces.
    std::vector<object_ptr<T>> matching(label_selector const& selector, std::string_view ns = {}) const
    {
        std::vector<object_ptr<T>> found;
        for (auto const& object : ns.empty() ? list() : in_namespace(ns))
            if (selector.matches(object->metadata.labels)) found.push_back(object);
        return found;
    }
    /// Errors: api_error with errc::unknown_index.
    object_range<T> by_index(std::string_view index, std::string_view value) const
    {
        return object_range<T>(ref_, ref_.filed_under(index, value));
    }
    /// Those that the index files under any of the values (a range of strings), each once. Errors: as by_index().
    template <class Values = std::initializer_list<std::string_view>>
    std::vector<object_ptr<T>> by_any_of(std::string_view index, Values const& values) const
    {
        std::vector<std::string_view> const wanted(std::begin(values), std::end(values));
        return detail::typed<T>(ref_.filed_under_any(index, wanted));
    }
    /// The values that an index files some object under, in their order. Errors: as by_index().
    std::vector<std::string> index_values(std::string_view index) const { return ref_.values_of(index); }

    /// The first `limit` objects after a key, in the order of namespace and name; 0: all of them. With the last key of
    /// one page as `after` of the next (at first {}), also on later snapshots: an object that stays all the while comes
    /// once, whatever comes and goes around it. `ns` empty: all namespaces.
    ///
    /// Time: all keys are looked at, and `limit` of them sorted. For all pages of one snapshot take one of limit 0.
    std::vector<object_ptr<T>> page(object_key after, std::size_t limit, std::string_view ns = {}) const
    {
        return detail::typed<T>(ref_.page(after, limit, ns));
    }

    detail::snapshot_ref const& ref() const noexcept { return ref_; }

private:
    detail::snapshot_ref ref_;
};

} // namespace coinformer
