#pragma once

#include "cache/key_table.hpp"

#include <coinformer/api/object.hpp>
#include <coinformer/core/wakeup.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
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
        lost,     ///< deleted, but the last state did not decode: the object is the one that was cached
        replaced, ///< a list: the collection is these objects, and no others
        bookmark, ///< nothing changed up to this version
    };
    struct collection {
        std::vector<object_ref> objects; ///< of replaced
        std::string version;
        std::string ns = {};                                             ///< of this namespace only; empty: of all
        std::vector<std::pair<std::string, std::string>> undecoded = {}; ///< namespace and name of what is there, too
        bool incomplete = false; ///< something is there whose name is not known: nothing can be inferred as deleted
    };

    static delta of(kind what, object_ref object) { return {what, std::move(object), nullptr}; }
    static delta of(kind what, collection all) { return {what, {}, std::make_unique<collection>(std::move(all))}; }
    bool about_one_object() const noexcept { return what <= kind::lost; }

    kind what;
    object_ref object;               ///< of added, updated, deleted, lost
    std::unique_ptr<collection> all; ///< of replaced and bookmark
};

/// How pop() goes through the queue.
enum class order {
    by_arrival, ///< one delta at a time, over all keys
    by_key,     ///< all deltas of the oldest key at once, as client-go's DeltaFIFO; two deletes in a row count as one
};

/// Deltas in arrival order; those of one key are chained. A delta about the whole collection is a barrier: nothing
/// passes it in either order.
///
/// Threads    one strand. Bounded: a producer waits for room() after it has pushed.
class delta_fifo {
public:
    explicit delta_fifo(std::size_t capacity, order by = order::by_arrival)
        : capacity_(std::max<std::size_t>(capacity, 1)), order_(by)
    {
    }

    void push(delta d);
    /// Puts back what could not be applied, in front; dropped when a newer delta of its key is queued, or a list.
    void requeue(delta d);

    /// The next delta, or with order::by_key the next key's. Waits for one. Empty once closed and drained.
    /// Cancel: at any time, nothing is lost.
    [[nodiscard]] task<std::vector<delta>> pop() &;
    /// At most `most` deltas in arrival order: the longest prefix of distinct keys, or one barrier.
    [[nodiscard]] task<std::vector<delta>> pop_batch(std::size_t most) &;
    /// Ends when fewer than `capacity` deltas are queued.
    [[nodiscard]] task<> room() &;

    /// pop() still hands out what is queued, then comes back empty.
    void close();

    std::size_t size() const noexcept { return queued_; }

private:
    struct entry {
        delta what;
        bool taken = false;                // by_key: handed out before its turn
        bool follows = false;              // an older delta of its key is (or was) queued
        std::optional<std::uint64_t> next; // of the same key
        std::uint64_t before = 0;          // number of the older delta of its key, when follows
    };
    entry& at(std::uint64_t number) { return entries_[static_cast<std::size_t>(number - first_)]; }
    delta take_front();
    void take_chain(std::uint64_t number, std::vector<delta>& into);
    void drop_taken();
    [[nodiscard]] task<> something() &;

    std::deque<entry> entries_;                                    // entry n has number first_ + n
    std::uint64_t first_ = 1ULL << 32;                             // room below, for requeued ones
    std::size_t queued_ = 0;                                       // without the taken ones
    std::unordered_map<object_key, std::uint64_t, key_hash> last_; // newest entry of a key since the last barrier
    std::size_t capacity_;
    order order_;
    bool closed_ = false;
    wakeup pushed_, popped_;
};

} // namespace coinformer::detail
