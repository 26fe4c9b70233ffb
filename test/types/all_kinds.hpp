#pragma once

#include <coinformer/api/projection.hpp>
#include <coinformer/api/resource.hpp>

#include <vector>

namespace test {

/// One generated view of a kind, without its C++ type.
struct any_view {
    coinformer::detail::object_type const* object;
    coinformer::detail::member_type const* members;

    template <class T>
    static any_view of()
    {
        return {&coinformer::detail::object_type_of<T>(), &coinformer::detail::member_type_of<T>};
    }
};

struct any_kind {
    coinformer::resource of;
    any_view full, summary;

    template <class Full, class Summary>
    static any_kind with()
    {
        return {coinformer::resource_of<Full>, any_view::of<Full>(), any_view::of<Summary>()};
    }
};

/// All generated kinds. all_kinds.cpp, which scripts/generate-types writes, includes each of their headers.
std::vector<any_kind> const& all_kinds();

} // namespace test
