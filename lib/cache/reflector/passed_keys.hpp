#pragma once

#include "cache/store/key_table.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>

namespace coinformer::detail {

/// Compares keys as a server orders them, by the text "namespace/name": "shop-2/a" comes before "shop/a".
inline std::strong_ordering compare_paths(object_key const& a, object_key const& b) noexcept
{
    auto const common = std::min(a.ns.size(), b.ns.size());
    if (auto const order = a.ns.substr(0, common) <=> b.ns.substr(0, common); order != 0) return order;
    if (a.ns.size() == b.ns.size()) return a.name <=> b.name;
    return a.ns.size() < b.ns.size() ? '/' <=> b.ns[common] : a.ns[common] <=> '/';
}

/// Counts the different objects of a list that are not kept: those that a transform leaves out, and foreign
/// ones.
///
/// A server sends keys in order, so that a key which is greater than all before it is new. Of the other keys,
/// the hashes are kept. So an object that comes again and again is found out, and a list in order takes no
/// memory here.
class passed_keys {
public:
    void add(object_key key)
    {
        bool const in_order = compare_paths({ns_, name_}, key) < 0;
        if (in_order) {
            ns_ = key.ns;
            name_ = key.name;
        }
        bool const is_new = in_order || late_.insert(hash_of(key)).second;
        count_ += is_new ? 1 : 0;
    }
    /// Returns how many different keys were added.
    std::size_t count() const noexcept { return count_; }

private:
    std::size_t count_ = 0;
    std::string ns_, name_;                  // the greatest key
    std::unordered_set<std::uint64_t> late_; // hashes of those keys that came after a greater one
};

} // namespace coinformer::detail
