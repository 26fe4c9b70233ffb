#include "cache/reflector/delta_fifo.hpp"

#include "api/object/object_bytes.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <bit>
#include <new>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

/// The set of the keys of one pop(), represented by their hashes. Two keys with the same hash count as one,
/// which is harmless: pop() then returns fewer deltas.
class key_hashes {
public:
    explicit key_hashes(std::size_t most) : seen_(std::bit_ceil(most * 2)) {}

    /// Returns false if the hash is there already.
    bool insert(std::uint64_t hash) noexcept
    {
        auto const mask = seen_.size() - 1;
        hash |= 1; // 0 marks a free place
        auto i = (hash >> 32) & mask;
        for (; seen_[i] != 0; i = (i + 1) & mask)
            if (seen_[i] == hash) return false;
        seen_[i] = hash;
        return true;
    }

private:
    std::vector<std::uint64_t> seen_;
};

// Returns what a delta holds that is in no other place.
std::size_t bytes_of(delta const& d) noexcept
{
    if (auto const* const change = change_in(d)) return object_bytes(change->object);
    auto const* const list = std::get_if<std::unique_ptr<complete_list>>(&d);
    return list ? (*list)->bytes : 0;
}

// The buffer becomes smaller now and then, which needs memory. Without that it stays as large as it is.
template <class Buffer>
void drop_first(Buffer& queue) noexcept
try {
    queue.pop_front();
} catch (std::bad_alloc const&) { // the delta has gone
}

} // namespace

void delta_fifo::push(delta d, std::string_view ns)
{
    if (closed_) return; // nobody would take it
    auto const bytes = bytes_of(d);
    if (order_ == queue_order::by_arrival)
        queue_.push_back(std::move(d));
    else if (change_in(d))
        push_by_key(std::move(d), ns);
    else
        push_other(std::move(d));
    counts_->arriving.add_alone(growth(0, bytes));
    counts_->queued.store(queue_.size(), std::memory_order_relaxed);
}

bool delta_fifo::try_hand_over()
{
    if (queue_.empty()) return false;
    if (how_ == hand_over::at_once) return pushed_.run_waiters();
    pushed_.notify();
    return true;
}

// A bookmark takes the place of the bookmark right in front of it, if both are about the same namespace.
void delta_fifo::push_other(delta d)
{
    using bookmark = std::unique_ptr<collection_bookmark>;
    auto* const newer = std::get_if<bookmark>(&d);
    auto* const older = newer && !queue_.empty() ? std::get_if<bookmark>(&queue_.back()) : nullptr;
    if (older && (*older)->ns == (*newer)->ns) {
        *older = std::move(*newer);
        return;
    }
    bool const is_bookmark = newer;
    // A later change must not take a place in front of this deletion of its object, or of this list.
    if (auto const* const lost = std::get_if<std::unique_ptr<object_lost>>(&d))
        last_.erase({(*lost)->ns, (*lost)->name});
    else if (!is_bookmark)
        last_.clear();
    queue_.push_back(std::move(d));
}

// If a change of the same life of the object is queued, the new change takes its place, and a bookmark at the
// end of the queue says which version is reached there. Everything that may throw comes first, so that a
// change is in the queue and in `last_`, or in neither.
void delta_fifo::push_by_key(delta d, std::string_view ns)
{
    auto& change = *change_in(d);
    auto const key = change.object->key();
    auto const known = last_.find(key);
    auto const* const earlier = known == last_.end() ? nullptr : &queue_[known->second - handed_out_];
    bool const same_life = earlier && !std::holds_alternative<object_deleted>(*earlier) &&
                           has_same_uid(change_in(*earlier)->object, change.object);
    // Where an earlier change stands, the copy would pass for one of a later version, at which the server may
    // still have the object: see watch_follower::take_older_deletion().
    auto const before = earlier ? change_in(*earlier)->object->resource_version() : std::string_view();
    auto const after = change.object->resource_version();
    bool const has_no_time = change.overtook || (!before.empty() && (after.empty() || after == before));
    bool const is_undated = has_no_time && std::holds_alternative<object_deleted>(d);
    if (same_life && !is_undated) {
        auto const place = known->second;
        collection_bookmark reached{.version = std::string(change.object->resource_version()),
                                    .ns = std::string(ns)};
        push(std::make_unique<collection_bookmark>(std::move(reached)));
        move_entry(known, key, place);
        change.overtook = true;
        auto& overtaken = queue_[place - handed_out_];
        counts_->arriving.add_alone(growth(bytes_of(overtaken), 0));
        overtaken = std::move(d);
        return;
    }
    auto const place = handed_out_ + queue_.size();
    queue_.push_back(std::move(d));
    if (known != last_.end()) return move_entry(known, key, place);
    try {
        last_.emplace(key, place);
    } catch (...) {
        queue_.pop_back();
        throw;
    }
}

// Gives the entry of a key a new position. The key has to refer to the object that is queued now, because the
// former one may be destroyed.
void delta_fifo::move_entry(last_changes::const_iterator known, object_key key, std::uint64_t place)
{
    auto entry = last_.extract(known);
    entry.key() = key;
    entry.mapped() = place;
    last_.insert(std::move(entry));
}

task<std::vector<delta>> delta_fifo::pop(std::size_t most) &
{
    while (queue_.empty() && !closed_) co_await pushed_.wait();
    std::vector<delta> popped;
    most = std::min(most, queue_.size());
    popped.reserve(most);
    key_hashes keys(most);
    std::size_t bytes = 0;
    while (popped.size() < most) {
        auto& next = queue_.front();
        auto const* const change = change_in(next);
        bool const stands_alone = !change;
        if (stands_alone && !popped.empty()) break;
        if (change && most > 1 && !keys.insert(hash_of(change->object->key()))) break;
        if (auto const at = change && !last_.empty() ? last_.find(change->object->key()) : last_.end();
            at != last_.end())
            if (at->second == handed_out_) last_.erase(at);
        bytes += bytes_of(next);
        popped.push_back(std::move(next));
        drop_first(queue_);
        ++handed_out_;
        if (stands_alone) break;
    }
    counts_->arriving.add_alone(growth(bytes, 0));
    counts_->queued.store(queue_.size(), std::memory_order_relaxed);
    popped_.notify();
    co_return popped;
}

task<> delta_fifo::wait_for_room() &
{
    // The post gives handlers a turn before the reflector reads more.
    if (try_hand_over()) co_await asio::post(asio::use_awaitable);
    while (queue_.size() >= capacity_ && !closed_) co_await popped_.wait();
}

void delta_fifo::close()
{
    closed_ = true;
    pushed_.notify();
    popped_.notify();
}

} // namespace coinformer::detail
