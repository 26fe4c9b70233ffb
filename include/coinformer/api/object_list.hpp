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

/// The part of a list, or of a page, that does not depend on the type of its objects.
struct list_facts {
    std::vector<decode_fault> faults; ///< the objects that did not decode; they are not in `objects`
    /// The version of the list, the same on all of its pages. A watch may begin here.
    std::string resource_version;
    std::optional<std::uint64_t> remaining; ///< how many objects come after these, if the server says so
    /// True if the server has forgotten the list's version between two pages. This page then is the first one
    /// of a newer version of the collection, and replaces all pages before it.
    bool begins_anew = false;
};

/// A list whose objects have no C++ type yet.
struct untyped_list : list_facts {
    untyped_list() = default; // a constructor makes it no aggregate: docs/compilers.md
    std::vector<object_ref> objects;
};

} // namespace detail

/// Objects of a collection as they were at one resource version: one page of them, or all.
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

/// Awaits an untyped task, and gives its result a type.
template <class Typed, class Untyped>
task<Typed> typed(task<Untyped> body)
{
    auto untyped = co_await std::move(body);
    co_return Typed(std::move(untyped));
}

} // namespace detail

} // namespace coinformer
