#pragma once

#include "core/timed_wakeup.hpp"
#include "shard/lease_requests.hpp"
#include "shard/membership.hpp"
#include "shard/ownership.hpp"
#include "shard/part_release.hpp"
#include "shard/seen_leases.hpp"
#include "shard/write_turn.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/shard/shard_group.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// One member of a shard group: follows the Leases of its group, renews its own, and changes the map when
/// that is its turn.
///
/// While run() works, three coroutines run beside each other in one nursery: the informer of the Leases;
/// keep_membership(), which begins a new membership when the last one was lost; and coordinate(), which
/// deletes expired Leases, lets this process's work stop where a part should go, and writes the map. If one
/// of them ends, run() ends.
///
/// Their knowledge is in three objects: seen_leases has what the Leases of all members say, membership has
/// the own Lease, and part_release the work of this process. wanted_map() works out from them what should be
/// written, write_turn says when, and publish() tells `ownership` what this process may do.
///
/// States     Idle; taking part; leaving (everything counts as asked for, until it is handed over); ended
///            (one of the three coroutines has ended, and run() stops the others).
/// Threads    on_release(), known_ownership(), functions() and options() on any thread; everything else on
/// the client's strand.
class shard_group_core : public std::enable_shared_from_this<shard_group_core> {
public:
    shard_group_core(client& api, shard_group_options options);

    [[nodiscard]] task<> run();
    void on_release(std::function<task<>(shard_ranges const&)> stop);

    std::shared_ptr<ownership> const& known_ownership() const noexcept { return ownership_; }
    std::shared_ptr<release_functions> const& functions() const noexcept { return releases_.functions(); }
    shard_group_options const& options() const noexcept { return options_; }
    executor const& strand() const noexcept { return env_.ex; }

private:
    [[nodiscard]] task<> take_part() &;
    [[nodiscard]] task<> notice_end_of(task<> part) &;
    [[nodiscard]] task<> hand_everything_over() &;
    [[nodiscard]] task<> end_membership() &;
    bool keeps_share() const noexcept { return options_.at_end == shard_end::keep; }

    [[nodiscard]] task<> keep_membership() &;

    [[nodiscard]] task<> coordinate() &;
    void begin_to_stop_work();
    [[nodiscard]] task<> stop_work(shard_ranges parts) &;
    [[nodiscard]] task<> write_map_in_turn() &;
    bool may_write() const;
    time_point next_step_at() const;
    shard_ranges asked() const;
    std::optional<shard_map> wanted_map() const;

    [[nodiscard]] task<> read_all_leases() &;
    [[nodiscard]] task<> read_map() &;
    [[nodiscard]] task<> delete_expired() &;
    [[nodiscard]] task<> ask_about_missed() &;
    [[nodiscard]] task<> ask_about(std::string name) &;

    void follow(shared_informer<group_lease>& lease_informer);
    void see_own(object_ptr<group_lease> const& lease);
    void act_on(seen_leases::news news);
    void note_change();
    void publish();

    time_point now() const noexcept { return env_.time->now(); }
    void log(log_level level, std::string_view what, std::string const& cause = {}) const;

    environment env_;
    shard_group_options const options_;
    lease_requests requests_;
    membership membership_;
    seen_leases seen_;
    part_release releases_;
    write_turn turn_;
    std::shared_ptr<ownership> ownership_;
    std::mutex own_functions_lock_;
    std::vector<std::shared_ptr<void>> own_functions_; // locked; those that the group itself keeps
    timed_wakeup changed_; ///< for the coroutines of run(): something is different
    /// The progress of run().
    struct run_state {
        bool is_running = false, leaves = false, has_ended = false;
        nursery* coroutines = nullptr;
        std::function<bool()> has_synced; ///< true when the informer has read the Leases once
        bool has_listed = false;          ///< the Leases were read by a list of this member's own
        bool has_news = false;            ///< something has changed since coordinate() last looked
        shard_ranges held;                ///< what this process holds
        time_point leave_until{};         ///< when to give up an orderly end
        time_point next_deletion{};       ///< when to delete a Lease, after an attempt has failed
        std::string last_deletion;        ///< the Lease that was tried last
    };
    run_state run_;
};

} // namespace coinformer::detail
