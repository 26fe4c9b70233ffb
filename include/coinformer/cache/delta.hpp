#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/cache/change.hpp>
#include <coinformer/cache/snapshot.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace coinformer::detail {

/// The part that all changes of one object have in common.
struct object_change {
    explicit object_change(object_ref o) noexcept : object(std::move(o)) {}
    object_ref object;
    /// The collection has not reached the object's version here: the change took the place of an earlier
    /// delta, so that older deltas may stand behind it, or it is a deletion whose version is an older one.
    bool overtook = false;
};
struct object_added : object_change {
    using object_change::object_change;
};
struct object_updated : object_change {
    using object_change::object_change;
};
/// `object` is the last state, as the server sent it.
struct object_deleted : object_change {
    using object_change::object_change;
};

/// Everything up to this version has been sent.
struct collection_bookmark {
    std::string version; ///< may be empty
    std::string ns;      ///< the namespace that is watched; empty for all namespaces
};

/// An object was deleted, or is left out from now on, and there is no last state of it: it could not be
/// decoded, or the informer's transform leaves it out. The store may not have the object at all.
struct object_lost {
    std::string ns, name;
    collection_bookmark reached; ///< what the event says about the collection
};

/// Where a list comes from.
enum class list_origin : std::uint8_t {
    server,
    snapshot, ///< a saved one
};

/// The part of a collection that a list is about, if the informer's share of it changes.
struct listed_part {
    shard_field field = shard_field::uid;
    shard_ranges ranges;
    final_state of_others = final_state::unknown; ///< what handlers are told of objects that the list lacks
};

/// A list is complete: the collection consists of its objects, and no others, unless `part` or `more_follows`
/// says otherwise.
struct complete_list {
    std::vector<object_ref> objects; ///< the objects of the list, except those that `unchanged` marks
    std::string version;             ///< may be empty
    std::string ns = {};             ///< the namespace that was listed; empty for all namespaces
    /// Namespace and name of objects that could not be decoded. They exist nevertheless, because the list
    /// contains them.
    std::vector<std::pair<std::string, std::string>> undecoded = {};
    /// The list may be of another history than the store. Then equal versions do not prove that an object is
    /// unchanged, and the contents are compared.
    bool perhaps_new_history = false;
    list_origin from = list_origin::server;
    /// The objects are not all that the first list has to bring: the next list brings the others. That is so
    /// if the objects come from a snapshot, and the server has forgotten what happened since then, or they
    /// are a part of the informer's share.
    bool more_follows = false;
    std::optional<listed_part> part = {}; ///< the list is about this part alone; empty for all objects
    /// The share that the store has with this list, up to date. Empty if the informer has no share.
    std::optional<shard_ranges> share = {};
    /// The list has an object that cannot be named, so that no object counts as deleted.
    bool incomplete = false;
    /// The size of the objects and of this vector of them, in allocated bytes. 0 if nobody counts memory.
    std::size_t bytes = 0;
    std::vector<bool> unchanged = {};        ///< slots of `before` whose objects are in the list
    std::optional<snapshot_ref> before = {}; ///< the store when the list began
};

/// A change of a collection on its way from the reflector to the store. Hundreds of thousands of changes of
/// single objects may be queued, so these are kept in the variant itself; the other alternatives are rare,
/// and are allocated.
using delta = std::variant<object_added, object_updated, object_deleted, std::unique_ptr<object_lost>,
                           std::unique_ptr<complete_list>, std::unique_ptr<collection_bookmark>>;
static_assert(sizeof(delta) <= 3 * sizeof(void*));

/// Returns the change of one object that a delta holds. Returns null if the delta is about the whole
/// collection, or about a lost object.
template <class Delta>
auto* change_in(Delta& d) noexcept
{
    std::conditional_t<std::is_const_v<Delta>, object_change const, object_change>* found =
        std::get_if<object_added>(&d);
    if (!found) found = std::get_if<object_updated>(&d);
    if (!found) found = std::get_if<object_deleted>(&d);
    return found;
}

} // namespace coinformer::detail
