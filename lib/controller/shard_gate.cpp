#include "controller/shard_gate.hpp"
#include "core/keeping.hpp"
#include "core/run_on.hpp"

#include <coinformer/core/nursery.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

/// How long follow() waits until it looks again at parked keys, apart from news of the owner: the store of
/// the primary informer, or of a child, may have got their part meanwhile, or the Lease has expired and
/// was renewed at once.
constexpr duration time_between_looks = std::chrono::milliseconds(250);

task<> nothing_to_stop()
{
    co_return;
}

// When `body` has ended, its siblings end, too.
task<> then_stop(nursery& siblings, task<> body)
{
    co_await std::move(body);
    siblings.request_stop();
}

task<> sleep_after(task<> event, time_source& time, duration how_long)
{
    co_await std::move(event);
    co_await time.sleep_for(how_long);
}

} // namespace

task<> run_while_owned(std::shared_ptr<shard_gate const> gate, shard_fence fence, time_source& time,
                       duration grace, task<> body)
{
    nursery both(co_await asio::this_coro::executor);
    both.start(then_stop(both, std::move(body)));
    both.start(then_stop(both, sleep_after(keeping(gate, gate->lost(fence)), time, grace)));
    co_await both.join();
}

shard_gate::shard_gate(environment env, std::shared_ptr<shard_owner> owner, primary_objects primary,
                       work_queue_handle queue)
    : env_(std::move(env)), owner_(std::move(owner)), stores_{std::move(primary), {}},
      queue_(std::move(queue))
{
}

void shard_gate::register_with_owner()
{
    registration_ = owner_->on_release([weak = weak_from_this()](shard_ranges const& parts) {
        auto const gate = weak.lock();
        bool const has_work = gate && gate->has_running(parts);
        return has_work ? on_strand(gate, &shard_gate::drained, parts) : nothing_to_stop();
    });
}

// A source without the share has the objects of all processes. With a share by UID, the hash of a child is
// another one than that of its parent, so that its store says nothing about the parent's key.
void shard_gate::wait_for_store_of(controller_source const& s)
{
    bool const has_share_of_keys = s.shard == owner_ && owner_->field() == shard_field::ns;
    if (has_share_of_keys) stores_.children.push_back(s.stored_share);
}

std::uint64_t shard_gate::hash_of(object_key key, std::string_view uid) const
{
    return shard_hash(owner_->field() == shard_field::uid ? uid : key.ns);
}

std::optional<std::uint64_t> shard_gate::stored_hash(object_name const& key) const
{
    auto const object = stores_.primary.stored().find(key);
    return object ? std::optional(hash_of(key, object->uid())) : std::nullopt;
}

// A child is in the namespace of its parent, so that its hash is that of the parent's key.
shard_ranges shard_gate::stored_of_children() const
{
    auto all = shard_ranges::all();
    for (auto const& share : stores_.children) all = all & share();
    return all;
}

// An object that the store lacks is deleted only if the store had its part before, so the shares of the
// stores are read first. The primary store is read under the lock, so that what is remembered of a
// deletion is not older than what the store says. The pass is noted under the same lock under which
// drained() looks: a part that is asked for is not owned from before that look.
std::optional<shard_gate::pass> shard_gate::admit(object_name const& key)
{
    auto const share = stores_.primary.share();
    auto const of_children = stored_of_children();
    std::optional<std::uint64_t> hash;
    {
        std::lock_guard const hold(lock_);
        auto const stored = stored_hash(key);
        hash = stored;
        if (stored) remembered_.erase(key); // there is a new object of that name
        auto const last = remembered_.find(key);
        if (!hash && last != remembered_.end()) hash = last->second;
        if (!hash && owner_->field() == shard_field::ns) hash = hash_of(key, {});
        if (!hash) {
            ++dropped_;
            return std::nullopt;
        }
        bool const is_known = stored || share.contains(*hash);
        bool const may_begin = is_known && of_children.contains(*hash);
        auto const number = may_begin ? owner_->fence(*hash) : std::nullopt;
        if (number) {
            running_.insert(*hash);
            return pass(shared_from_this(), shard_fence(owner_, *hash, *number), !stored);
        }
    }
    park(key, *hash);
    return std::nullopt;
}

void shard_gate::park(object_name const& key, std::uint64_t hash)
{
    {
        std::lock_guard const hold(lock_);
        parked_.insert_or_assign(key, hash);
    }
    asio::post(env_.ex, [self = shared_from_this()] { self->changed_.notify(); });
}

void shard_gate::leave(std::uint64_t hash)
{
    {
        std::lock_guard const hold(lock_);
        running_.erase(running_.find(hash));
    }
    asio::post(env_.ex, [self = shared_from_this()] { self->changed_.notify(); });
}

void shard_gate::remember(object_key key, std::string_view uid)
{
    std::lock_guard const hold(lock_);
    remembered_.insert_or_assign(object_name(key), hash_of(key, uid));
}

// A deletion that came during the reconcile has still to be reconciled: that of the object which this
// reconcile has seen, or that of another object of this name, which has come and gone.
void shard_gate::succeeded(object_name const& key, pass const& with)
{
    if (!with.is_of_deleted()) return;
    std::lock_guard const hold(lock_);
    auto const at = remembered_.find(key);
    if (at != remembered_.end() && at->second == with.fence().hash()) remembered_.erase(at);
}

task<> shard_gate::follow() &
{
    known_ = owner_->owned(); // the handlers of the sources add all keys that there are at the begin
    for (;;) {
        look();
        co_await wait_for_news();
    }
}

task<> shard_gate::wait_for_news() &
{
    nursery either(env_.ex);
    either.start(then_stop(either, owner_->changed(known_)));
    either.start(then_stop(either, sleep_after(wait_for_parked(), *env_.time, time_between_looks)));
    co_await either.join();
}

task<> shard_gate::wait_for_parked() &
{
    for (;;) {
        {
            std::lock_guard const hold(lock_);
            if (!parked_.empty()) co_return;
        }
        co_await changed_.wait();
    }
}

// The order of the first two lines matters: a key that is not held after owned() was asked is dropped, and
// if it is owned later on, that is a gain. A key that admit() would refuse stays parked, because the store
// may need a minute until it has a large part.
void shard_gate::look()
{
    auto const owned = owner_->owned();
    auto const held = owner_->held();
    auto const gained = owned - std::exchange(known_, owned);
    auto const share = stores_.primary.share();
    auto const stored = stores_.primary.stored();
    auto const of_children = stored_of_children();
    std::vector<object_name> again;
    {
        std::lock_guard const hold(lock_);
        for (auto at = parked_.begin(); at != parked_.end();) {
            bool const is_owned = owned.contains(at->second);
            bool const is_lost = !is_owned && !held.contains(at->second);
            bool const is_known = share.contains(at->second) || stored.find(at->first);
            bool const is_due = is_owned && is_known && of_children.contains(at->second);
            if (is_due) again.push_back(at->first);
            if (is_lost) {
                ++dropped_;
                remembered_.erase(at->first);
            }
            at = is_due || is_lost ? parked_.erase(at) : std::next(at);
        }
    }
    for (auto const& key : again) queue_.add(&key, priority::normal);
    if (!gained.empty()) add_stored(gained);
}

void shard_gate::add_stored(shard_ranges const& parts) const
{
    auto const now = stores_.primary.stored();
    for (std::uint32_t slot = 0; slot != now.slots(); ++slot) {
        auto const& object = now.at(slot);
        if (!object || !parts.contains(hash_of(object->key(), object->uid()))) continue;
        object_name const key(object->key());
        queue_.add(&key, priority::low);
    }
}

bool shard_gate::has_running(shard_ranges const& parts) const
{
    std::lock_guard const hold(lock_);
    for (auto const hash : running_)
        if (parts.contains(hash)) return true;
    return false;
}

task<> shard_gate::drained(shard_ranges parts) &
{
    while (has_running(parts)) co_await changed_.wait();
}

task<> shard_gate::lost(shard_fence fence) const
{
    for (;;) {
        auto owned = owner_->owned();
        auto const number = owner_->fence(fence.hash());
        if (number != fence.number()) co_return;
        co_await owner_->changed(std::move(owned));
    }
}

void shard_gate::reset()
{
    std::lock_guard const hold(lock_);
    parked_.clear();
    remembered_.clear();
}

void shard_gate::add_to(controller_status& s) const
{
    s.owned = owner_->owned().fraction();
    std::lock_guard const hold(lock_);
    s.parked = parked_.size();
    s.dropped = dropped_;
}

} // namespace coinformer::detail
