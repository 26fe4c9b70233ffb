#pragma once

#include "lease_timeline.hpp"
#include "ledger.hpp"
#include "shard_process.hpp"

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace simulation {

/// Up to six processes that share their work in a group, an API server, objects that change, and random
/// faults, for some virtual hours of one seed. Between two times of faults everything comes to rest, and then
/// one process joins or leaves. Checks the properties M1 to M10 of docs/simulation.md.
class group_world {
public:
    group_world(std::uint64_t seed, coinformer::duration length,
                std::function<void(std::string const&)> write_line);
    ~group_world();
    verdict run();

private:
    // ---- random changes and faults (group_faults.cpp)
    void plan_writes();
    void write_object();
    void plan_faults();
    void inject_fault();
    void spoil_answers();
    void spoil_network(shard_process& p);
    void keep_away(shard_process& p, coinformer::duration d, machine::unreachable how);
    void keep_away(shard_process& p, coinformer::duration d);
    void spoil_process(std::size_t slot);
    void stand_still(shard_process& p, coinformer::duration d);
    void spoil_lease();
    void heal();

    // ---- processes (group_world.cpp)
    void start_process(std::size_t slot, std::string identity);
    void start_later(std::size_t slot, coinformer::duration d, std::string identity);
    std::string new_name(std::size_t slot);
    std::vector<shard_process*> living() const;
    /// Returns a process that lives still, or null. Of a process that has ended nothing is left but its
    /// number.
    shard_process* find(std::size_t number) const;
    bool has_living_member(std::string const& name) const;
    void forget_ended();

    // ---- the checks (group_world.cpp)
    void check_now();
    void check_hash(std::size_t i);
    void check_owned();
    void see_map();
    void note_rest(std::string const& member);
    coinformer::time_point last_renewal_of_dead(std::string const& member) const;
    void check_leases();
    void check_at_rest();
    void check_store(shard_process const& p);
    void check_reconciled();
    void check_deletions();

    // ---- the course of a seed (group_course.cpp)
    void pass(coinformer::duration d);
    void come_to_rest();
    void change_membership();
    void check_moved(std::map<std::string, coinformer::shard_ranges> const& before, double most);
    std::map<std::string, coinformer::shard_ranges> shares() const;
    void end();

    void trace(std::string const& line);
    void trace_groups();
    void count(std::string const& what) { ++sometimes_[what]; }
    void later(coinformer::duration d, std::function<void()> what);
    coinformer::duration some(unsigned most_leases)
    {
        return coinformer::duration(1 + dice_.tail(most_leases * timing_.lease.count()));
    }
    void expect_trouble(coinformer::duration d); ///< a fault may have effects on any process for this long

    struct live_object {
        std::uint64_t hash = 0;
        std::string value;
    };
    struct watched_hash {
        std::int64_t greatest = -1;
        shard_process const* owner = nullptr; ///< the newest one
        coinformer::time_point owned_at{};    ///< when it last had one
        std::string given_to;                 ///< the member that owns it by the group's Lease
        coinformer::time_point given_at{};
    };

    coinformer::duration length_;
    std::function<void(std::string const&)> trace_;
    dice dice_, writes_;
    group_timing timing_;
    scheduler scheduler_;
    sometimes_counts sometimes_;
    ledger ledger_;
    coinformer::environment server_env_;
    std::unique_ptr<coinformer::testing::api_server> server_;
    std::map<std::string, live_object> objects_;   ///< what the server has, by "namespace/name"
    std::map<std::string, std::uint64_t> deleted_; ///< the hashes of objects whose name has not come again
    struct {
        std::vector<std::unique_ptr<shard_process>> all; ///< also those that are about to end
        std::vector<shard_process*> slots;               ///< those that live; null until a new one starts
        std::size_t begun = 0;
    } processes_;
    std::vector<std::unique_ptr<coinformer::timer>> timers_;
    std::array<watched_hash, 16> hashes_{};
    struct renewal {
        std::string stamp; ///< the renewTime of the Lease; "none" if it has none
        coinformer::time_point when;
    };
    std::map<std::string, renewal> renewals_; ///< the last one of each Lease, by its name
    std::string version_;                     ///< the server's newest version when see_map() last looked
    std::set<std::string> resting_;           ///< members whose process has ended and keeps its share
    struct {
        unsigned pace = 1; ///< leases between two faults, at most
        bool injects_faults = false, writes_objects = true;
        coinformer::time_point calm_since{};
    } course_;
    std::unique_ptr<lease_timeline> leases_;
};

} // namespace simulation
