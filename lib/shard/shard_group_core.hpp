#pragma once

#include "controller/lease.hpp"
#include "core/timed_wakeup.hpp"
#include "shard/group_view.hpp"

#include <coinformer/api/labels.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/random.hpp>
#include <coinformer/shard/shard_group.hpp>

#include <boost/describe/class.hpp>

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// All Leases of a group have this label, with the group's name.
inline constexpr std::string_view shard_group_label = "coinformer.io/shard-group";
/// The annotation of the group's Lease that has the map.
inline constexpr std::string_view shard_map_annotation = "coinformer.io/shards";

struct group_lease_meta {
    coinformer::labels annotations;
};
BOOST_DESCRIBE_STRUCT(group_lease_meta, (), (annotations))

/// A Lease of a shard group: that of a member, or that of the group, whose annotation has the map.
struct group_lease {
    group_lease_meta metadata;
    lease_spec spec;
};
BOOST_DESCRIBE_STRUCT(group_lease, (), (metadata, spec))

/// One member of a shard group: follows the Leases of its group, renews its own, and changes the map when
/// that is its turn. group_view says what is known, and shard_map what should be.
///
/// While run() works, three coroutines run beside each other in one nursery: the informer of the Leases;
/// keep_renewing(), which begins a new membership with a new name when its Lease is gone; and coordinate(),
/// which deletes expired Leases, lets this process's work stop where a part should go, and writes the map. If
/// one of them ends, run() ends.
///
/// States     Idle; running; leaving (`leaves_`: everything is handed over, and the Lease is deleted).
/// Threads    fence(), owned() and status() on any thread; everything else on the client's strand.
class shard_group_core : public std::enable_shared_from_this<shard_group_core> {
public:
    shard_group_core(client& api, shard_group_options options);

    [[nodiscard]] task<> run();
    [[nodiscard]] task<> changed(shard_ranges known);
    void on_release(std::function<task<>(shard_ranges const&)> stop);

    std::optional<std::int64_t> fence(std::uint64_t hash) const;
    shard_ranges owned() const;
    shard_group_status status() const;
    shard_group_options const& options() const noexcept { return options_; }
    executor const& strand() const noexcept { return env_.ex; }

private:
    // ---- the loops (shard_group_core.cpp)
    [[nodiscard]] task<> take_part() &;
    [[nodiscard]] task<> notice_end_of(task<> part) &;
    [[nodiscard]] task<> leave() &;
    [[nodiscard]] task<> hand_everything_over() &;
    [[nodiscard]] task<> keep_renewing() &;
    [[nodiscard]] task<> coordinate() &;
    [[nodiscard]] task<> stop_work(shard_ranges where) &;
    void begin_to_stop_work();
    [[nodiscard]] task<> delete_expired() &;
    [[nodiscard]] task<> write_map_in_turn() &;
    std::optional<shard_map> wanted_map() const;
    shard_ranges asked() const;

    // ---- what is known (shard_group_state.cpp)
    void see(object_ptr<group_lease> const& lease);
    void see_in_watch(object_ptr<group_lease> const& lease);
    void lose(object_ptr<group_lease> const& lease);
    void history_was_replaced();
    void publish();

    // ---- requests (shard_group_requests.cpp)
    [[nodiscard]] task<> join_group() &;
    [[nodiscard]] task<bool> renew() &; ///< false if the own Lease is gone
    [[nodiscard]] task<> refresh() &;
    [[nodiscard]] task<> delete_lease(std::string name, std::string version) &;
    [[nodiscard]] task<> write_map(shard_map next) &;
    [[nodiscard]] task<> create_own_lease(std::string name, wall_time at) &;
    [[nodiscard]] task<> renew_own_lease(wall_time at) &;
    [[nodiscard]] task<> read_own_lease() &;
    void grant_begins(time_point sent, wall_time sent_wall);
    void grant_ends();
    /// How a request has ended. `overtaken` means that somebody else has written first.
    enum class outcome { done, overtaken, failed };
    /// Runs a request with a time limit. A failure is logged once for each cause.
    [[nodiscard]] task<outcome> attempt(task<> request) &;
    void note_failure(std::string text, std::optional<std::chrono::seconds> retry_after);

    time_point now() const noexcept { return env_.time->now(); }
    void log(log_level level, std::string_view what, std::string const& detail = {}) const;

    client api_;
    environment env_;
    shard_group_options const options_;
    random_source random_;
    duration const attempt_limit_; ///< for one request: two that hang fit between a renewal and the deadline
    std::function<task<>(shard_ranges const&)> on_release_;
    group_view view_;
    timed_wakeup changed_;      ///< something that the loops look at
    timed_wakeup owned_change_; ///< what changed() waits for

    /// The membership: it ends with its Lease, and the next one has another name.
    struct membership {
        std::string name;        ///< the name of the Lease; empty while there is none
        std::string version;     ///< the version of the Lease
        bool is_gone = false;    ///< the Lease is gone, or not to be seen by others any more
        time_point seen_at{};    ///< when the watch brought this Lease
        time_point renewed_at{}; ///< when the last renewal that succeeded was sent
    };
    membership own_;
    /// The work of this process. A part is in `stopping` while on_release() runs there, also if nobody asks
    /// for it any more, and in `stopped` when that has ended, until it is handed over.
    struct work_state {
        shard_ranges stopping, stopped;
    };
    work_state work_;
    /// When the map is to be written, for which version of it that was worked out, and how often in a row
    /// others have been faster.
    struct turn {
        std::optional<time_point> due;
        std::string version;
        unsigned overtaken = 0;
    };
    turn turn_;
    /// The progress of run().
    struct run_state {
        nursery* parts = nullptr;
        std::function<bool()> has_synced; ///< true when the Leases were read once
        bool is_running = false, leaves = false, has_ended = false;
        bool has_seen_map = false;
        std::string watched_map_version; ///< the newest version of the map that the watch has brought
        time_point pause_until{};        ///< the server has asked for a pause
    };
    run_state run_;

    /// A copy of the state, for the functions that may be called on any thread.
    struct published {
        std::string member;
        std::optional<shard_map> map;
        shard_ranges owned; ///< without what is being stopped
        std::vector<std::string> members;
        time_point ends{};     ///< the end of the own Lease, by the monotonic clock
        wall_time wall_ends{}; ///< the same by the wall clock, which goes on while a machine is suspended
        std::string last_failure;
    };
    mutable std::mutex lock_;
    published published_; // locked
};

} // namespace coinformer::detail
