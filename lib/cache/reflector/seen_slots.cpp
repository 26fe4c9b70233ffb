#include "cache/reflector/seen_slots.hpp"

#include "cache/store/prefetch.hpp"

namespace coinformer::detail {

void seen_slots::begin(snapshot_ref store)
{
    store_ = std::move(store);
    marked_.assign(store_->slots(), false);
    changed_ = marked_;
}

object_ref seen_slots::find(object_key key, std::string_view uid, std::string_view version) const
{
    if (!store_ || version.empty()) return {};
    auto const slot = slot_of(key);
    if (!slot) return {};
    auto const& known = store_->at(*slot);
    return known->has_uid(uid) && known->resource_version() == version ? known : object_ref();
}

// Tries the slot behind the last one first, which saves a look-up in the key table: objects mostly come in
// the order in which an earlier list filled the slots.
std::optional<slot_id> seen_slots::slot_of(object_key const& key) const
{
    auto slot = std::optional(guess_);
    if (!is_at(*slot, key)) --*slot; // a decoder asks again when more bytes of the object have come
    if (!is_at(*slot, key)) slot = store_->slot_of(key);
    if (!slot) return slot;
    guess_ = *slot + 1;
    // The next object is loaded into the cache while the rest of this one is scanned.
    if (guess_ < store_->slots()) prefetch(store_->at(guess_));
    return slot;
}

bool seen_slots::is_at(slot_id slot, object_key const& key) const
{
    if (slot >= store_->slots()) return false;
    auto const& object = store_->at(slot);
    return object && object->key() == key;
}

bool seen_slots::mark(object_ref const& object)
{
    if (!store_) return false;
    bool const was_found = guess_ != 0 && store_->at(guess_ - 1) == object; // by find(), just before
    auto const slot = was_found ? guess_ - 1 : slot_of(object->key());
    if (!slot) return false;
    bool const is_same = !changed_[*slot] && store_->at(*slot) == object;
    unmark_slot(*slot);
    count_ += is_same ? 1 : 0;
    marked_[*slot] = is_same;
    changed_[*slot] = !is_same;
    return is_same;
}

void seen_slots::unmark(object_key key)
{
    if (auto const slot = store_ ? slot_of(key) : std::nullopt) unmark_slot(*slot);
}

void seen_slots::unmark_slot(slot_id slot)
{
    count_ -= marked_[slot] ? 1 : 0;
    marked_[slot] = false;
}

} // namespace coinformer::detail
