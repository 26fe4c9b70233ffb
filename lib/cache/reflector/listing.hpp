#pragma once

#include "api/object/known_objects.hpp"
#include "cache/reflector/passed_keys.hpp"
#include "cache/store/key_table.hpp"
#include "cache/store/store.hpp"
#include <coinformer/cache/delta.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace coinformer::detail {

/// Collects the objects of a list while it is being read: the items of pages, or the events of a streamed
/// list. The latter are mostly ADDED events in the order of their keys, mixed with changes that happen
/// meanwhile.
///
/// Decoders ask it which objects are known (known_objects). If the store has an object in the same version
/// already, the listing only marks the object's slot, so that a list with nothing new costs no memory, and
/// little time.
///
/// States     Reading, from begin() to take() or clear(), and idle. While it is idle, `before_` is empty and
///            no object is known. The first list of an informer is read without `before_`, because the store
///            is empty.
/// Threads    the client's strand. The list_reader and the watch_follower call it, and the decoders that they
///            drive.
class listing final : public known_objects {
public:
    /// `max_faults` is client_options::max_faults_per_list.
    explicit listing(store const& objects,
                     std::size_t max_faults = std::numeric_limits<std::size_t>::max()) noexcept
        : store_(objects), max_faults_(max_faults)
    {
    }

    void begin(); ///< begins a reading; called after clear() or take()
    void clear();
    /// Returns the object of this key if the store had it, with this UID and version, at begin(); else null.
    /// While the listing is idle no object is known: the store may be about to take in a list of another
    /// history, in which the same version belongs to another state of the object. An object without a version
    /// is never known, because an empty version proves nothing.
    object_ref find(object_key key, std::string_view uid, std::string_view version) const override;

    void put(object_ref object);
    void remove(object_key key);
    /// Notes an object that could not be decoded: the store keeps its last state. If not even its name is
    /// known, `name` is empty. Errors: errc::too_many_faults if there are more than `max_faults`.
    void put_undecoded(std::string ns, std::string name);

    /// Notes an object that has come and is not to be kept: see transform. An earlier state of it is dropped.
    void leave_out(object_key key);
    /// Notes an object that has come and belongs to another share. Only the count of objects knows of it.
    void pass_over_foreign(object_key key);

    /// Returns the number of different objects that have come, with those that are not kept.
    std::size_t size() const noexcept { return objects_.size() + marks_ + passed_.count(); }
    /// Returns true if more than 2 * size() + `max_repeats` objects, or deletions, were noted. This finds a
    /// server that sends the same objects for ever, although the listing does not grow.
    bool repeats_itself(std::size_t max_repeats) const noexcept { return puts_ > 2 * size() + max_repeats; }
    /// Notes the version of the collection. The first one counts, because all pages of a list show the
    /// version of the first page.
    void put_version(std::string_view version);
    /// Ends the reading, and returns its result: the last state of each object, each key once.
    complete_list take();

private:
    struct removal {
        std::string ns, name;
        std::size_t faults_before; // size of result_.undecoded when the object was removed
    };
    std::optional<slot_id> slot_of(object_key const& key) const;
    bool is_at(slot_id slot, object_key const& key) const;
    void unmark(slot_id slot);
    std::optional<slot_id> place_of(object_key const& key, std::uint64_t hash);
    std::size_t table_bytes() const noexcept;
    void add_bytes(std::size_t came, std::size_t went = 0) noexcept;
    void drop_removed_faults();

    store const& store_;
    std::size_t max_faults_;
    std::size_t faults_ = 0;             // objects that could not be decoded
    std::optional<snapshot_ref> before_; // the store when the reading began; empty if the store was empty
    mutable slot_id guess_ = 0;       // slot of the object that probably comes next: servers keep their order
    std::vector<bool> unchanged_;     // by slot of before_: the object has come, in the same version
    std::vector<bool> changed_;       // by slot of before_: another state of the object has come
    std::size_t marks_ = 0;           // number of slots that are marked in unchanged_
    passed_keys passed_;              // the objects that are not kept
    std::vector<object_ref> objects_; // the objects that are not marked, each key once
    bool in_order_ = true;            // the keys in objects_ ascend, so a greater key is new
    key_table places_;                // the place of each key in objects_; filled once they are not in order
    std::size_t puts_ = 0;            // calls of put(), remove() and pass_over_foreign()
    std::unordered_set<std::uint64_t> faulty_; // hashes of the keys of objects that could not be decoded
    std::vector<removal> removals_;            // objects that were deleted during the reading
    std::size_t object_bytes_ = 0;             // sum of object_bytes() over objects_
    std::size_t counted_ = 0;                  // how many bytes are in memory_counts::arriving
    complete_list result_; // its version, and its objects that did not decode; take() adds the rest
};

} // namespace coinformer::detail
