#pragma once

#include "api/object/known_objects.hpp"
#include "cache/reflector/arriving_objects.hpp"
#include "cache/reflector/passed_keys.hpp"
#include "cache/reflector/seen_slots.hpp"
#include "cache/reflector/undecoded_objects.hpp"
#include "cache/store/store.hpp"
#include <coinformer/cache/delta.hpp>

#include <limits>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Collects the objects of a list while it is being read: the items of pages, or the events of a streamed
/// list. The latter are mostly ADDED events in the order of their keys, mixed with changes that happen
/// meanwhile.
///
/// Each object that comes is one of four kinds, and each kind has its part. Those that the store has in the
/// same version are `seen_`, those that it has not are `arriving_`, those that are not kept are `passed_`,
/// and the others are `undecoded_`.
///
/// Decoders ask it which objects are known (known_objects), so that they need not decode these again.
///
/// States     Reading, from begin() to take() or clear(), and idle. While it is idle, no object is known.
/// Threads    the client's strand. The list_reader and the watch_follower call it, and the decoders that they
///            drive.
class listing final : public known_objects {
public:
    /// `max_faults` is client_options::max_faults_per_list.
    explicit listing(store const& objects,
                     std::size_t max_faults = std::numeric_limits<std::size_t>::max()) noexcept
        : store_(objects), arriving_(objects.counts()), undecoded_(max_faults)
    {
    }

    void begin(); ///< begins a reading; called after clear() or take()
    void clear();
    /// Returns the object of this key if the store had it, with this UID and version, at begin(); else null.
    /// While the listing is idle no object is known: the store may be about to take in a list of another
    /// history, in which the same version belongs to another state of the object.
    object_ref find(object_key key, std::string_view uid, std::string_view version) const override
    {
        return seen_.find(key, uid, version);
    }

    /// Returns the object that the store has now under this key, or null, also while the listing is idle.
    object_ref stored(object_key key) const { return store_.find(key); }
    /// Returns true if the store has an object without a namespace now, also while the listing is idle.
    bool stores_cluster_scoped() const { return store_.has_cluster_scoped(); }

    void put(object_ref object);
    void remove(object_key key);
    /// Notes an object that could not be decoded: the store keeps its last state. If it cannot be named,
    /// `name` is empty. Errors: errc::too_many_faults if there are more than `max_faults`.
    void put_undecoded(std::string ns, std::string name) { undecoded_.put(std::move(ns), std::move(name)); }

    /// Notes an object that has come and is not to be kept: see transform. An earlier state of it is dropped.
    void leave_out(object_key key);
    /// Notes an object that has come and belongs to another share. Only the count of objects knows of it.
    void pass_over_foreign(object_key key);

    /// Returns the number of different objects that have come, with those that are not kept.
    std::size_t size() const noexcept { return arriving_.size() + seen_.count() + passed_.count(); }
    /// Returns how many objects have come that could not be decoded, at most `max_faults`. One that came
    /// twice counts twice.
    std::size_t faults() const noexcept { return undecoded_.count(); }
    /// Returns true if more than 2 * size() + `max_repeats` objects, or deletions, were noted. This finds a
    /// server that sends the same objects for ever, although the listing does not grow.
    bool repeats_itself(std::size_t max_repeats) const noexcept { return puts_ > 2 * size() + max_repeats; }
    /// Notes the version of the collection. The first one counts, because all pages of a list show the
    /// version of the first page.
    void put_version(std::string_view version);
    /// Ends the reading, and returns its result: the last state of each object, each key once.
    complete_list take();

private:
    store const& store_;
    seen_slots seen_;
    arriving_objects arriving_;
    passed_keys passed_;
    undecoded_objects undecoded_;
    std::size_t puts_ = 0; // calls of put(), remove() and pass_over_foreign()
    std::string version_;
};

} // namespace coinformer::detail
