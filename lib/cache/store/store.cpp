#include "cache/store/store.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

// Batches of at most this size are applied in place, with the lock held. Larger ones are applied to a copy,
// so that the lock is held for a moment only.
constexpr std::size_t in_place = 256;

} // namespace

store::store(index_failure_log* log) : log_(log)
{
    state_.write().indices.try_emplace(std::string(namespace_index));
}

void store::add_index(std::string name, index_function values)
{
    cow<index_data> filled;
    auto& data = filled.write();
    std::size_t failures = 0;
    std::string error;
    for (slot_id s = 0; s < state_->slots; ++s) {
        auto const& object = state_->at(s);
        if (!object) continue;
        auto const filed = values_of(values, object, log_ ? &error : nullptr);
        if (!filed) {
            ++failures;
            if (log_) log_->report(name, object->key(), error);
            data.reserve_unfiled(s);
            data.set_unfiled(s, true);
        }
        for (auto const& value : filed.value_or(std::vector<std::string>())) data.insert(value, s);
    }
    index_functions added; // allocated before the index exists: merge() below cannot fail
    added.emplace(name, std::move(values));
    {
        std::lock_guard const hold(lock_);
        state_.write().indices.insert_or_assign(std::move(name), std::move(filled));
    }
    functions_.merge(added);
    index_failures_ += failures;
    count_memory();
    if (log_) log_->flush();
}

// The state has changed.
void store::count_memory() noexcept
{
    counts_->objects.set(state_->object_bytes);
    counts_->indices.set(state_->table_bytes() + allocated_bytes(free_.capacity() * sizeof(slot_id)) +
                         step_.bytes());
}

void store::apply(std::vector<operation>& batch, std::string_view version)
{
    auto const before = state_->object_bytes;
    step_.plan(*state_, free_, functions_, batch, log_);
    if (batch.size() <= in_place) {
        std::lock_guard const hold(lock_);
        step_.apply(state_.write(), free_, batch, version);
    } else {
        auto next = state_;
        auto free = free_;
        step_.apply(next.write(), free, batch, version);
        free_.swap(free);
        std::lock_guard const hold(lock_);
        std::swap(state_, next);
    }
    index_failures_ += step_.failures();
    // what has gone, and what has come in its place
    changed_bytes_ += 2 * step_.left_bytes() + state_->object_bytes - before;
    step_.release();
    count_memory();
}

// Works on a copy, in parts of `in_place` operations, so that the memory of a plan does not grow with the
// list.
void store::replace(replacement& all, std::string_view version)
{
    auto next = state_;
    auto& state = next.write();
    auto const before = state.object_bytes;
    auto free = free_;
    std::size_t failures = 0;
    all.old.clear();
    all.left_bytes = 0;
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
            step_.plan(state, free, functions_, part, log_);
            step_.apply(state, free, part, {});
            failures += step_.failures();
            if (&objects != &all.renewed) all.left_bytes += step_.left_bytes();
            if (&objects == &all.put) put_old(i);
        }
    };
    // From the highest slot to the lowest: the lists of an index are in the order of the slots, and erasing
    // from the back moves nothing.
    apply_all({all.gone.rbegin(), all.gone.rend()}, true);
    apply_all(all.put, false);
    apply_all(all.renewed, false);
    if (!version.empty()) state.version = version;
    if (all.share) state.share = all.share;
    free_.swap(free);
    index_failures_ += failures;
    if (!all.is_stored) changed_bytes_ += 2 * all.left_bytes + state.object_bytes - before;
    {
        std::lock_guard const hold(lock_);
        std::swap(state_, next);
    }
    step_.release();
    count_memory();
    if (log_) log_->flush();
}

object_ref store::find(object_key const& key) const
{
    auto const* const found = state_->find_object(key, hash_of(key));
    return found ? *found : object_ref();
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

shard_ranges snapshot_ref::share() const
{
    return state_->share ? *state_->share : shard_ranges::all();
}

std::string const& snapshot_ref::version() const noexcept
{
    return state_->version;
}

object_ref snapshot_ref::find(object_key const& key) const
{
    auto const* const found = state_->find_object(key, hash_of(key));
    return found ? *found : object_ref();
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

void refuse_index(store_state const& here, std::string_view name)
{
    std::string known;
    for (auto const& [index, filed] : here.indices) known.append(known.empty() ? "" : ", ").append(index);
    throw api_error(errc::unknown_index, "index \"" + std::string(name) + '"',
                    "the indices here are: " + known);
}

std::vector<std::uint32_t> const* snapshot_ref::filed_under(std::string_view index,
                                                            std::string_view value) const
{
    auto const at = state_->indices.find(index);
    if (at == state_->indices.end()) refuse_index(*state_, index);
    return at->second->find(value);
}

} // namespace coinformer::detail
