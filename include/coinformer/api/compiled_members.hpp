#pragma once

#include <coinformer/core/requirements.hpp>

namespace coinformer::detail {

struct member_type;

/// The table of a struct's members, if it is compiled once into a library instead of in every program that
/// uses the struct. Each generated kind has one (docs/decisions/021). Specialise it beside the struct, and
/// define `type` in one source file.
///
///     template <>
///     struct compiled_members<config_map> {
///         static member_type const type;
///     };
template <class T>
struct compiled_members;

template <class T>
concept compiled = requires { compiled_members<T>::type; };

} // namespace coinformer::detail
