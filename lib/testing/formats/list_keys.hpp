#pragma once

#include <boost/json/object.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace coinformer::testing {

/// How a list of a built-in kind is merged.
enum class list_type {
    atomic, ///< replaced as a whole
    set,    ///< of scalars, each once
    map,    ///< of objects with keys
};

struct list_rule {
    list_type type = list_type::atomic;
    std::span<std::string_view const> keys = {}; ///< of a map; a strategic merge goes by the first
};

/// Of the list `member` in an object that is itself the value, or a list item, of `parent`. `custom`: only metadata's
/// lists have rules.
list_rule rule_of(std::string_view parent, std::string_view member, bool custom);

/// A map that server-side apply takes as one value: selectors and references.
bool is_atomic_map(std::string_view member, bool custom);

/// A key that an item leaves out; null for none.
std::string_view default_of_key(std::string_view key);

} // namespace coinformer::testing
