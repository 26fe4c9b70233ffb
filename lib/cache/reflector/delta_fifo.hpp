#pragma once

#include "cache/store/key_table.hpp"

#include <coinformer/api/object.hpp>
#include <coinformer/cache/informer_options.hpp>
#include <coinformer/cache/snapshot.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/circular_buffer.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace coinformer::detail {

/// A change of a collection on its way from the reflector to the store.
struct delta {
    enum class kind : std::uint8_t {
        added,
        updated,
        deleted,  ///< `object` is the last state, as the server sent it
        lost,     ///< deleted, and its last state could not be decoded: `undecoded` names the object
        replaced, ///< a list is complete: the collection consists of its objects, and no others
        bookmark, ///< everything up to this version has been sent
    };
    /// The data of a delta that is not about one object. Which members are used depends on the kind.
    struct collection {
        std::vector<object_ref> objects; ///< replaced: all objects except those of `unchanged`
        std::string version;             ///< the version of the list, event or bookmark; may be empty
        std::string ns = {};             ///< the namespace that this is about; empty for all namespaces
        /// Namespace and name of objects that could not be decoded. If a list has brought them, they exist
        /// all the same.
        std::vector<std::pair<std::string, std::string>> undecoded = {};
        /// replaced: the list may be of another history than the store. Then equal versions do not prove that
        /// an object is unchanged, and the contents are compared.
        bool perhaps_new_history = false;
        /// replaced: the list has an object whose name is not known, so that no object counts as deleted.
        bool incomplete = false;
        std::vector<bool> unchanged = {};        ///< replaced: slots of `before` whose objects are in the list
        std::optional<snapshot_ref> before = {}; ///< replaced: the store when the list began
    };

    static delta of(kind what, object_ref object) { return {what, std::move(object), nullptr}; }
    static delta of(kind what, collection all) { return {what, {}, std::make_unique<collection>(std::move(all))}; }
    bool about_one_object() const noexcept { return what <= kind::deleted; }

    kind what;
    object_ref object;               ///< used by added, updated and deleted
    std::unique_ptr<collection> all; ///< used by lost, replaced and bookmark
    bool ahead = false; ///< it took the place of an earlier delta, so that older deltas may stand behind it
};

/// The queue between the reflectors and the store_updater of an informer.
///
/// With queue_order::by_arrival it keeps the deltas in the order of their arrival, over all keys, so that the
/// store's version always says exactly what is in the store. With queue_order::by_key a change takes the
/// place of the queued change of the same object. A bookmark with the new change's version is queued at the
/// end, so that the store's version reaches it only when everything before it has been applied.
///
/// States     Open, and closed: pop() hands out what is queued, and then returns nothing.
/// Threads    the client's strand.
/// Bound      push() never waits. A reflector that has pushed awaits wait_for_room() before it reads more.
class delta_fifo {
public:
    explicit delta_fifo(std::size_t capacity, queue_order order = queue_order::by_arrival)
        : capacity_(std::max<std::size_t>(capacity, 1)), order_(order)
    {
    }

    /// Queues a delta. `ns` is the namespace of the watch that brought it; empty for all namespaces. A
    /// waiting pop() is not woken, so that it gets all events which have arrived together in one go. Errors:
    /// std::bad_alloc; then the queue is as it was.
    void push(delta d, std::string_view ns = {});
    /// Runs a waiting pop() at once, with everything that is queued. Returns true if a pop() was waiting.
    bool try_hand_over();
    /// Waits until there is a delta, and returns the next ones, at most `most`: either deltas about single
    /// objects, up to the first key that would come twice, or one delta about the whole collection. Returns
    /// nothing if the queue is closed and empty.
    ///
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<std::vector<delta>> pop(std::size_t most) &;
    /// Wakes a waiting pop(), and then lets others on the executor have a turn. Waits until fewer than
    /// `capacity` deltas are queued.
    ///
    /// Cancel     at any time.
    [[nodiscard]] task<> wait_for_room() &;

    void close();

    std::size_t size() const noexcept { return queue_.size(); }
    /// Returns the number of deltas that were ever queued, which is the position behind the last one.
    std::uint64_t pushed() const noexcept { return handed_out_ + queue_.size(); }
    /// Returns the number of deltas that pop() has ever handed out, which is the position of the first one.
    std::uint64_t handed_out() const noexcept { return handed_out_; }

private:
    using last_changes = std::unordered_map<object_key, std::uint64_t, key_hash>;
    void push_about_all(delta d);
    void push_by_key(delta d, std::string_view ns);
    void note(last_changes::const_iterator known, object_key key, std::uint64_t place);

    // wait_for_room() bounds the queue, not the buffer's capacity
    boost::circular_buffer_space_optimized<delta> queue_{std::size_t(1) << 30};
    std::size_t capacity_;
    queue_order order_;
    std::uint64_t handed_out_ = 0; // number of deltas that were in front of the first one
    // Used with queue_order::by_key: the position of the last queued change of each object. The keys refer to
    // the objects in the queue.
    last_changes last_;
    bool closed_ = false;
    wakeup pushed_, popped_;
};

} // namespace coinformer::detail
