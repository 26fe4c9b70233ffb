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

/// Something that happened to a collection, on its way to the store.
struct delta {
    enum class kind : std::uint8_t {
        added,
        updated,
        deleted,  ///< the object is its last state, as the server sent it
        lost,     ///< deleted, but the last state did not decode: the collection's `undecoded` names it
        replaced, ///< a list: the collection is these objects, and no others
        bookmark, ///< nothing changed up to this version
    };
    struct collection {
        std::vector<object_ref> objects; ///< of replaced; each key once, those of `unchanged` included
        std::string version;
        std::string ns = {};                                             ///< of this namespace only; empty: of all
        std::vector<std::pair<std::string, std::string>> undecoded = {}; ///< namespace and name of what is there, too
        /// of another history, perhaps: equal versions do not prove that an object is unchanged, its content does
        bool perhaps_new_history = false;
        bool incomplete = false; ///< something is there whose name is not known: nothing can be inferred as deleted
        std::vector<bool> unchanged = {};        ///< of replaced, slots of `before`: its objects are there, too
        std::optional<snapshot_ref> before = {}; ///< the store when the list began
    };

    static delta of(kind what, object_ref object) { return {what, std::move(object), nullptr}; }
    static delta of(kind what, collection all) { return {what, {}, std::make_unique<collection>(std::move(all))}; }
    bool about_one_object() const noexcept { return what <= kind::deleted; }

    kind what;
    object_ref object;               ///< of added, updated, deleted
    std::unique_ptr<collection> all; ///< of lost, replaced and bookmark
    bool ahead = false;              ///< newer than its place in the queue: what came before it in time may follow
};

/// Deltas in arrival order, over all keys: so the store's version always says exactly what is in it. Or by key: then a
/// change takes the place of the one of the same object that is queued, and a bookmark stands where it would have been.
///
/// Threads    one strand. Bounded: a producer waits for room() after it has pushed, or hands over at least.
class delta_fifo {
public:
    explicit delta_fifo(std::size_t capacity, queue_order order = queue_order::by_arrival)
        : capacity_(std::max<std::size_t>(capacity, 1)), order_(order)
    {
    }

    /// `ns`: of whose stream it comes; empty: of all namespaces. Wakes nobody. Errors: std::bad_alloc; the queue is as
    /// before then.
    void push(delta d, std::string_view ns = {});
    /// A waiting pop() runs at once with all that was pushed. Result: whether there was one.
    bool try_hand_over();
    /// The next deltas, at most `most`: the longest run of distinct keys, or one delta about the whole collection.
    /// Waits for one. Empty once closed and drained. Cancel: at any time, nothing is lost.
    [[nodiscard]] task<std::vector<delta>> pop(std::size_t most) &;
    /// Hands over, and lets others on the executor have their turn when a pop() waited. Ends when fewer than `capacity`
    /// deltas are queued.
    [[nodiscard]] task<> room() &;

    /// pop() still hands out what is queued, then comes back empty.
    void close();

    std::size_t size() const noexcept { return queue_.size(); }
    /// Counts the deltas that were ever queued, and those of them that pop() has handed out. The first one is the place
    /// behind the last delta in the queue.
    std::uint64_t pushed() const noexcept { return handed_out_ + queue_.size(); }
    std::uint64_t handed_out() const noexcept { return handed_out_; }

private:
    using last_changes = std::unordered_map<object_key, std::uint64_t, key_hash>;
    void push_about_all(delta d);
    void push_by_key(delta d, std::string_view ns);
    void note(last_changes::const_iterator known, object_key key, std::uint64_t place);

    boost::circular_buffer_space_optimized<delta> queue_{std::size_t(1) << 30}; // room() is what bounds it
    std::size_t capacity_;
    queue_order order_;
    std::uint64_t handed_out_ = 0; // before the queue's first
    // by key: an object's last change in the queue, counted from the first delta there ever was. Its key is in the
    // object
    last_changes last_;
    bool closed_ = false;
    wakeup pushed_, popped_;
};

} // namespace coinformer::detail
