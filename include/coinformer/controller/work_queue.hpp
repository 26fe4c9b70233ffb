#pragma once

#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/controller/work_queue_status.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/text_hash.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace coinformer {

template <class Key, class Hash>
class controller;

struct work_queue_options {
    /// If it is not empty, and environment::metrics is set, the queue counts under this name, in the metric
    /// families of client-go (docs/controllers.md). Queues with the same name share their series.
    std::string name = {};
    rate_limiter limiter = default_rate_limiter();
    /// Once the key that has waited longest has waited for this long, one pop in four returns it, whatever
    /// its priority. At most a day.
    duration ageing = std::chrono::seconds(30);
    /// How many idle keys (neither queued nor worked on) keep their count of failures. If there are more, the
    /// key that has been idle longest is forgotten first.
    std::size_t remembered_failures = 1000;
    /// How many keys of one group may be worked on at the same time; 0 means no limit. The other keys of the
    /// group keep their places and wait, while keys of other groups go first. So the keys of one cluster that
    /// hangs do not take every worker of a controller over several clusters.
    ///
    /// `std::string_view work_group(Key const&)`, beside the type of the key, returns the group. cluster_key
    /// has it. Keys without it are all of one group.
    std::size_t most_of_group = 0;
};

namespace detail {

/// Gives each key of a queue a small number, which is used again after the key is freed. The queue itself is
/// compiled once for all types of keys, and knows only the numbers. Called under the queue's lock.
class work_keys {
public:
    virtual ~work_keys() = default;
    virtual std::uint32_t find_or_add(void const* key) = 0;
    virtual std::optional<std::uint32_t> find(void const* key) const = 0;
    virtual void const* key(std::uint32_t number) const noexcept = 0; ///< valid until free(number)
    virtual void free(std::uint32_t number) noexcept = 0;
    /// The group that work_queue_options::most_of_group counts, as a hash of its name. If two groups have the
    /// same hash, they share the limit.
    virtual std::uint64_t group(std::uint32_t number) const noexcept = 0;
};

template <class Key, class Hash>
class typed_work_keys final : public work_keys {
public:
    std::uint32_t find_or_add(void const* key) override
    {
        if (auto const known = find(key)) return *known;
        if (unused_.empty()) {
            if (unused_.capacity() <= keys_.size())
                unused_.reserve(2 * keys_.size() + 1); // room for every number, so that free() cannot throw
            keys_.push_back(nullptr);
            unused_.push_back(static_cast<std::uint32_t>(keys_.size() - 1));
        }
        auto const number = unused_.back();
        keys_[number] = &numbers_.emplace(*static_cast<Key const*>(key), number).first->first;
        unused_.pop_back();
        return number;
    }
    std::optional<std::uint32_t> find(void const* key) const override
    {
        auto const at = numbers_.find(*static_cast<Key const*>(key));
        return at == numbers_.end() ? std::nullopt : std::optional(at->second);
    }
    void const* key(std::uint32_t number) const noexcept override { return keys_[number]; }
    void free(std::uint32_t number) noexcept override
    {
        numbers_.erase(numbers_.find(*keys_[number]));
        unused_.push_back(number);
    }
    std::uint64_t group(std::uint32_t number) const noexcept override
    {
        if constexpr (requires(Key const& k) { std::string_view(work_group(k)); })
            return hash_of_text(work_group(*keys_[number]));
        else
            return 0;
    }

private:
    std::unordered_map<Key, std::uint32_t, Hash> numbers_;
    std::vector<Key const*> keys_;
    std::vector<std::uint32_t> unused_;
};

class work_queue_core;

/// A key that was popped, and the duty to report how the work on it went: exactly one of done(),
/// done_again_after(), failed() and put_back() has an effect. The destructor reports a failure if none of
/// them was called. An empty lease says that the queue has ended.
class work_lease {
public:
    work_lease() noexcept = default;
    work_lease(std::shared_ptr<work_queue_core> queue, std::uint32_t number, void const* key) noexcept
        : queue_(std::move(queue)), number_(number), key_(key)
    {
    }
    work_lease(work_lease&& o) noexcept = default;
    work_lease& operator=(work_lease&& o) noexcept
    {
        std::swap(queue_, o.queue_);
        std::swap(number_, o.number_);
        std::swap(key_, o.key_);
        return *this;
    }
    ~work_lease();

    explicit operator bool() const noexcept { return queue_ != nullptr; }
    void const* key() const noexcept { return key_; }
    void confirm_arrival(); ///< from now on the key cannot be put back
    void done();
    void done_again_after(duration delay);
    std::optional<duration> failed(duration at_least = duration::zero());
    void put_back();

private:
    void end();

    std::shared_ptr<work_queue_core> queue_; // null after the report
    std::uint32_t number_ = 0;
    void const* key_ = nullptr;
};

/// The interface between work_queue<Key>, which knows the type of its keys, and work_queue_core, which is
/// compiled once for all key types and sees a key as `void const*`. Copies refer to the same core.
class work_queue_handle {
public:
    work_queue_handle(environment env, work_queue_options options, std::unique_ptr<work_keys> keys);

    bool add(void const* key, priority p) const;
    void add_after(void const* key, duration delay, priority p) const;
    void add_rate_limited(void const* key, priority p) const;
    void forget(void const* key) const;
    std::uint32_t failures(void const* key) const;
    [[nodiscard]] task<work_lease> pop() const;
    void shut_down(pending p) const;
    void reopen() const; ///< ends a shut-down, if no key is worked on; the queue is then as good as new
    [[nodiscard]] task<> drain() const;
    work_queue_status status() const;
    using visit_key = std::function<void(void const* key, key_age)>;
    /// Calls `visit` under the queue's lock, for at most `most` queued keys and as many that are worked on.
    void visit_oldest(std::size_t most, visit_key const& visit) const;
    /// Counts under this name from now on, if environment::metrics is set. For a queue without a name.
    void count_as(std::string_view name) const;

private:
    std::shared_ptr<work_queue_core> core_;
};

} // namespace detail

/// A key that pop() has returned. No other pop() returns the same key until the work on it is reported, by
/// done(), done_again_after() or failed(). If an item is destroyed without a report, for example by an
/// exception, its key has failed: so no key is lost, and no key is repeated without a pause.
template <class Key>
class work_item {
public:
    explicit work_item(detail::work_lease lease)
        : key_(*static_cast<Key const*>(lease.key())), lease_(std::move(lease))
    {
    }

    Key const& key() const noexcept { return key_; } ///< valid as long as the item, also after done()
    /// Reports success: the key's failures are forgotten. If work_queue::add_rate_limited() was called for
    /// the key during this work, done() only ends the work, as in client-go, and the failures stay.
    void done() { lease_.done(); }
    /// As done(), and adds the key again after `delay`.
    void done_again_after(duration delay) { lease_.done_again_after(delay); }
    /// Reports a failure, and adds the key again after the limiter's delay, or after `at_least`, if that
    /// is longer: for example after the time that an API server has asked for (api_error::retry_after()).
    /// Returns the delay; nullopt if the queue is shut down, and the key is not added again. If
    /// work_queue::add_rate_limited() was called for the key during this work, that was this failure: it
    /// is not counted twice, `at_least` has no effect, and the delay is the rest of the one that began
    /// there.
    std::optional<duration> failed(duration at_least = duration::zero()) { return lease_.failed(at_least); }

private:
    Key key_; // a copy, because the queue may free its own at done()
    detail::work_lease lease_;
};

/// A queue of keys to work on. A key is queued once, however often it is added, and only one worker at a time
/// works on it. A key that is added while it is worked on is returned once more afterwards. Copies refer to
/// the same queue.
///
///     while (auto item = co_await queue.pop()) {
///         try {
///             co_await handle(item->key());
///             item->done();
///         } catch (std::exception const& e) { // an uncaught exception would end this loop
///             log(item->key(), e.what());
///         } // without done() the key has failed, and comes again after its back-off
///     }
///
/// Threads    any. The hash and the comparison of keys, and the limiter, are called while the queue's lock is
///            held.
/// Lifetime   The environment's clock and log outlive the queue. The queue has a timer or a pending turn on
///            the executor only while a pop() or a drain() waits.
template <class Key, class Hash = default_hash<Key>>
class work_queue {
public:
    /// Errors     errc::bad_request if an option is out of range; the message names the option.
    explicit work_queue(environment env, work_queue_options options = {})
        : handle_(std::move(env), std::move(options), std::make_unique<detail::typed_work_keys<Key, Hash>>())
    {
    }

    /// Queues a key; if it is being worked on, pop() returns it again afterwards. Returns true if the key was
    /// not waiting yet. Returns false if it was, in which case its priority is raised to `p` if that is
    /// higher, and after shut_down().
    bool add(Key const& key, priority p = priority::normal) const { return handle_.add(&key, p); }
    /// Adds a key when `delay` has passed. If a key is delayed several times, the earliest time and the
    /// highest priority count. A delayed key that is also added without a delay is returned both times.
    void add_after(Key const& key, duration delay, priority p = priority::normal) const
    {
        handle_.add_after(&key, delay, p);
    }
    /// Counts a failure of a key, and adds the key after the limiter's delay.
    ///
    /// A loop that was written for client-go calls it before done(), and the delays grow from one round to
    /// the next: `queue.add_rate_limited(item->key()); item->done();`. After done() it counts the first
    /// failure since that success.
    void add_rate_limited(Key const& key, priority p = priority::normal) const
    {
        handle_.add_rate_limited(&key, p);
    }
    /// Sets a key's count of failures to zero, so that its next delay is the first one again.
    void forget(Key const& key) const { handle_.forget(&key); }
    /// Returns how often a key has failed since its last success.
    std::uint32_t failures(Key const& key) const { return handle_.failures(&key); }

    /// Waits for the next key.
    ///
    /// Result     nullopt if the queue is shut down and no key can come any more, also not from those who
    ///            still work.
    /// Cancel     At any time; no key is lost, and each key keeps its place in the queue.
    [[nodiscard]] task<std::optional<work_item<Key>>> pop() const { return item_of(handle_.pop()); }

    /// Stops accepting keys, and drops the delayed ones. `p` says what happens to the queued keys.
    void shut_down(pending p = pending::hand_out) const { handle_.shut_down(p); }

    /// Shuts the queue down, and waits until other coroutines have popped every queued key and have finished
    /// every popped one.
    ///
    /// Cancel     At any time; the queue stays shut down.
    [[nodiscard]] task<> drain() const { return handle_.drain(); }

    work_queue_status status() const { return handle_.status(); }

    /// Returns copies of the keys that have waited for longest, or have been worked on for longest: at most
    /// `most` of each of the two, the oldest first.
    std::vector<std::pair<Key, key_age>> oldest_keys(std::size_t most) const
    {
        std::vector<std::pair<Key, key_age>> all;
        handle_.visit_oldest(most, [&](void const* key, key_age age) {
            all.emplace_back(*static_cast<Key const*>(key), age);
        });
        return all;
    }

private:
    template <class, class>
    friend class controller;

    static task<std::optional<work_item<Key>>> item_of(task<detail::work_lease> next)
    {
        auto lease = co_await std::move(next);
        std::optional<work_item<Key>> item;
        if (lease) item.emplace(std::move(lease));
        co_return item;
    }

    detail::work_queue_handle handle_;
};

} // namespace coinformer
