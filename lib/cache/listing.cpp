#include "cache/listing.hpp"

#include "api/watch_rules.hpp"
#include "cache/prefetch.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace coinformer::detail {

namespace {

constexpr std::size_t at_least_between_looks = 10'000; // calls of put() and remove()

// As a server orders them: "shop-2/a" comes before "shop/a".
std::strong_ordering compare_paths(object_key const& a, object_key const& b) noexcept
{
    auto const common = std::min(a.ns.size(), b.ns.size());
    if (auto const order = a.ns.substr(0, common) <=> b.ns.substr(0, common); order != 0) return order;
    if (a.ns.size() == b.ns.size()) return a.name <=> b.name;
    return a.ns.size() < b.ns.size() ? '/' <=> b.ns[common] : a.ns[common] <=> '/';
}

/// Where each key is for the last time: a flat table, probed in a row.
class last_places {
public:
    explicit last_places(std::size_t keys) : slots_(std::bit_ceil(keys + keys / 4 + 1)) {}

    /// Where it is known to be, or else `place`.
    std::size_t find_or_add(std::vector<object_ref> const& in, object_key const& key, std::size_t place)
    {
        auto const hash = hash_of(key);
        auto& slot = slots_[probe(in, key, hash)];
        if (slot.place == 0) slot = {tag_of(hash), static_cast<std::uint32_t>(place + 1)};
        return slot.place - 1;
    }
    /// nullopt: nowhere, or what was there has gone.
    std::optional<std::size_t> find(std::vector<object_ref> const& in, object_key const& key) const
    {
        auto const& slot = slots_[probe(in, key, hash_of(key))];
        return slot.place == 0 ? std::nullopt : std::optional<std::size_t>(slot.place - 1);
    }

private:
    struct slot {
        std::uint32_t tag = 0;
        std::uint32_t place = 0; // + 1; 0: free
    };
    static std::uint32_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash >> 32); }

    // its slot, or the free one that it would take
    std::size_t probe(std::vector<object_ref> const& in, object_key const& key, std::uint64_t hash) const
    {
        auto const mask = slots_.size() - 1;
        auto const is = [&](slot const& s) {
            if (s.tag != tag_of(hash)) return false;
            auto const& there = in[s.place - 1];
            return there && there->key() == key;
        };
        auto i = static_cast<std::size_t>(hash) & mask;
        while (slots_[i].place != 0 && !is(slots_[i])) i = (i + 1) & mask;
        return i;
    }

    std::vector<slot> slots_;
};

} // namespace

void listing::begin()
{
    if (store_.size() == 0) return;
    before_ = store_.snapshot();
    unchanged_.assign(before_->slots(), false);
    put_ = unchanged_;
}

void listing::clear()
{
    before_.reset();
    unchanged_ = put_ = {};
    guess_ = 0;
    marks_ = puts_ = look_at_ = faults_ = 0;
    in_order_ = true;
    objects_ = {};
    removals_ = {};
    rest_ = {};
}

object_ref listing::find(object_key key, std::string_view uid, std::string_view version) const
{
    if (!before_ || version.empty()) return {};
    auto const slot = slot_of(key);
    if (!slot) return {};
    auto const& known = before_->at(*slot);
    return known->has_uid(uid) && known->resource_version() == version ? known : object_ref();
}

std::optional<slot_id> listing::slot_of(object_key const& key) const
{
    auto slot = std::optional(guess_);
    if (!is_at(*slot, key)) --*slot; // asked for again: more bytes of it have come
    if (!is_at(*slot, key)) slot = before_->slot_of(key);
    if (!slot) return slot;
    guess_ = *slot + 1;
    if (guess_ < before_->slots()) prefetch(before_->at(guess_)); // while the rest of this object is scanned
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
    if (before_) slot = guess_ != 0 && before_->at(guess_ - 1) == object ? guess_ - 1 : slot_of(object->key());
    if (slot && !put_[*slot] && before_->at(*slot) == object) {
        marks_ += unchanged_[*slot] ? 0 : 1;
        unchanged_[*slot] = true;
        return;
    }
    if (slot) {
        unmark(*slot);
        put_[*slot] = true;
    }
    if (in_order_ && !objects_.empty()) in_order_ = compare_paths(objects_.back()->key(), object->key()) < 0;
    objects_.push_back(std::move(object));
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
    removals_.push_back({std::string(key.ns), std::string(key.name), objects_.size(), rest_.undecoded.size()});
}

void listing::put_undecoded(std::string ns, std::string name)
{
    if (++faults_ > most_faults_) throw too_many_faults("", most_faults_);
    if (name.empty())
        rest_.incomplete = true; // which objects it may be nobody knows: none counts as deleted
    else
        rest_.undecoded.emplace_back(std::move(ns), std::move(name));
}

void listing::put_version(std::string_view version)
{
    if (rest_.version.empty()) rest_.version = version;
}

delta::collection listing::take()
{
    keep_last_states();
    auto all = std::move(rest_);
    all.objects = std::move(objects_);
    all.unchanged = std::move(unchanged_);
    all.before = std::move(before_);
    clear();
    return all;
}

std::size_t listing::distinct()
{
    keep_last_states();
    return size();
}

bool listing::repeats_itself(std::size_t most)
{
    auto const often_enough = std::min(most, at_least_between_looks);
    if (puts_ < std::max(look_at_, often_enough)) return false;
    auto const different = distinct();
    look_at_ = puts_ + std::max(different, often_enough);
    return puts_ > 2 * different + most;
}

// Not by sorting: of a hundred thousand objects whose server has another order that took a fifth of a first sync.
void listing::keep_last_states()
{
    if (removals_.empty() && in_order_) return;
    drop_removed_faults();
    last_places last(objects_.size());
    for (auto place = objects_.size(); place-- != 0;)
        if (last.find_or_add(objects_, objects_[place]->key(), place) != place) objects_[place] = {};
    for (auto const& r : std::exchange(removals_, {})) {
        auto const at = last.find(objects_, {r.ns, r.name});
        if (at && *at < r.objects_before) objects_[*at] = {};
    }
    std::erase(objects_, object_ref());
}

// Drops the names of objects that did not decode and were deleted after that.
void listing::drop_removed_faults()
{
    auto& undecoded = rest_.undecoded;
    if (removals_.empty() || undecoded.empty()) return;
    std::unordered_map<object_key, std::size_t, key_hash> removed; // to the number of faults before the last removal
    for (auto const& r : removals_) removed[{r.ns, r.name}] = r.undecoded_before;
    std::size_t place = 0;
    std::erase_if(undecoded, [&](auto const& fault) {
        auto const at = removed.find({fault.first, fault.second});
        return place++, at != removed.end() && place <= at->second;
    });
}

} // namespace coinformer::detail
