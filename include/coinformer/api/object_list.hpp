#pragma once

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/api/object.hpp>
#include <coinformer/core/task.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coinformer {

namespace detail {

/// What is known of a list or a page of it, whatever its objects are.
struct list_facts {
    std::vector<decode_fault> faults;       ///< objects that did not decode: they are not among `objects`
    std::string resource_version;           ///< of the list, that is of its first page: a watch may begin here
    std::optional<std::uint64_t> remaining; ///< how many more objects the server says there are
    /// The server forgot the list's version between two pages: this page is the whole collection, at a newer version,
    /// and stands for all that came before it.
    bool begins_anew = false;
};

struct untyped_list : list_facts {
    untyped_list() = default; // no aggregate: docs/compilers.md
    std::vector<object_ref> objects;
};

} // namespace detail

/// Objects of a collection as they were at one resource version: a page of them, or all.
template <class T>
struct object_list : detail::list_facts {
    object_list() = default;
    explicit object_list(detail::untyped_list&& from) : list_facts(std::move(from))
    {
        objects.reserve(from.objects.size());
        for (auto& o : from.objects) objects.emplace_back(std::move(o));
    }

    std::vector<object_ptr<T>> objects;
};

namespace detail {

/// What an untyped task brings, with its type.
template <class Typed, class Untyped>
task<Typed> typed(task<Untyped> body)
{
    auto untyped = co_await std::move(body);
    co_return Typed(std::move(untyped));
}

} // namespace detail

} // namespace coinformer
