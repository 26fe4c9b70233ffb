#pragma once

#include <coinformer/api/described.hpp>

#include <cstddef>

// The macro and the functions with which the generated tables of members are written.

/// One row: a member of the struct S in the namespace `here`.
#define COINFORMER_ROW(S, name)                                                                              \
    member                                                                                                   \
    {                                                                                                        \
        without_underscore(#name), nullptr, &member_type_of<decltype(here::S::name)>, false,                 \
            offsetof(here::S, name)                                                                          \
    }

namespace coinformer::detail {

/// Returns the description of a struct with these members.
template <class S, std::size_t N>
constexpr member_type record_of(member const (&rows)[N])
{
    auto type = plain<S>(shape::record);
    type.members = rows;
    type.member_count = N;
    return type;
}

/// Returns the description of a struct without members.
template <class S>
constexpr member_type record_of()
{
    return plain<S>(shape::record);
}

} // namespace coinformer::detail
