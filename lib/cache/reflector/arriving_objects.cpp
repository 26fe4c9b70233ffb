#include "cache/reflector/arriving_objects.hpp"

#include "api/object/object_bytes.hpp"
#include "cache/reflector/passed_keys.hpp"

#include <utility>

namespace coinformer::detail {

std::size_t arriving_objects::bytes() const noexcept
{
    return object_bytes_ + allocated_bytes(objects_.capacity() * sizeof(object_ref));
}

// Objects have come, or have been dropped, which take this much.
void arriving_objects::add_bytes(std::size_t came, std::size_t went) noexcept
{
    object_bytes_ += came - went;
    auto const now = bytes() + places_.bytes();
    counts_->arriving.add_alone(growth(counted_, now));
    counted_ = now;
}

// Returns true if the key is greater than all before it. False tells nothing.
bool arriving_objects::is_new(object_key const& key) const
{
    return in_order_ && (objects_.empty() || compare_paths(objects_.back()->key(), key) < 0);
}

void arriving_objects::put(object_ref object)
{
    auto const bytes = object_bytes(object);
    if (is_new(object->key())) {
        objects_.push_back(std::move(object));
        return add_bytes(bytes);
    }
    auto const hash = hash_of(object->key());
    if (auto const place = place_of(object->key(), hash)) {
        add_bytes(bytes, object_bytes(objects_[*place]));
        objects_[*place] = std::move(object);
    } else {
        objects_.push_back(std::move(object));
        add_bytes(bytes);
        places_.insert(hash, static_cast<slot_id>(objects_.size() - 1));
    }
}

std::optional<slot_id> arriving_objects::place_of(object_key const& key, std::uint64_t hash)
{
    if (std::exchange(in_order_, false))
        for (slot_id place = 0; place != objects_.size(); ++place)
            places_.insert(hash_of(objects_[place]->key()), place);
    return places_.find(hash, [&](slot_id place) { return objects_[place]->key() == key; });
}

void arriving_objects::remove(object_key key)
{
    if (is_new(key)) return;
    auto const hash = hash_of(key);
    auto const place = place_of(key, hash);
    if (!place) return;
    places_.erase(hash, *place);
    add_bytes(0, object_bytes(objects_[*place]));
    // The last object fills the gap.
    if (auto const last = static_cast<slot_id>(objects_.size() - 1); *place != last) {
        auto const moved = hash_of(objects_.back()->key());
        places_.erase(moved, last);
        places_.insert(moved, *place);
        objects_[*place] = std::move(objects_.back());
    }
    objects_.pop_back();
}

std::vector<object_ref> arriving_objects::take()
{
    auto all = std::exchange(objects_, {}); // clear() would keep the memory of a list that was given up
    in_order_ = true;
    places_ = {};
    add_bytes(0, object_bytes_);
    return all;
}

} // namespace coinformer::detail
