#pragma once

#include "api/object/known_objects.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/store/key_table.hpp"
#include "cache/store/store.hpp"

#include <limits>

namespace coinformer::detail {

/// A collection as it arrives: page by page, or as the events that a watch begins with. Those are mostly ADDED events
/// in the order of their keys, but what changes meanwhile comes in between.
///
/// Decoders ask it what is known. Of an object that the store has already in this very version a mark is kept, no more:
/// so that a list with nothing new costs no memory, and little time.
class listing final : public known_objects {
public:
    /// `max_faults` as client_options::max_faults_per_list.
    explicit listing(store const& objects, std::size_t max_faults = std::numeric_limits<std::size_t>::max()) noexcept
        : store_(objects), max_faults_(max_faults)
    {
    }

    void begin(); ///< after clear(), or take()
    void clear();
    /// Knows the objects of the store as it was at begin(), and nothing outside of a reading: the store may be about
    /// to take in a list of another history, in which a version that is known belongs to another state of the object.
    /// An object without a version is never known, because an empty version proves nothing.
    object_ref find(object_key key, std::string_view uid, std::string_view version) const override;

    void put(object_ref object);
    void remove(object_key key);
    /// One that did not decode: the last state that did stays. `name` empty: not even its name is known. Throws
    /// api_error(errc::too_many_faults) if there are more than `max_faults`.
    void put_undecoded(std::string ns, std::string name);

    /// How many different objects there are so far.
    std::size_t size() const noexcept { return objects_.size() + marks_; }
    /// True if put() and remove() were called more than `most` times more often than twice for each different object. A
    /// server that sends the same objects for ever is found so, and costs no memory meanwhile.
    bool repeats_itself(std::size_t most) const noexcept { return puts_ > 2 * size() + most; }
    /// Of the collection. The first one counts: later pages are of the first one's version.
    void put_version(std::string_view version);
    /// What there is: of each key its last state, and each key once.
    delta::collection take();

private:
    struct removal {
        std::string ns, name;
        std::size_t faults_before; // size of rest_.undecoded when the object was removed
    };
    std::optional<slot_id> slot_of(object_key const& key) const;
    bool is_at(slot_id slot, object_key const& key) const;
    void unmark(slot_id slot);
    std::optional<slot_id> place_of(object_key const& key, std::uint64_t hash);
    void drop_removed_faults();

    store const& store_;
    std::size_t max_faults_;
    std::size_t faults_ = 0;
    std::optional<snapshot_ref> before_; // the store when the reading began
    mutable slot_id guess_ = 0;          // servers keep their order: the next one to come, mostly
    std::vector<bool> unchanged_;        // slots of before_: the object is of the collection, as it is there
    std::vector<bool> put_;              // slots of before_: the key was put since
    std::size_t marks_ = 0;              // in unchanged_
    std::vector<object_ref> objects_;    // the others, each key once
    bool in_order_ = true;               // each of them is behind the one before it, and so is no repetition
    key_table places_;                   // once they are not in order: where each key is in objects_
    std::size_t puts_ = 0;               // calls of put() and remove()
    std::vector<removal> removals_;
    delta::collection rest_;
};

} // namespace coinformer::detail
