#include "parts/index_store.hpp"

#include <unordered_set>

namespace coinformer::parts::detail {

using namespace coinformer::detail;

namespace {

// Returns a place for changes. The store's steps need it beforehand, because there may be no memory for it.
changes_ptr no_changes()
{
    return changes_ptr(new untyped_changes(change_batch()));
}

// The store takes one step at a time. Deltas that do not belong into one step would be applied in an order
// that the caller did not mean.
void demand_one_step(std::vector<untyped_delta> const& deltas)
{
    if (deltas.size() < 2) return;
    std::unordered_set<object_key, key_hash> keys;
    for (auto const& d : deltas)
        if (!change_in(d) || !keys.insert(key_of(d)).second)
            throw api_error(
                errc::bad_request, "parts::indexer::apply()",
                "the deltas are no single step: apply what one call of delta_fifo::pop() has returned, or "
                "one delta after the other");
}

} // namespace

index_store::index_store(environment env, std::vector<std::string> const& namespaces)
    : env_(std::move(env)), failures_(*env_.log, *env_.time, "parts::indexer"), store_(&failures_),
      applier_(store_, namespaces)
{
    env_.ex = {}; // nothing runs here, and the store may outlive the executor's context
}

void index_store::add_index(std::string name, index_function values)
{
    if (name.empty())
        throw api_error(errc::bad_request, "parts::indexer::index()", "the index's name is empty");
    auto const [claimed, is_new] = names_.insert(name);
    if (!is_new) throw api_error(errc::index_exists, "index \"" + name + "\"");
    try {
        store_.add_index(std::move(name), std::move(values));
    } catch (...) { // no memory: it can be added again
        names_.erase(claimed);
        throw;
    }
}

changes_ptr index_store::apply(std::vector<untyped_delta> deltas)
{
    demand_one_step(deltas);
    auto made = no_changes();
    std::size_t new_lives = 0;
    for (auto& d : deltas) {
        auto* const change = change_in(d);
        if (!change) continue;
        auto const& object = change->object;
        // An older state, which a program may put, does not take the version of the store back.
        change->overtook |= compare_resource_versions(object->resource_version(), store_.version()) < 0;
        auto const slot = store_.slot_of(object->key());
        new_lives += slot && !has_same_uid(store_.at(*slot), object);
    }
    if (!deltas.empty()) made->batch = applier_.apply(std::move(deltas), new_lives);
    return made;
}

changes_ptr index_store::remove(object_key const& key)
{
    auto made = no_changes();
    auto present = store_.find(key);
    if (!present) return made;
    std::vector<untyped_delta> one;
    one.push_back(object_deleted(std::move(present)));
    change_in(one.front())->overtook = true; // the version of the last state is no news
    made->batch = applier_.apply(std::move(one));
    return made;
}

// ---- functions of indexer.hpp

void free_changes::operator()(untyped_changes* c) const noexcept
{
    delete c;
}

std::vector<change> take_all(changes_ptr from)
{
    std::vector<change> all;
    while (from && !from->batch.empty())
        for (auto& c : from->batch.take(1000)) all.push_back(std::move(c));
    return all;
}

std::shared_ptr<index_store> make_store(environment env, std::vector<std::string> namespaces)
{
    return std::make_shared<index_store>(std::move(env), namespaces);
}

void add_index(index_store& to, std::string name, index_function values)
{
    to.add_index(std::move(name), std::move(values));
}

changes_ptr apply(index_store& to, std::vector<untyped_delta> deltas)
{
    return to.apply(std::move(deltas));
}

changes_ptr remove(index_store& from, object_key const& key)
{
    return from.remove(key);
}

snapshot_ref snapshot_of(index_store const& of)
{
    return of.objects().snapshot();
}

} // namespace coinformer::parts::detail
