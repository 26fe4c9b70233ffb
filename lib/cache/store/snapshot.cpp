#include "cache/store/store.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>

namespace coinformer::detail {

std::vector<object_ref> snapshot_ref::filed_under_any(std::string_view index,
                                                      std::vector<std::string_view> const& values) const
{
    std::vector<slot_id> slots;
    for (auto const value : values)
        if (auto const* some = filed_under(index, value))
            slots.insert(slots.end(), some->begin(), some->end());
    // an unknown index is an error even if there are no values
    if (values.empty()) (void)filed_under(index, {});
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    std::vector<object_ref> found;
    found.reserve(slots.size());
    for (auto const slot : slots) found.push_back(at(slot));
    return found;
}

std::vector<std::string> snapshot_ref::index_names() const
{
    std::vector<std::string> names;
    for (auto const& [name, contents] : state_->indices) names.push_back(name);
    return names;
}

std::vector<std::string> snapshot_ref::values_of(std::string_view index) const
{
    auto const filed = state_->indices.find(index);
    if (filed == state_->indices.end()) refuse_index(*state_, index);
    std::vector<std::string> values;
    for (auto const& shard : filed->second->shards)
        for (auto const& [value, slots] : shard->by_value) values.push_back(value);
    std::sort(values.begin(), values.end());
    return values;
}

std::vector<object_ref> snapshot_ref::page(object_key after, std::size_t limit, std::string_view ns) const
{
    auto const by_key = [](object_ref const* a, object_ref const* b) { return (*a)->key() < (*b)->key(); };
    std::vector<object_ref const*> first; // if there is a limit, a heap with the greatest key in front
    auto const consider = [&](object_ref const& object) {
        if (!object || object->key() <= after) return;
        if (limit != 0 && first.size() == limit) {
            if (!by_key(&object, first.front())) return;
            std::pop_heap(first.begin(), first.end(), by_key);
            first.pop_back();
        }
        first.push_back(&object);
        if (limit != 0) std::push_heap(first.begin(), first.end(), by_key);
    };
    if (ns.empty())
        for (slot_id slot = 0; slot < slots(); ++slot) consider(at(slot));
    else if (auto const* some = filed_under(namespace_index, ns))
        for (auto const slot : *some) consider(at(slot));
    std::sort(first.begin(), first.end(), by_key);

    std::vector<object_ref> page;
    page.reserve(first.size());
    for (auto const* object : first) page.push_back(*object);
    return page;
}

} // namespace coinformer::detail
