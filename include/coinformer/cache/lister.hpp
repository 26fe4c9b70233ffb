#pragma once

#include <coinformer/api/selector.hpp>
#include <coinformer/cache/snapshot.hpp>
#include <coinformer/cache/untyped_informer.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer {

/// The reading side of an informer: a small value that takes a fresh snapshot for each question. To ask
/// several questions about one state, take snapshot() once and ask that. The members are those of
/// coinformer::snapshot.
///
/// Threads    any.
/// Lifetime   keeps the informer's store readable.
template <class T>
class lister {
public:
    explicit lister(detail::untyped_informer informer) noexcept : informer_(std::move(informer)) {}

    coinformer::snapshot<T> snapshot() const { return coinformer::snapshot<T>(informer_.snapshot()); }
    object_ptr<T> get(std::string_view ns, std::string_view name) const { return snapshot().get(ns, name); }
    object_range<T> list() const { return snapshot().list(); }
    object_range<T> in_namespace(std::string_view ns) const { return snapshot().in_namespace(ns); }
    std::vector<object_ptr<T>> matching(label_selector const& selector, std::string_view ns = {}) const
    {
        return snapshot().matching(selector, ns);
    }
    object_range<T> by_index(std::string_view index, std::string_view value) const
    {
        return snapshot().by_index(index, value);
    }
    template <class Values = std::initializer_list<std::string_view>>
    std::vector<object_ptr<T>> by_any_of(std::string_view index, Values const& values) const
    {
        return snapshot().by_any_of(index, values);
    }
    std::vector<std::string> index_names() const { return snapshot().index_names(); }
    std::vector<std::string> index_values(std::string_view index) const
    {
        return snapshot().index_values(index);
    }
    std::vector<object_ptr<T>> page(object_key after, std::size_t limit, std::string_view ns = {}) const
    {
        return snapshot().page(after, limit, ns);
    }

private:
    detail::untyped_informer informer_;
};

} // namespace coinformer
