#pragma once

#include <boost/json/object.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace coinformer::testing::detail {

/// How a list of a built-in kind is merged (x-kubernetes-list-type).
enum class list_type {
    atomic, ///< replaced as a whole
    set,    ///< a list of scalars, each of which is in it once
    map,    ///< a list of objects with keys
};

/// The rule of one list.
struct list_rule {
    list_type type = list_type::atomic;
    std::span<std::string_view const> keys = {}; ///< for a map; a strategic merge goes by the first
};

/// Returns the rule of the list `member` in an object that is itself the value, or a list item, of `parent`.
/// In a custom resource (`custom`) only the lists of metadata have rules.
list_rule rule_of(std::string_view parent, std::string_view member, bool custom);

/// True for a map that server-side apply takes as one value, such as a selector or a reference.
bool is_atomic_map(std::string_view member, bool custom);

/// Returns the value of a key that an item has left out; empty if there is no default.
std::string_view default_of_key(std::string_view key);

} // namespace coinformer::testing::detail
