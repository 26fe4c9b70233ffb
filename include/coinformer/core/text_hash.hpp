#pragma once

#include <coinformer/core/requirements.hpp>

#include <cstddef>
#include <functional>
#include <string_view>
#include <type_traits>

namespace coinformer {

/// A hash of a text that others choose, such as the name of an object. It depends on numbers that each process draws
/// for itself, so that nobody can look for names with one hash and make a table slow with them. Do not store it.
std::size_t hash_of_text(std::string_view text, std::size_t seed = 0) noexcept;

/// hash_of_text() for the standard's tables: `std::unordered_map<std::string, X, text_hash>`.
struct text_hash {
    std::size_t operator()(std::string_view text) const noexcept { return hash_of_text(text); }
};

/// The hash that tables of this library take for a key if the user names none: text_hash for what is a text, std::hash
/// for anything else.
template <class Key>
using default_hash = std::conditional_t<std::is_convertible_v<Key const&, std::string_view>, text_hash, std::hash<Key>>;

} // namespace coinformer
