#include "cache/reflector/undecoded_objects.hpp"

#include "api/client/watch_rules.hpp"
#include "cache/store/key_table.hpp"

#include <unordered_map>

namespace coinformer::detail {

void undecoded_objects::put(std::string ns, std::string name)
{
    if (++count_ > most_) throw too_many_faults("", most_);
    if (name.empty()) {
        has_nameless_ = true;
        return;
    }
    hashes_.insert(hash_of({ns, name}));
    names_.emplace_back(std::move(ns), std::move(name));
}

void undecoded_objects::remove(object_key key)
{
    if (hashes_.contains(hash_of(key)))
        removals_.push_back({std::string(key.ns), std::string(key.name), names_.size()});
}

undecoded_objects::names undecoded_objects::take()
{
    auto all = std::move(names_);
    if (removals_.empty()) return all;
    // maps each deleted object to the number of faults before its last deletion
    std::unordered_map<object_key, std::size_t, key_hash> removed;
    for (auto const& r : removals_) removed[{r.ns, r.name}] = r.faults_before;
    std::size_t place = 0;
    std::erase_if(all, [&](auto const& fault) {
        auto const at = removed.find({fault.first, fault.second});
        return place++, at != removed.end() && place <= at->second;
    });
    return all;
}

} // namespace coinformer::detail
