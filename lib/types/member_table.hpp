#pragma once

#include <coinformer/api/described.hpp>

#include <cstddef>

// What the generated tables are written with.

/// One member of a struct of the namespace `here`.
#define COINFORMER_ROW(S, name)                                                                                        \
    member                                                                                                             \
    {                                                                                                                  \
        without_underscore(#name), nullptr, &member_type_of<decltype(here::S::name)>, false, offsetof(here::S, name)   \
    }

namespace coinformer::detail {

template <class S, std::size_t N>
constexpr member_type record_of(member const (&rows)[N])
{
    auto type = plain<S>(shape::record);
    type.members = rows;
    type.member_count = N;
    return type;
}

template <class S>
constexpr member_type record_of()
{
    return plain<S>(shape::record);
}

} // namespace coinformer::detail
