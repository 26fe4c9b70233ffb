#include "api/client/watch_rules.hpp"
#include "cache/store/key_table.hpp"

#include <coinformer/cache/own_writes.hpp>
#include <coinformer/core/error.hpp>

#include <boost/describe/class.hpp>

#include <list>
#include <mutex>
#include <unordered_map>

namespace coinformer {

namespace detail {

namespace {

// Returns false also if the versions have no order (goes_back).
bool is_newer(object_ref const& a, object_ref const& b)
{
    return goes_back(b->resource_version(), a->resource_version());
}

// Returns true if a store at the version `reached` is known to be behind `version`. If the versions have no
// order, the store may be ahead of the write, and showing the write would hide the later changes of others
// for ever. So such a write counts as seen. A store without a version has nothing yet.
bool is_ahead(std::string_view version, std::string_view reached)
{
    return is_resource_version(version) && (reached.empty() || goes_back(reached, version));
}

bool is_same_life(object_ref const& a, object_ref const& b) noexcept
{
    return a && b && has_same_uid(a, b);
}

} // namespace

/// The remembered writes: of each key the newest one. Each question first forgets the writes that the store
/// has seen. All that are remembered have versions with an order, apart from deletes, for which the UID is
/// enough.
///
/// Threads    any, with `lock` held.
struct write_overlay::state {
    struct write {
        object_ref object; ///< the object that was written; for a delete, its newest known state
        bool removed;
    };
    using writes = std::list<write>;

    state(std::function<snapshot_ref()> p, std::size_t c) : present(std::move(p)), capacity(c) {}

    // Returns the present state of the store, and forgets the writes that it has seen. The snapshot is taken
    // with the lock held, so that each one is newer than the one before. If its version goes back all the
    // same, the server's history was replaced, and the writes were lost with it.
    snapshot_ref refresh()
    {
        auto now = present();
        if (now.version() == seen) return now;
        if (goes_back(now.version(), seen)) {
            by_key.clear();
            kept.clear();
        }
        seen = now.version();
        for (auto at = kept.begin(); at != kept.end();) {
            auto const here = at++;
            if (is_seen(*here, now)) forget(here);
        }
        return now;
    }

    // Returns true if the store has seen a write: it is not known to be behind the write's version. For a
    // delete that is the version of the last known state, so that in addition the object must be missing; its
    // UID does not come back.
    static bool is_seen(write const& w, snapshot_ref const& now)
    {
        auto const& object = w.object;
        bool const reached = !is_ahead(object->resource_version(), now.version());
        if (!w.removed) return reached;
        return reached && !is_same_life(now.find(object->key()), object);
    }

    // Remembers a write instead of the one with the same key, unless the store has seen it.
    void keep(write w, snapshot_ref const& now)
    {
        auto const known = by_key.find(w.object->key());
        auto const before = known == by_key.end() ? kept.end() : known->second;
        if (is_seen(w, now)) {
            if (before != kept.end()) forget(before);
            return;
        }
        auto const at = kept.insert(kept.end(), std::move(w));
        try {
            if (before == kept.end()) by_key.emplace(at->object->key(), at);
        } catch (...) {
            kept.erase(at);
            throw;
        }
        if (before != kept.end()) {
            auto entry = by_key.extract(known);
            // the key refers to the object, so it has to be that of the new object
            entry.key() = at->object->key();
            entry.mapped() = at;
            by_key.insert(std::move(entry));
            kept.erase(before);
        }
        if (kept.size() > capacity) forget(kept.begin());
    }

    void forget(writes::iterator w)
    {
        by_key.erase(w->object->key());
        kept.erase(w);
    }

    write const* find(object_key const& key) const
    {
        auto const at = by_key.find(key);
        return at == by_key.end() ? nullptr : &*at->second;
    }

    // Returns what a read of this key shows, if the store has `stored`, which may be null.
    object_ref overlaid(object_key key, object_ref stored) const
    {
        auto const* w = find(key);
        if (!w) return stored;
        bool const newer = !stored || is_newer(w->object, stored);
        if (w->removed) return newer || is_same_life(w->object, stored) ? object_ref() : stored;
        return newer ? w->object : stored;
    }

    std::mutex lock; // guards the members below
    std::function<snapshot_ref()> const present;
    std::size_t const capacity;
    std::string seen; // the version of the store that `kept` was last compared with
    writes kept;      // the newest write of each key, the oldest write first
    // the keys refer to the objects in `kept`
    std::unordered_map<object_key, writes::iterator, key_hash> by_key;
};

write_overlay::write_overlay(std::function<snapshot_ref()> present, std::size_t capacity)
    : state_(std::make_unique<state>(std::move(present), capacity))
{
}

write_overlay::~write_overlay() = default;

void write_overlay::wrote(object_ref object)
{
    if (!object) throw api_error(errc::bad_request, "own_writes::wrote()", "the object is null");
    auto& s = *state_;
    std::lock_guard const hold(s.lock);
    auto const now = s.refresh();
    if (auto const* known = s.find(object->key())) {
        bool const is_dead = known->removed && is_same_life(known->object, object);
        if (is_dead || !is_newer(object, known->object))
            return; // the answer came late, and is older than what is known
    }
    s.keep({std::move(object), false}, now);
}

void write_overlay::removed(object_ref last)
{
    if (!last) throw api_error(errc::bad_request, "own_writes::removed()", "the object is null");
    auto& s = *state_;
    std::lock_guard const hold(s.lock);
    auto const now = s.refresh();
    if (auto const* known = s.find(last->key()); known && !is_newer(last, known->object)) {
        if (!is_same_life(known->object, last)) return; // another object has the name by now
        last = known->object;
    }
    s.keep({std::move(last), true}, now);
}

object_ref write_overlay::get(object_key key) const
{
    auto& s = *state_;
    std::lock_guard const hold(s.lock);
    auto const now = s.refresh();
    return s.overlaid(key, now.find(key));
}

std::vector<object_ref> write_overlay::list(std::string_view ns) const
{
    auto& s = *state_;
    std::lock_guard const hold(s.lock);
    auto const now = s.refresh();
    std::vector<object_ref> found;
    auto const add = [&](object_ref const& stored) {
        if (!stored) return;
        if (s.kept.empty())
            found.push_back(stored);
        else if (auto object = s.overlaid(stored->key(), stored))
            found.push_back(std::move(object));
    };
    if (ns.empty())
        for (std::uint32_t slot = 0; slot < now.slots(); ++slot) add(now.at(slot));
    else if (auto const* some = now.filed_under(namespace_index, ns))
        for (auto const slot : *some) add(now.at(slot));
    for (auto const& w : s.kept) {
        auto const key = w.object->key();
        if (!w.removed && (ns.empty() || key.ns == ns) && !now.find(key)) found.push_back(w.object);
    }
    return found;
}

std::size_t write_overlay::size() const
{
    auto& s = *state_;
    std::lock_guard const hold(s.lock);
    s.refresh();
    return s.kept.size();
}

namespace {

struct identity_alone {};
BOOST_DESCRIBE_STRUCT(identity_alone, (), ())

} // namespace

} // namespace detail

std::string written_version(std::string_view answer)
{
    auto const object = decode_object<detail::identity_alone>(answer);
    if (object.resource_version().empty())
        throw api_error(
            errc::missing_field, "written_version()",
            "the text has no metadata.resourceVersion: pass the answer to a create, replace or patch");
    return std::string(object.resource_version());
}

} // namespace coinformer
