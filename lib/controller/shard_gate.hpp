#pragma once

#include <coinformer/controller/controller.hpp>
#include <coinformer/core/wakeup.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// Decides which keys a controller may reconcile now, when processes share the keys.
///
/// A worker asks for a pass before each reconcile, and keeps it until the reconcile has ended. A key that
/// gets none is *dropped* if its hash is unknown, because then it is another process's. Otherwise it is
/// *parked*, until this process owns it or does not hold it any more. follow() decides that, once for all
/// parked keys: a worker cannot see whether a part that is not owned has left or only its Lease has expired.
///
/// An owned key is parked as well while a store that its reconcile reads does not have the key's part yet:
/// that of the primary informer, and with shard_field::ns those of the children whose informers have the
/// same share. Each of them lists a part that the process gains, and none of them waits for another one.
///
/// Threads    follow() and drained() run on the controller's strand; everything else on any thread. Members
///            marked "locked" are used under `lock_`. wait_for_store_of() is not called while run() runs.
/// Lifetime   Passes, and calls of the function that the owner has, keep the gate.
class shard_gate : public std::enable_shared_from_this<shard_gate> {
public:
    /// The environment's executor is the controller's strand.
    shard_gate(environment env, std::shared_ptr<shard_owner> owner, primary_objects primary,
               work_queue_handle queue);
    void register_with_owner(); ///< once, when a shared_ptr has the gate
    /// From now on keys wait for the store of this source, if its share is that of the keys.
    void wait_for_store_of(controller_source const& s);

    /// While it exists, the part of its key is not handed over.
    class pass {
    public:
        pass(std::shared_ptr<shard_gate> of, shard_fence fence, bool is_of_deleted)
            : of_(std::move(of)), fence_(std::move(fence)), is_of_deleted_(is_of_deleted)
        {
        }
        pass(pass&&) noexcept = default;
        ~pass()
        {
            if (of_) of_->leave(fence_.hash());
        }
        shard_fence const& fence() const noexcept { return fence_; }
        /// Returns true if the object was deleted already when the pass was given.
        bool is_of_deleted() const noexcept { return is_of_deleted_; }

    private:
        std::shared_ptr<shard_gate> of_;
        shard_fence fence_;
        bool is_of_deleted_;
    };
    std::optional<pass> admit(object_name const& key);
    /// Keeps the hash of a deleted object until its key has been reconciled.
    void remember(object_key key, std::string_view uid);
    void succeeded(object_name const& key, pass const& with); ///< the end of a reconcile
    void park(object_name const& key, std::uint64_t hash);

    /// Adds parked keys to the queue when they are owned, and all keys of a part that this process gains.
    /// Ends when it is cancelled.
    [[nodiscard]] task<> follow() &;
    /// Waits until no reconcile of a key in these parts runs.
    [[nodiscard]] task<> drained(shard_ranges parts) &;
    /// Waits until the key is not owned any more.
    [[nodiscard]] task<> lost(shard_fence fence) const;
    void reset(); ///< forgets all keys; after the end of a run
    void add_to(controller_status& s) const;
    executor const& strand() const noexcept { return env_.ex; }

private:
    std::optional<std::uint64_t> stored_hash(object_name const& key) const;
    std::uint64_t hash_of(object_key key, std::string_view uid) const;
    shard_ranges stored_of_children() const; ///< the part of the key space that all of them have
    [[nodiscard]] task<> wait_for_news() &;
    [[nodiscard]] task<> wait_for_parked() &;
    void look();
    void add_stored(shard_ranges const& parts) const;
    void leave(std::uint64_t hash);
    bool has_running(shard_ranges const& parts) const;

    environment env_;
    std::shared_ptr<shard_owner> owner_;
    /// The stores that have a share of their objects. `children` has a function for each store beside that
    /// of the primary informer, which returns the part of the key space that the store has now.
    struct {
        primary_objects primary;
        std::vector<std::function<shard_ranges()>> children;
    } stores_;
    work_queue_handle queue_;
    std::shared_ptr<void> registration_; ///< the function that the owner calls
    shard_ranges known_;                 ///< what was owned when follow() last looked; strand only
    wakeup changed_;                     ///< a key was parked, or a reconcile has ended; strand only
    mutable std::mutex lock_;
    std::map<object_name, std::uint64_t> parked_;     // locked; with their hashes
    std::map<object_name, std::uint64_t> remembered_; // locked; the hashes of deleted objects
    std::multiset<std::uint64_t> running_;            // locked; the hashes of the keys that have a pass
    std::uint64_t dropped_ = 0;                       // locked
};

/// Runs `body` on the caller's executor until this process has lost the key and `grace` has passed; then
/// `body` is cancelled. Errors: exceptions of `body`.
[[nodiscard]] task<> run_while_owned(std::shared_ptr<shard_gate const> gate, shard_fence fence,
                                     time_source& time, duration grace, task<> body);

} // namespace coinformer::detail
