#include "cache/initial_events.hpp"

namespace coinformer::detail {

void initial_events::put(object_ref object)
{
    auto const known = places_.find(object->key());
    if (known == places_.end()) {
        places_.emplace(object->key(), objects_.size());
        objects_.push_back(std::move(object));
        return;
    }
    auto const place = known->second;
    places_.erase(known);
    places_.emplace(object->key(), place); // the old one's key goes with it
    objects_[place] = std::move(object);
}

void initial_events::remove(object_key key)
{
    auto const known = places_.find(key);
    if (known == places_.end()) return;
    auto const gone = std::move(objects_[known->second]); // holds the key until the end
    places_.erase(known);
}

void initial_events::put_undecoded(std::string ns, std::string name)
{
    remove({ns, name}); // its last state decoded, this one does not: the cached one stays
    rest_.incomplete |= name.empty();
    rest_.undecoded.emplace_back(std::move(ns), std::move(name));
}

delta::collection initial_events::take(std::string_view version)
{
    places_.clear();
    std::erase_if(objects_, [](object_ref const& o) { return !o; });
    auto all = std::exchange(rest_, {});
    all.objects = std::exchange(objects_, {});
    all.version = version;
    return all;
}

} // namespace coinformer::detail
