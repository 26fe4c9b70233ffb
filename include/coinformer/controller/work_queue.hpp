#pragma once

#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/controller/work_queue_status.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/text_hash.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace coinformer {

template <class Key, class Hash>
class controller;

struct work_queue_options {
    rate_limiter limiter = default_rate_limiter();
    /// One pop in four is for the key that has waited longest, whatever its priority, once it has waited for so long.
    /// At most a day.
    duration ageing = std::chrono::seconds(30);
    /// Failures are remembered until they are forgotten; of keys that are neither queued nor worked on, of so many at
    /// most: the one that has been idle longest is forgotten first.
    std::size_t remembered_failures = 1000;
    work_queue_metrics* metrics = nullptr; ///< outlives the queue
};

namespace detail {

/// The keys of a queue, each with a number.
class work_keys {
public:
    virtual ~work_keys() = default;
    virtual std::uint32_t find_or_add(void const* key) = 0; ///< a new one gets a number
    virtual std::optional<std::uint32_t> find(void const* key) const = 0;
    virtual void const* key(std::uint32_t number) const noexcept = 0; ///< stays where it is until it is freed
    virtual void free(std::uint32_t number) noexcept = 0;
};

template <class Key, class Hash>
class typed_work_keys final : public work_keys {
public:
    std::uint32_t find_or_add(void const* key) override
    {
        if (auto const known = find(key)) return *known;
        if (unused_.empty()) {
            if (unused_.capacity() <= keys_.size())
                unused_.reserve(2 * keys_.size() + 1); // for all of them: see free()
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

private:
    std::unordered_map<Key, std::uint32_t, Hash> numbers_;
    std::vector<Key const*> keys_;
    std::vector<std::uint32_t> unused_;
};

class work_queue_core;

/// A key that was popped and is being worked on. Empty: the queue has ended.
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
    void confirm_arrival();
    void done();
    void done_again_after(duration delay);
    std::optional<duration> failed();
    void put_back();

private:
    std::shared_ptr<work_queue_core> queue_;
    std::uint32_t number_ = 0;
    void const* key_ = nullptr;
};

/// What the typed shell may ask of a queue.
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
    void reopen() const; ///< after shut_down(), when nothing is worked on: as new
    [[nodiscard]] task<> drain() const;
    work_queue_status status() const;

private:
    std::shared_ptr<work_queue_core> core_;
};

} // namespace detail

/// A key that pop() gave; until it is told how that went no other pop() gives the same key. Say so once: done(),
/// done_again_after() or failed(). One that is dropped without a word, by an exception or a cancellation, has failed:
/// so no key is lost, and none comes back at once for ever.
template <class Key>
class work_item {
public:
    explicit work_item(detail::work_lease lease) : key_(*static_cast<Key const*>(lease.key())), lease_(std::move(lease))
    {
    }

    Key const& key() const noexcept { return key_; } ///< also when it has been said how it went
    /// It went well: its failures are forgotten.
    void done() { lease_.done(); }
    /// The same, and it is added again after `delay`.
    void done_again_after(duration delay) { lease_.done_again_after(delay); }
    /// It is added again after the delay that the limiter says. Result: that; none when the queue is shut down.
    std::optional<duration> failed() { return lease_.failed(); }

private:
    Key key_; // its own: the queue may forget it at done()
    detail::work_lease lease_;
};

/// Keys that are to be worked on: each once, however often it is added, and by one at a time. What is added while it
/// is worked on comes again after that. Copies stand for the same queue.
///
///     while (auto item = co_await queue.pop()) {
///         try {
///             co_await handle(item->key());
///             item->done();
///         } catch (std::exception const& e) { // uncaught it would end this loop
///             log(item->key(), e.what());
///         } // not done: it has failed, and comes again after a back-off
///     }
///
/// Threads    any. A key's hash, its comparison and the limiter are called under the queue's lock.
/// Lifetime   the environment's time and log and the metrics outlive it. Nothing of it runs unless somebody waits in
/// it.
template <class Key, class Hash = default_hash<Key>>
class work_queue {
public:
    /// Errors: errc::bad_request for options that make no sense.
    explicit work_queue(environment env, work_queue_options options = {})
        : handle_(std::move(env), std::move(options), std::make_unique<detail::typed_work_keys<Key, Hash>>())
    {
    }

    /// Result: false when it waits already (then it is raised to the priority), and after shut_down().
    bool add(Key const& key, priority p = priority::normal) const { return handle_.add(&key, p); }
    /// Adds it when `delay` has passed. Of several the earliest counts, and the highest priority; one that is added
    /// before that comes both times.
    void add_after(Key const& key, duration delay, priority p = priority::normal) const
    {
        handle_.add_after(&key, delay, p);
    }
    /// Counts a failure, and adds it after the delay that the limiter says.
    void add_rate_limited(Key const& key, priority p = priority::normal) const { handle_.add_rate_limited(&key, p); }
    /// Its failures are forgotten: the next delay is the first one again.
    void forget(Key const& key) const { handle_.forget(&key); }
    std::uint32_t failures(Key const& key) const { return handle_.failures(&key); }

    /// Waits for the next key.
    ///
    /// Result     none when the queue is shut down and nothing comes any more, not even from those who still work.
    /// Cancel     at any time: no key is lost, and each keeps its place.
    [[nodiscard]] task<std::optional<work_item<Key>>> pop() const { return item_of(handle_.pop()); }

    /// Takes no more keys, and drops those that were to come later.
    void shut_down(pending p = pending::hand_out) const { handle_.shut_down(p); }

    /// Shuts down, and waits until all that is queued was popped, and all that was popped is done with. Somebody else
    /// pops. Cancel: at any time; it stays shut down.
    [[nodiscard]] task<> drain() const { return handle_.drain(); }

    work_queue_status status() const { return handle_.status(); }

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
