#include "cache/controller.hpp"

namespace coinformer::detail {

namespace {

constexpr std::size_t batch_size = 1000;

// What one object's coming or going looks like to the handlers.
void append_changes(std::vector<change>& changes, store::operation const& op, initial_list initial, final_state final)
{
    if (op.erase) {
        if (op.old) changes.push_back({.what = change::kind::deleted, .final = final, .old = op.old, .cur = op.object});
        return;
    }
    bool const same_life = op.old && op.old->uid() == op.object->uid();
    if (op.old && !same_life) // deleted and made again while we did not look
        changes.push_back({.what = change::kind::deleted, .final = final_state::unknown, .old = op.old, .cur = op.old});
    if (same_life)
        changes.push_back({.what = change::kind::updated, .old = op.old, .cur = op.object});
    else
        changes.push_back({.what = change::kind::added, .initial = initial, .old = {}, .cur = op.object});
}

} // namespace

task<> controller::run() &
{
    for (;;) {
        auto batch = co_await queue_.pop(batch_size);
        if (batch.empty()) co_return;
        std::optional<std::string> listed;
        if (batch.front().what == delta::kind::replaced) listed = batch.front().all->ns;
        auto changes = apply(std::move(batch));
        applied_();
        co_await handlers_.distribute(std::move(changes));
        if (listed && unlisted_.erase(*listed) != 0 && unlisted_.empty()) handlers_.initial_list_ends();
    }
}

std::vector<change> controller::apply(std::vector<delta> batch)
{
    switch (batch.front().what) {
    case delta::kind::added:
    case delta::kind::updated:
    case delta::kind::deleted: return apply_objects(batch);
    case delta::kind::lost: return lose(*batch.front().all);
    case delta::kind::replaced: return replace(*batch.front().all);
    case delta::kind::bookmark: {
        std::vector<store::operation> nothing;
        frontier_.advance(batch.front().all->ns, batch.front().all->version);
        store_.apply(nothing, frontier_.lowest());
        break;
    }
    }
    return {};
}

std::vector<change> controller::apply_objects(std::vector<delta> const& batch)
{
    std::vector<store::operation> operations;
    operations.reserve(batch.size());
    for (auto const& d : batch) {
        operations.push_back({.object = d.object, .erase = d.what == delta::kind::deleted});
        frontier_.advance(d.object->key().ns, d.object->resource_version());
    }
    store_.apply(operations, frontier_.lowest());

    std::vector<change> changes;
    changes.reserve(operations.size());
    for (auto const& op : operations) append_changes(changes, op, initial_list::no, final_state::known);
    return changes;
}

// Its last state is what the store has by now: the object may have been in the queue when its end came.
std::vector<change> controller::lose(delta::collection const& gone)
{
    std::vector<store::operation> operations;
    for (auto const& [ns, name] : gone.undecoded)
        if (auto known = store_.find({ns, name})) operations.push_back({.object = std::move(known), .erase = true});
    frontier_.advance(gone.ns, gone.version);
    store_.apply(operations, frontier_.lowest());
    std::vector<change> changes;
    for (auto const& op : operations) append_changes(changes, op, initial_list::no, final_state::unknown);
    return changes;
}

std::vector<change> controller::replace(delta::collection const& all)
{
    std::vector<store::operation> operations, puts;
    std::vector<bool> listed(store_.slots());
    for (auto const& object : all.objects) {
        auto const slot = store_.slot_of(object->key());
        if (slot) listed[*slot] = true;
        auto const* known = slot ? &store_.at(*slot) : nullptr;
        bool const same =
            known && (*known)->uid() == object->uid() && (*known)->resource_version() == object->resource_version();
        if (!same || all.afresh) puts.push_back({.object = object});
    }
    // what did not decode is there all the same: it keeps its last state
    for (auto const& [ns, name] : all.undecoded)
        if (auto const slot = store_.slot_of({ns, name})) listed[*slot] = true;
    for (slot_id slot = 0; slot < store_.slots() && !all.incomplete; ++slot) {
        auto const& object = store_.at(slot);
        bool const of_it = object && (all.ns.empty() || object->key().ns == all.ns);
        if (of_it && !listed[slot]) operations.push_back({.object = object, .erase = true});
    }
    operations.insert(operations.end(), std::make_move_iterator(puts.begin()), std::make_move_iterator(puts.end()));
    frontier_.advance(all.ns, all.version);
    store_.apply(operations, frontier_.lowest());

    auto const initial = unlisted_.contains(all.ns) ? initial_list::yes : initial_list::no;
    std::vector<change> changes;
    changes.reserve(operations.size());
    for (auto const& op : operations) append_changes(changes, op, initial, final_state::unknown);
    return changes;
}

} // namespace coinformer::detail
