#include "cache/store/step.hpp"

#include "api/object/object_bytes.hpp"

#include <coinformer/cache/snapshot.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace coinformer::detail {

namespace {

// The tables of a plan for more operations than this are not kept for the next one.
constexpr std::size_t most_kept = 256;

// Calls `f` with each value that is in the first of two ordered lists and not in the second.
template <class F>
void for_each_missing(std::vector<std::string> const& in, std::vector<std::string> const& from, F f)
{
    for (auto const& value : in)
        if (!std::binary_search(from.begin(), from.end(), value)) f(value);
}

// Returns the values under which an index has filed an object. Usually the function returns them again, which
// is quick. If it throws, although it did not when the object was filed, the whole index is searched. A pure
// function never does that, but one with a defect must not leave entries behind.
std::vector<std::string> values_before(index_function const& function, index_data const& filed,
                                       object_ref const& object, slot_id slot)
{
    auto values = values_of(function, object);
    return values ? std::move(*values) : filed.values_of(slot);
}

object_ref& place_of(store_state& state, slot_id slot)
{
    return state.chunks[slot / 256].write()[slot % 256];
}

index_data& index_named(store_state& state, std::string_view name)
{
    return state.indices.find(name)->second.write();
}

} // namespace

std::optional<std::vector<std::string>> values_of(index_function const& f, object_ref const& object,
                                                  std::string* error)
{
    std::vector<std::string> values;
    try {
        values = f(object);
    } catch (std::bad_alloc const&) {
        throw;
    } catch (std::exception const& e) {
        if (error) *error = e.what();
        return std::nullopt;
    } catch (...) {
        if (error) *error = "an exception of unknown type";
        return std::nullopt;
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

// ---- planning

void store_step::plan(store_state const& from, std::vector<slot_id> const& free,
                      index_functions const& functions, std::vector<store_operation> const& all,
                      index_failure_log* log)
{
    place(from, free, all);
    failures_ = left_bytes_ = 0;
    filings_.clear();
    if (!functions.empty()) file(from, functions, all, log);
}

// Finds the slot of each operation's object.
void store_step::place(store_state const& from, std::vector<slot_id> const& free,
                       std::vector<store_operation> const& all)
{
    places_.clear();
    taken_ = 0;
    slots_ = from.slots;
    for (auto const& op : all) {
        auto const key = op.object->key();
        auto const hash = hash_of(key);
        if (auto const known = from.find(key, hash)) {
            places_.push_back({hash, *known, op.erase ? change::erase : change::replace});
        } else if (op.erase) {
            places_.push_back({hash, 0, change::none});
        } else {
            auto const slot = taken_ < free.size() ? free[free.size() - ++taken_] : slots_++;
            places_.push_back({hash, slot, change::add});
        }
    }
}

// Finds the values of each operation's object in each index.
void store_step::file(store_state const& from, index_functions const& functions,
                      std::vector<store_operation> const& all, index_failure_log* log)
{
    filings_.reserve(all.size() * functions.size());
    std::string error;
    for (std::size_t i = 0; i != all.size(); ++i) {
        auto const& [hash, slot, what] = places_[i];
        for (auto const& [name, function] : functions) {
            auto& f = filings_.emplace_back(filing{&name, slot, {}, {}});
            if (what == change::replace || what == change::erase) {
                auto const& filed = *from.indices.find(name)->second;
                f.threw_before = filed.is_unfiled(slot);
                if (!f.threw_before) f.before = values_before(function, filed, from.at(slot), slot);
            }
            if (what == change::erase || what == change::none) continue;
            auto after = values_of(function, all[i].object, log ? &error : nullptr);
            f.threw_after = !after; // the object is in the store nevertheless, and is left out of this index
            if (f.threw_after) ++failures_;
            if (f.threw_after && log) log->report(name, all[i].object->key(), error);
            f.after = std::move(after).value_or(std::vector<std::string>());
        }
    }
}

void store_step::release() noexcept
{
    filings_.clear();
    if (places_.size() <= most_kept) return;
    // assignment from {} would keep the memory of a vector
    places_ = std::vector<placement>();
    filings_ = std::vector<filing>();
    inserted_ = std::vector<posting>();
}

std::size_t store_step::bytes() const noexcept
{
    return allocated_bytes(places_.capacity() * sizeof(placement)) +
           allocated_bytes(filings_.capacity() * sizeof(filing)) +
           allocated_bytes(inserted_.capacity() * sizeof(posting));
}

// ---- applying

void store_step::apply(store_state& to, std::vector<slot_id>& free, std::vector<store_operation>& all,
                       std::string_view version)
{
    inserted_.clear();
    keys_inserted_ = 0;
    try {
        prepare(to, free, all, version);
    } catch (...) {
        withdraw(to);
        throw;
    }
    commit(to, free, all, version);
}

void store_step::prepare(store_state& to, std::vector<slot_id>& free, std::vector<store_operation> const& all,
                         std::string_view version)
{
    std::size_t erased = 0;
    for (std::size_t i = 0; i != all.size(); ++i) {
        if (places_[i].what == change::none) continue;
        erased += places_[i].what == change::erase ? 1 : 0;
        prepare_one(to, places_[i], all[i]);
    }
    for (auto const& f : filings_) {
        if (f.changes_nothing()) continue;
        auto& index = index_named(to, *f.index);
        for_each_missing(f.before, f.after, [&](auto const& value) { index.make_writable(value); });
        for_each_missing(f.after, f.before, [&](auto const& value) { insert(index, value, f.slot); });
        if (f.threw_before != f.threw_after) index.reserve_unfiled(f.slot);
    }
    // The room grows by doubling, or each of many small steps would copy the whole list.
    if (auto const needed = free.size() + erased; needed > free.capacity())
        free.reserve(std::max(needed, 2 * free.capacity()));
    to.version.reserve(version.size());
}

void store_step::prepare_one(store_state& to, placement const& p, store_operation const& op)
{
    while (to.chunks.size() <= p.slot / 256) to.chunks.emplace_back();
    (void)place_of(to, p.slot);
    if (p.what == change::replace) return;
    auto const ns = op.object->key().ns;
    auto& by_namespace = index_named(to, namespace_index);
    if (p.what == change::erase) {
        by_namespace.make_writable(ns);
        to.keys.make_writable(p.hash);
        return;
    }
    insert(by_namespace, ns, p.slot);
    to.keys.insert(p.hash, p.slot);
    ++keys_inserted_;
}

// Inserts an index entry, and notes it for withdraw(). Room for the note is made first, because an entry that
// could not be noted could not be taken back.
void store_step::insert(index_data& into, std::string_view value, slot_id slot)
{
    if (inserted_.size() == inserted_.capacity()) inserted_.reserve(2 * inserted_.size() + 8);
    if (into.insert(value, slot)) inserted_.push_back({&into, value, slot});
}

void store_step::withdraw(store_state& to) noexcept
{
    for (auto const& [index, value, slot] : inserted_) index->erase(value, slot);
    for (auto p = places_.begin(); keys_inserted_ != 0; ++p) {
        if (p->what != change::add) continue;
        to.keys.erase(p->hash, p->slot);
        --keys_inserted_;
    }
}

void store_step::commit(store_state& to, std::vector<slot_id>& free, std::vector<store_operation>& all,
                        std::string_view version) noexcept
{
    free.resize(free.size() - taken_);
    to.slots = slots_;
    for (std::size_t i = 0; i != all.size(); ++i)
        if (places_[i].what != change::none) commit_one(to, free, places_[i], all[i]);
    for (auto const& f : filings_) {
        if (f.changes_nothing()) continue;
        auto& index = index_named(to, *f.index);
        for_each_missing(f.before, f.after, [&](auto const& value) { index.erase(value, f.slot); });
        if (f.threw_before != f.threw_after) index.set_unfiled(f.slot, f.threw_after);
    }
    if (!version.empty()) to.version = version;
}

void store_step::commit_one(store_state& to, std::vector<slot_id>& free, placement const& p,
                            store_operation& op) noexcept
{
    op.old = std::exchange(place_of(to, p.slot), op.erase ? object_ref() : op.object);
    auto const left = object_bytes(op.old);
    left_bytes_ += left;
    to.object_bytes += (op.erase ? 0 : object_bytes(op.object)) - left;
    if (p.what == change::add) ++to.objects;
    if (p.what != change::erase) return;
    auto& by_namespace = index_named(to, namespace_index);
    by_namespace.erase(op.object->key().ns, p.slot);
    to.keys.erase(p.hash, p.slot);
    --to.objects;
    free.push_back(p.slot);
}

} // namespace coinformer::detail
