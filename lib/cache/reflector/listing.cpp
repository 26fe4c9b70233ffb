#include "cache/reflector/listing.hpp"

#include "api/client/watch_rules.hpp"
#include "api/object/object_bytes.hpp"
#include "cache/store/prefetch.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace coinformer::detail {

void listing::begin()
{
    if (store_.size() == 0) return;
    before_ = store_.snapshot();
    unchanged_.assign(before_->slots(), false);
    changed_ = unchanged_;
}

void listing::clear()
{
    before_.reset();
    unchanged_ = changed_ = {};
    guess_ = 0;
    marks_ = puts_ = faults_ = 0;
    passed_ = {};
    faulty_ = {};
    objects_ = std::vector<object_ref>(); // clear() would keep the memory of a list that was given up
    in_order_ = true;
    places_ = {};
    removals_ = {};
    result_ = {};
    add_bytes(0, object_bytes_);
}

std::size_t listing::table_bytes() const noexcept
{
    return allocated_bytes(objects_.capacity() * sizeof(object_ref)) + places_.bytes();
}

// Objects have come, or have been dropped, which take this much.
void listing::add_bytes(std::size_t came, std::size_t went) noexcept
{
    object_bytes_ += came - went;
    auto const now = object_bytes_ + table_bytes();
    store_.counts()->arriving.add_alone(growth(counted_, now));
    counted_ = now;
}

object_ref listing::find(object_key key, std::string_view uid, std::string_view version) const
{
    if (!before_ || version.empty()) return {};
    auto const slot = slot_of(key);
    if (!slot) return {};
    auto const& known = before_->at(*slot);
    return known->has_uid(uid) && known->resource_version() == version ? known : object_ref();
}

// Returns the slot of a key in `before_`. Tries the slot behind the last one first, which saves a look-up in
// the key table: objects mostly come in the order in which an earlier list filled the slots.
std::optional<slot_id> listing::slot_of(object_key const& key) const
{
    auto slot = std::optional(guess_);
    if (!is_at(*slot, key)) --*slot; // a decoder asks again when more bytes of the object have come
    if (!is_at(*slot, key)) slot = before_->slot_of(key);
    if (!slot) return slot;
    guess_ = *slot + 1;
    // The next object is loaded into the cache while the rest of this one is scanned.
    if (guess_ < before_->slots()) prefetch(before_->at(guess_));
    return slot;
}

bool listing::is_at(slot_id slot, object_key const& key) const
{
    if (slot >= before_->slots()) return false;
    auto const& object = before_->at(slot);
    return object && object->key() == key;
}

void listing::put(object_ref object)
{
    ++puts_;
    std::optional<slot_id> slot;
    if (before_)
        slot = guess_ != 0 && before_->at(guess_ - 1) == object ? guess_ - 1 : slot_of(object->key());
    if (slot && !changed_[*slot] && before_->at(*slot) == object) {
        marks_ += unchanged_[*slot] ? 0 : 1;
        unchanged_[*slot] = true;
        return;
    }
    if (slot) {
        unmark(*slot);
        changed_[*slot] = true;
    }
    auto const bytes = object_bytes(object);
    if (in_order_ && (objects_.empty() || compare_paths(objects_.back()->key(), object->key()) < 0)) {
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

// Returns the place of a key in `objects_`. Repetitions are found by a hash table that is filled as objects
// come, not by sorting at the end: with 100,000 objects that came in another order, sorting took a fifth of
// the first sync, because the keys had left the processor's cache by then.
std::optional<slot_id> listing::place_of(object_key const& key, std::uint64_t hash)
{
    if (std::exchange(in_order_, false))
        for (slot_id place = 0; place != objects_.size(); ++place)
            places_.insert(hash_of(objects_[place]->key()), place);
    return places_.find(hash, [&](slot_id place) { return objects_[place]->key() == key; });
}

void listing::unmark(slot_id slot)
{
    marks_ -= unchanged_[slot] ? 1 : 0;
    unchanged_[slot] = false;
}

void listing::remove(object_key key)
{
    if (auto const slot = before_ ? slot_of(key) : std::nullopt) unmark(*slot);
    ++puts_;
    if (faulty_.contains(hash_of(key)))
        removals_.push_back({std::string(key.ns), std::string(key.name), result_.undecoded.size()});
    // An object that comes for the first time, in the server's order, cannot be in `objects_`.
    if (in_order_ && (objects_.empty() || compare_paths(objects_.back()->key(), key) < 0)) return;
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

void listing::leave_out(object_key key)
{
    passed_.add(key);
    remove(key);
}

void listing::pass_over_foreign(object_key key)
{
    passed_.add(key);
    ++puts_;
}

void listing::put_undecoded(std::string ns, std::string name)
{
    if (++faults_ > max_faults_) throw too_many_faults("", max_faults_);
    if (name.empty()) {
        result_.incomplete = true; // it may be any object of the store, so that none counts as deleted
        return;
    }
    faulty_.insert(hash_of({ns, name}));
    result_.undecoded.emplace_back(std::move(ns), std::move(name));
}

void listing::put_version(std::string_view version)
{
    if (result_.version.empty()) result_.version = version;
}

complete_list listing::take()
{
    drop_removed_faults();
    auto all = std::move(result_);
    all.bytes = object_bytes_ + allocated_bytes(objects_.capacity() * sizeof(object_ref));
    all.objects = std::move(objects_);
    all.unchanged = std::move(unchanged_);
    all.before = std::move(before_);
    clear();
    return all;
}

// Drops the names of objects that could not be decoded and were deleted after that.
void listing::drop_removed_faults()
{
    auto& undecoded = result_.undecoded;
    if (removals_.empty() || undecoded.empty()) return;
    // maps each deleted object to the number of faults before its last deletion
    std::unordered_map<object_key, std::size_t, key_hash> removed;
    for (auto const& r : removals_) removed[{r.ns, r.name}] = r.faults_before;
    std::size_t place = 0;
    std::erase_if(undecoded, [&](auto const& fault) {
        auto const at = removed.find({fault.first, fault.second});
        return place++, at != removed.end() && place <= at->second;
    });
}

} // namespace coinformer::detail
