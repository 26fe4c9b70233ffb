#pragma once

#include <coinformer/core/requirements.hpp>

#include <cstddef>
#include <functional>
#include <string_view>
#include <type_traits>

namespace coinformer {

/// Returns a hash of a text that others may choose, such as the name of an object. It depends on random
/// numbers of this process, so that nobody can choose names that have one hash and make a table slow. Do not
/// store it.
std::size_t hash_of_text(std::string_view text, std::size_t seed = 0) noexcept;

/// hash_of_text() for the standard's tables: `std::unordered_map<std::string, X, text_hash>`.
struct text_hash {
    std::size_t operator()(std::string_view text) const noexcept { return hash_of_text(text); }
};

/// The hash that this library's tables use unless the user names another one: text_hash for types that
/// convert to a text, std::hash for all others.
template <class Key>
using default_hash =
    std::conditional_t<std::is_convertible_v<Key const&, std::string_view>, text_hash, std::hash<Key>>;

} // namespace coinformer
