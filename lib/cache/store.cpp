#include "cache/store.hpp"

#include "cache/prefetch.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::size_t in_place =
    256; // larger batches are applied to a copy, so that the lock is held for a moment only

} // namespace

std::vector<slot_id> const* index_data::find(std::string_view value) const
{
    auto const& shard = *shards[hash_text(value) % shards.size()];
    auto const at = shard.find(value);
    return at == shard.end() ? nullptr : &at->second;
}

void index_data::insert(std::string_view value, slot_id slot)
{
    auto& shard = shards[hash_text(value) % shards.size()].write();
    auto at = shard.find(value);
    if (at == shard.end()) at = shard.emplace(value, std::vector<slot_id>()).first;
    auto& slots = at->second;
    auto const place = std::lower_bound(slots.begin(), slots.end(), slot);
    if (place == slots.end() || *place != slot) slots.insert(place, slot);
}

void index_data::erase(std::string_view value, slot_id slot)
{
    auto& shard = shards[hash_text(value) % shards.size()].write();
    auto const at = shard.find(value);
    if (at == shard.end()) return;
    auto& slots = at->second;
    auto const place = std::lower_bound(slots.begin(), slots.end(), slot);
    if (place != slots.end() && *place == slot) slots.erase(place);
    if (slots.empty()) shard.erase(at);
}

std::optional<slot_id> store_state::find(object_key const& key, std::uint64_t hash) const
{
    return keys.find(hash, [&](slot_id slot) {
        auto const& object = at(slot);
        prefetch(object);
        return object->key() == key;
    });
}

store::store()
{
    state_.write().indices.try_emplace(std::string(namespace_index));
}

std::vector<std::string> store::values_of(index_function const& f, object_ref const& object,
                                          bool count_failure) noexcept
{
    try {
        return f(object);
    } catch (...) { // the object stays readable, only not under this index
        if (count_failure) ++index_failures_;
        return {};
    }
}

void store::add_index(std::string name, index_function values)
{
    cow<index_data> filled;
    auto& data = filled.write();
    for (slot_id s = 0; s < state_->slots; ++s) {
        auto const& object = state_->at(s);
        if (!object) continue;
        for (auto const& value : values_of(values, object, true)) data.insert(value, s);
    }
    std::lock_guard const hold(lock_);
    state_.write().indices.insert_or_assign(name, std::move(filled));
    functions_.insert_or_assign(std::move(name), std::move(values));
}

std::vector<store::filing> store::filings_of(std::vector<operation> const& batch)
{
    std::vector<filing> filings;
    filings.reserve(batch.size() * functions_.size());
    for (auto const& op : batch) {
        auto const old = functions_.empty() ? object_ref() : find(op.object->key());
        for (auto const& [name, values] : functions_) {
            auto& f = filings.emplace_back();
            if (old) f.before = values_of(values, old, false); // counted when it came
            if (!op.erase) f.after = values_of(values, op.object, true);
        }
    }
    return filings;
}

void store::apply(std::vector<operation>& batch, std::string_view version)
{
    auto const filings = filings_of(batch);
    auto const apply_to = [&](store_state& state) {
        apply_part(state, batch, filings);
        if (!version.empty()) state.version = version;
    };
    if (batch.size() <= in_place) {
        std::lock_guard const hold(lock_);
        apply_to(state_.write());
        return;
    }
    auto next = state_;
    apply_to(next.write());
    std::lock_guard const hold(lock_);
    std::swap(state_, next);
}

void store::replace(replacement& all, std::string_view version)
{
    auto next = state_;
    auto& state = next.write();
    std::vector<operation> part;
    auto const put_old = [&](std::size_t end) {
        for (auto i = end - part.size(); auto& op : part) {
            if (op.old && all.old.empty()) all.old.resize(all.put.size());
            if (op.old) all.old[i] = std::move(op.old);
            ++i;
        }
    };
    auto const apply_all = [&](std::vector<object_ref> const& objects, bool erase) {
        for (std::size_t i = 0; i != objects.size();) {
            part.clear();
            for (auto const end = std::min(i + in_place, objects.size()); i != end; ++i)
                part.push_back({.object = objects[i], .erase = erase});
            apply_part(state, part, filings_of(part));
            if (!erase) put_old(i);
        }
    };
    apply_all(all.gone, true);
    apply_all(all.put, false);
    if (!version.empty()) state.version = version;
    std::lock_guard const hold(lock_);
    std::swap(state_, next);
}

void store::apply_part(store_state& state, std::vector<operation>& part, std::vector<filing> const& filings)
{
    auto const* f = filings.data();
    for (auto& op : part) {
        apply_one(state, op, f);
        f += functions_.size();
    }
}

void store::apply_one(store_state& state, operation& op, filing const* filings)
{
    auto const key = op.object->key();
    auto const hash = hash_of(key);
    auto const found = state.find(key, hash);
    if (!found && op.erase) return;

    slot_id slot = 0;
    if (found) {
        slot = *found;
    } else if (!free_.empty()) {
        slot = free_.back();
        free_.pop_back();
    } else {
        slot = state.slots++;
        if (slot % 256 == 0) state.chunks.emplace_back();
    }

    auto& place = state.chunks[slot / 256].write()[slot % 256];
    op.old = std::exchange(place, op.erase ? object_ref() : op.object);
    auto& by_namespace = state.indices.find(namespace_index)->second;
    if (!found) {
        state.keys.insert(hash, slot);
        by_namespace.write().insert(key.ns, slot);
        ++state.objects;
    } else if (op.erase) {
        state.keys.erase(hash, slot);
        by_namespace.write().erase(key.ns, slot);
        --state.objects;
        free_.push_back(slot);
    }

    for (auto const& [name, values] : functions_) {
        auto const& [before, after] = *filings++;
        if (before == after) continue;
        auto& index = state.indices.find(name)->second.write();
        for (auto const& value : before) index.erase(value, slot);
        for (auto const& value : after) index.insert(value, slot);
    }
}

object_ref store::find(object_key const& key) const
{
    auto const slot = state_->find(key, hash_of(key));
    return slot ? state_->at(*slot) : object_ref();
}

snapshot_ref store::snapshot() const
{
    std::lock_guard const hold(lock_);
    auto const held = std::make_shared<cow<store_state> const>(state_);
    return snapshot_ref(std::shared_ptr<store_state const>(held, &**held));
}

std::size_t snapshot_ref::size() const noexcept
{
    return state_->objects;
}

std::string const& snapshot_ref::version() const noexcept
{
    return state_->version;
}

object_ref snapshot_ref::find(object_key const& key) const
{
    auto const slot = slot_of(key);
    return slot ? state_->at(*slot) : object_ref();
}

std::optional<std::uint32_t> snapshot_ref::slot_of(object_key const& key) const
{
    return state_->find(key, hash_of(key));
}

std::uint32_t snapshot_ref::slots() const noexcept
{
    return state_->slots;
}

object_ref const& snapshot_ref::at(std::uint32_t slot) const
{
    return state_->at(slot);
}

std::vector<std::uint32_t> const* snapshot_ref::filed_under(std::string_view index, std::string_view value) const
{
    auto const at = state_->indices.find(index);
    if (at == state_->indices.end()) throw api_error(errc::unknown_index, "index \"" + std::string(index) + '"');
    return at->second->find(value);
}

} // namespace coinformer::detail
