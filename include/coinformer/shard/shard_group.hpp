#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/controller/shard_owner.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coinformer {

namespace detail {
class shard_group_core;
}

/// Says who gets the share of a process whose shard_group::run() is cancelled, and when.
enum class shard_end {
    hand_over, ///< the other members get it at once
    /// It waits without an owner for a process with the same identity, for at most lease_duration, and then
    /// the others get it. For restarts and rolling updates: nothing moves, and with a warm start nothing is
    /// read again.
    keep,
};

/// Which group a process joins, its name there, and the timing. All members of a group use the same durations
/// and the same field, and their clocks run at about the same speed; their clocks may show different times.
struct shard_group_options {
    std::string name = {}; ///< name of the group; at most 63 characters, as in a label
    std::string ns = {};   ///< namespace of its Leases; if empty, the namespace of the client's endpoint
    /// Name of this process, for example the pod's, which becomes part of a Lease's name. No two processes
    /// have the same at a time. One that dies and comes back with it gets what it had.
    std::string identity = {};
    shard_field field = shard_field::uid; ///< what the shard of an object depends on
    /// No other member takes what this one owns until this long after its last renewal. In whole seconds.
    duration lease_duration = std::chrono::seconds(15);
    /// This process stops to own anything when its Lease has not been renewed for this long.
    duration renew_deadline = std::chrono::seconds(10);
    duration retry_period = std::chrono::seconds(2); ///< time from one renewal to the next
    shard_end at_end = shard_end::hand_over;         ///< the fate of this process's share at an orderly end
};

/// The state of a group, as one of its members knows it.
struct shard_group_status {
    /// A part of the key space, its owner, and the member to which it is about to go.
    struct part {
        shard_ranges ranges;
        std::string owner; ///< a member's name: the group, the identity and five random characters
        std::string next;  ///< empty if it stays
    };
    std::string member;               ///< the name of this process's membership; empty while it has none
    std::vector<std::string> members; ///< all of them, sorted
    std::vector<part> parts;          ///< sorted; empty before the group's Lease is known
    shard_ranges owned;               ///< what this process owns at this very moment
    shard_ranges held;                ///< what this process holds; see shard_group::held()
    std::string last_failure;         ///< why the newest request failed; empty if it succeeded
};

/// Divides the objects of a cluster among the processes that join it: each of them owns a part of the key
/// space, and no two own the same key at the same time.
///
///     shard_group group(api, {.name = "shop", .ns = "shop", .identity = pod_name});
///     work.start(group.run());
///     bool const mine = group.owns(shard_hash(one_pod.metadata.uid)); // ask again before each step
///
/// Each member has a Lease of its own, which it renews. One more Lease, with the name of the group, says in
/// an annotation which member owns what. Every member may change it, and each change names the version that
/// it replaces, so that there is no leader. A part changes hands when its owner has stopped its work there
/// and hands it over, or when the owner's Lease was not renewed for lease_duration and another member has
/// deleted it: from then on the old owner cannot renew it, whenever it wakes up.
///
/// A member that joins or leaves moves its share of the keys, and nothing else.
///
/// The client's user needs the rights to get, list, watch, create, patch and delete `leases` of
/// coordination.k8s.io in that namespace.
///
/// Threads    any.
/// Lifetime   The group keeps what it needs of the client. run() may continue after the object is destroyed.
class shard_group {
public:
    /// Errors     errc::bad_request if an option is out of range; the message names the option.
    ///            errc::invalid_name if a name cannot be part of a path.
    shard_group(client& api, shard_group_options options);
    shard_group(shard_group const&) = delete;
    ~shard_group();

    /// Takes part in the group until it is cancelled. A group can be run again after that.
    ///
    /// Errors     condition::cancelled; errc::already_running. Failures of requests are logged, and the
    ///            requests are repeated.
    /// Cancel     Waits until the functions of on_release() have ended, hands everything over, and deletes
    ///            this process's Lease; with shard_end::keep it only writes into its Lease that the work has
    ///            stopped. If the server cannot be reached, that is given up after lease_duration.
    [[nodiscard]] task<> run();

    /// True if this process owns the hash at this very moment: the group's Lease says so, nothing has asked
    /// for it, and the clock has not reached the end of this process's own Lease. Ask right before you act.
    bool owns(std::uint64_t hash) const;
    /// Returns a fencing number, if this process owns the hash at this very moment. It grows whenever the
    /// owner of the hash changes, so that a store can reject a writer that is too late.
    std::optional<std::int64_t> fence(std::uint64_t hash) const;
    shard_ranges owned() const;
    /// Waits until owned() is not `known`. Errors: condition::cancelled.
    [[nodiscard]] task<> changed(shard_ranges known) const;
    /// Returns what this process holds: all that the group's Lease gives to it, also where its work is being
    /// stopped, or has stopped and waits to be handed over. A process that works on copies of its objects
    /// keeps them while it holds their hashes. A hash leaves when the group's Lease gives it to another
    /// member, or when the Lease of this process is gone; unlike owned(), not because a clock has run out.
    shard_ranges held() const;
    /// Waits until held() is not `known`. Errors: condition::cancelled.
    [[nodiscard]] task<> held_changed(shard_ranges known) const;
    /// Calls `stop` before a part is handed over. owns() is false for its ranges from before this call.
    /// The part stays with this process until the task has ended. It runs on the client's strand. What it
    /// throws is logged, and the part is handed over. If there are several such functions, they run beside
    /// each other. There is a call for all ranges that are asked for at one moment; later ones get a call
    /// of their own, and do not wait for it. The group keeps the function; one that can be taken back is
    /// added by share()->on_release().
    void on_release(std::function<task<>(shard_ranges const&)> stop);

    /// Returns the part of this process as a share for informers and controllers. An informer with
    /// `which.shard = group.share()` keeps the objects of the parts that the process holds, and follows their
    /// moves; a controller with it works on what the process owns (controller::shards()). It is the same at
    /// each call, so that a factory makes one informer of those that are asked for with it.
    ///
    /// Lifetime   The result may outlive the group.
    std::shared_ptr<shard_owner> share() const;

    shard_field field() const noexcept;
    shard_group_status status() const;

private:
    std::shared_ptr<detail::shard_group_core> core_;
    std::shared_ptr<shard_owner> share_;
};

} // namespace coinformer
