#pragma once

#include <coinformer/cache/key_share.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace coinformer {

/// A share in which this process may act: the part of the keys that it owns, and no other process does at the
/// same time. shard_group::share() returns one; controller::shards() takes it.
///
/// The ranges of held() (key_share) also have the parts in which the work is being stopped, and do not depend
/// on the clock. The ranges that are owned are among them.
///
/// Threads    any, except where a function says more.
/// Lifetime   shared with the informers and the controllers that have it.
class shard_owner : public key_share {
public:
    /// Returns a fencing number, if this process owns the hash at this very moment. The number grows whenever
    /// the owner of the hash changes.
    virtual std::optional<std::int64_t> fence(std::uint64_t hash) const = 0;
    /// True if work that began with this number may go on at this very moment: this process owns the hash
    /// still, or its part is about to move, and waits until the work has ended.
    virtual bool may_go_on(std::uint64_t hash, std::int64_t number) const = 0;
    /// The ranges that this process owns at this very moment.
    virtual shard_ranges owned() const = 0;
    /// Waits until owned() is not `known`.
    ///
    /// Errors     condition::cancelled, and no other.
    /// Cancel     at any time.
    [[nodiscard]] virtual task<> changed(shard_ranges known) = 0;
    /// Lets `stop` be called before a part is handed over, until the result is destroyed. There may be any
    /// number of such functions; they are called beside each other, on one strand. From before the call,
    /// fence() returns nothing for these ranges, and they stay with this process until each task has ended.
    /// An exception of `stop` is logged, and the part is handed over. A call that is under way when the
    /// result is destroyed ends as usual.
    [[nodiscard]] virtual std::shared_ptr<void>
    on_release(std::function<task<>(shard_ranges const&)> stop) = 0;
};

/// With what right a reconcile acts on its key.
///
///     auto const scale = [](object_name key, shard_fence fence) -> task<reconcile_result> {
///         auto const row = to_string(key) + " of owner " + std::to_string(fence.number());
///         if (!fence.is_valid()) co_return reconcile_result::failed(row + ": the key is another's");
///         co_return reconcile_result::done(); // after a write that a store with a greater number rejects
///     };
///
/// Threads    any.
class shard_fence {
public:
    /// The right to act on every key, for ever: that of a controller without shards.
    shard_fence() = default;
    shard_fence(std::shared_ptr<shard_owner const> owner, std::uint64_t hash, std::int64_t number)
        : owner_(std::move(owner)), hash_(hash), number_(number)
    {
    }

    /// A later owner of the key has a greater number. 0 in a controller without shards.
    std::int64_t number() const noexcept { return number_; }
    /// True if the reconcile may act on its key at this very moment: no other process does. It stays true
    /// while the part of the key waits for the end of the reconcile, to be handed over. When a process was
    /// suspended between this look and a write, only a store that knows the number can reject the write.
    bool is_valid() const { return !owner_ || owner_->may_go_on(hash_, number_); }
    std::uint64_t hash() const noexcept { return hash_; } ///< shard_hash() of the key's UID or namespace

private:
    std::shared_ptr<shard_owner const> owner_;
    std::uint64_t hash_ = 0;
    std::int64_t number_ = 0;
};

} // namespace coinformer
