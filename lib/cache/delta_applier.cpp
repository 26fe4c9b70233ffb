#include "cache/delta_applier.hpp"

#include "api/object/object_share.hpp"
#include "api/protobuf/same_content.hpp"

namespace coinformer::detail {

namespace {

// The histories of the server from which two states of an object come.
enum class histories { same, perhaps_two };

// Returns true if an object has not changed. Equal versions prove that only if the server gave both of them,
// in one history. For a resource without versions (metrics.k8s.io, ComponentStatus), and after the server may
// have been restored from a backup, only the contents can be compared: decision 24. If that throws (an
// operator== of the user's, or there is no memory), the object counts as changed: handlers see one update too
// many, and the store, which may have taken its step, is not ahead of them.
bool is_unchanged(object_ref const& known, object_ref const& now, histories of) noexcept
try {
    if (!has_same_uid(known, now)) return false;
    auto const before = known->resource_version(), after = now->resource_version();
    bool const versions_tell = of == histories::same && !before.empty() && !after.empty();
    return versions_tell ? before == after : has_same_content(known, now);
} catch (...) {
    return false;
}

// Returns true if an event repeats the state that the store has: the server has sent it twice, or gives no
// versions. Handlers do not see such an event. If only the version is equal and the content differs, they see
// it, because the store shows the new content from now on.
bool repeats(store::operation const& op) noexcept
{
    return !op.erase && op.old && op.old->resource_version() == op.object->resource_version() &&
           is_unchanged(op.old, op.object, histories::perhaps_two);
}

} // namespace

change_batch delta_applier::apply(std::vector<delta> batch, std::size_t new_lives)
{
    auto& first = batch.front();
    if (auto* const list = std::get_if<std::unique_ptr<complete_list>>(&first))
        return replace(std::move(**list));
    if (auto* const gone = std::get_if<std::unique_ptr<object_lost>>(&first)) return apply_lost(**gone);
    auto* const reached = std::get_if<std::unique_ptr<collection_bookmark>>(&first);
    if (!reached) return apply_objects(batch, new_lives);
    std::vector<store::operation> nothing;
    frontier_.advance((*reached)->ns, (*reached)->version);
    store_.apply(nothing, frontier_.lowest());
    return {};
}

change_batch delta_applier::apply_objects(std::vector<delta> const& batch, std::size_t new_lives)
{
    std::vector<store::operation> operations;
    operations.reserve(batch.size());
    std::vector<change> changes;
    changes.reserve(batch.size() + new_lives); // before the store's step, because it may fail
    for (auto const& d : batch) {
        auto const& [object, overtook] = *change_in(d);
        auto const ns = object->key().ns;
        auto const version = object->resource_version();
        operations.push_back({.object = object, .erase = std::holds_alternative<object_deleted>(d)});
        if (operations.back().erase) frontier_.note_deletion(ns, version);
        if (!overtook) frontier_.advance(ns, version);
    }
    store_.apply(operations, frontier_.lowest());
    for (auto const& op : operations)
        if (!repeats(op)) append_changes(changes, op, initial_list::no, final_state::known);
    return changes;
}

// Applies a deletion whose last state could not be decoded. Handlers get the state that the store has now,
// which is the newest known one: the reflector could not look it up, because changes of the object may have
// been in the queue.
change_batch delta_applier::apply_lost(object_lost const& gone)
{
    std::vector<store::operation> operations;
    if (auto known = store_.find({gone.ns, gone.name}))
        operations.push_back({.object = std::move(known), .erase = true});
    std::vector<change> changes;
    changes.reserve(operations.size());
    frontier_.note_deletion(gone.reached.ns, gone.reached.version);
    frontier_.advance(gone.reached.ns, gone.reached.version);
    store_.apply(operations, frontier_.lowest());
    for (auto const& op : operations) append_changes(changes, op, initial_list::no, final_state::unknown);
    return changes;
}

// Applies a complete list. An object of the store that the list lacks was deleted, unless the list has an
// object that cannot be named, because its name or its namespace could not be read.
change_batch delta_applier::replace(complete_list all)
{
    std::vector<bool> listed(store_.slots()); // by slot of the store: the list has the object
    store::replacement list;
    // A list that is about other objects than the store says nothing about the store, and the version of a
    // store that is ahead of it says nothing about the list.
    auto const before = share_of(all.ns);
    bool const is_comparable = !all.part && !is_ahead(all.ns) && (!before || before == all.share);
    auto* const audit = is_comparable ? audit_ : nullptr;
    if (audit) audit->begin(all, std::string(frontier_.reached(all.ns)));
    for (slot_id slot = 0; slot != all.unchanged.size(); ++slot) {
        if (!all.unchanged[slot]) continue;
        auto const& object = all.before->at(slot);
        // the store may have another state by now, if changes were in the queue when the list began
        bool const is_here = slot < store_.slots() && store_.at(slot) == object;
        if (is_here)
            listed[slot] = true;
        else
            all.objects.push_back(object);
    }
    all.before.reset();
    auto const history = all.perhaps_new_history ? histories::perhaps_two : histories::same;
    std::erase_if(all.objects, [&](object_ref const& object) {
        auto const slot = store_.slot_of(object->key());
        if (slot) listed[*slot] = true;
        bool const same = slot && is_unchanged(store_.at(*slot), object, history);
        if (!same && audit) audit->compare(slot ? store_.at(*slot) : object_ref(), object);
        if (same && store_.at(*slot)->resource_version() != object->resource_version())
            list.renewed.push_back(object); // the store takes the new version, and handlers do not see this
        return same;
    });
    list.put = std::move(all.objects);
    // an object that could not be decoded still exists, so it keeps its last state
    for (auto const& [ns, name] : all.undecoded)
        if (auto const slot = store_.slot_of({ns, name})) listed[*slot] = true;
    auto const part = all.part ? std::optional<object_share>(std::in_place, all.part->field, all.part->ranges)
                               : std::nullopt;
    for (slot_id slot = 0; slot < store_.slots() && !all.incomplete; ++slot) {
        auto const& object = store_.at(slot);
        bool const is_in_scope = object && (all.ns.empty() || object->key().ns == all.ns);
        bool const is_missing = is_in_scope && !listed[slot];
        if (is_missing && (!part || part->holds(object->key(), object->uid()))) list.gone.push_back(object);
    }
    list.is_stored = all.from != list_origin::server;
    auto shares = all.share ? shares_ : decltype(shares_)();
    if (all.share) shares[all.ns] = *all.share;
    if (all.share) list.share = std::make_shared<shard_ranges const>(share_in_all(shares));
    if (!all.part) frontier_.end_lead(all.ns);
    frontier_.advance(all.ns, all.version);
    store_.replace(list, frontier_.lowest());
    // only now, because the steps before may fail
    if (all.share) shares_.swap(shares);
    bool const is_first = unlisted_.contains(all.ns);
    if (!all.more_follows) unlisted_.erase(all.ns);
    list.renewed = {};
    if (audit) audit->end(list.gone);

    auto const gone_as = all.part ? all.part->of_others : final_state::unknown;
    change_batch changes(std::move(list), is_first ? initial_list::yes : initial_list::no, gone_as);
    if (is_first && unlisted_.empty()) changes.end_first_list();
    if (all.from != list_origin::server) changes.mark_restored();
    return changes;
}

std::optional<shard_ranges> delta_applier::share_of(std::string const& ns) const
{
    auto const found = shares_.find(ns);
    return found == shares_.end() ? std::nullopt : std::optional(found->second);
}

shard_ranges delta_applier::share_in_all(std::map<std::string, shard_ranges> const& shares) const
{
    if (shares.size() != frontier_.versions().size()) return {};
    auto all = shard_ranges::all();
    for (auto const& [ns, share] : shares) all = all & share;
    return all;
}

} // namespace coinformer::detail
