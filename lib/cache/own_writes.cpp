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

bool is_newer(object_ref const& a, object_ref const& b) noexcept
{
    return compare_resource_versions(a->resource_version(), b->resource_version()) > 0;
}

bool is_same_life(object_ref const& a, object_ref const& b) noexcept
{
    return a && b && has_same_uid(a, b);
}

} // namespace

struct write_overlay::state {
    struct write {
        object_ref object; ///< of a delete: the newest state that is known
        bool removed;
    };
    using writes = std::list<write>;

    state(std::function<snapshot_ref()> p, std::size_t c) : present(std::move(p)), capacity(c) {}

    // The store as it is, with what it has seen forgotten. Under the lock, so that its version goes back only when the
    // server's history does: then what was written has gone with it.
    snapshot_ref refresh()
    {
        auto now = present();
        if (now.version() == seen) return now;
        if (compare_resource_versions(now.version(), seen) < 0) {
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

    // A delete has been seen when the store is where the object was, and the object is not: an UID does not come back.
    static bool is_seen(write const& w, snapshot_ref const& now)
    {
        auto const& object = w.object;
        bool const reached = compare_resource_versions(now.version(), object->resource_version()) >= 0;
        if (!w.removed) return reached;
        return reached && !is_same_life(now.find(object->key()), object);
    }

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
            entry.key() = at->object->key(); // a view of the object that is kept from now on
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

    // What one reads where the store has `stored`, perhaps nothing.
    object_ref overlaid(object_key key, object_ref stored) const
    {
        auto const* w = find(key);
        if (!w) return stored;
        bool const newer = !stored || is_newer(w->object, stored);
        if (w->removed) return newer || is_same_life(w->object, stored) ? object_ref() : stored;
        return newer ? w->object : stored;
    }

    std::mutex lock; // of all that follows
    std::function<snapshot_ref()> const present;
    std::size_t const capacity;
    std::string seen; // the version that what is kept was compared with
    writes kept;      // the newest of each key; the first that came first
    std::unordered_map<object_key, writes::iterator, key_hash> by_key; // the keys are the objects'
};

write_overlay::write_overlay(std::function<snapshot_ref()> present, std::size_t capacity)
    : state_(std::make_unique<state>(std::move(present), capacity))
{
}

write_overlay::~write_overlay() = default;

void write_overlay::wrote(object_ref object)
{
    if (!object) throw api_error(errc::bad_request, "own_writes::wrote()", "there is no object");
    auto& s = *state_;
    std::lock_guard const hold(s.lock);
    auto const now = s.refresh();
    if (auto const* known = s.find(object->key())) {
        bool const is_dead = known->removed && is_same_life(known->object, object);
        if (is_dead || !is_newer(object, known->object)) return; // an answer that came late
    }
    s.keep({std::move(object), false}, now);
}

void write_overlay::removed(object_ref last)
{
    if (!last) throw api_error(errc::bad_request, "own_writes::removed()", "there is no object");
    auto& s = *state_;
    std::lock_guard const hold(s.lock);
    auto const now = s.refresh();
    if (auto const* known = s.find(last->key()); known && !is_newer(last, known->object)) {
        if (!is_same_life(known->object, last)) return; // the name has been used again
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
        throw api_error(errc::missing_field, "decode", "an answer without metadata.resourceVersion");
    return std::string(object.resource_version());
}

} // namespace coinformer
