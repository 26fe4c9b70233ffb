#pragma once

#include "process.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

inline constexpr coinformer::resource lease_resource{
    .group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"};

/// Two or three processes that contend for one Lease, an API server, and random faults, for some virtual
/// hours of one seed. Checks the properties E1 to E6 and L1 of docs/simulation.md.
class arena {
public:
    arena(std::uint64_t seed, coinformer::duration length,
          std::function<void(std::string const&)> write_line);
    ~arena();
    verdict run();

private:
    // ---- random faults (arena_faults.cpp)
    void plan_next();
    void inject_fault();
    void spoil_answers();
    void cut_off_late();
    void spoil_network(process& p);
    void spoil_process(std::size_t i);
    void spoil_lease();
    void clear_holder();
    void keep_away(process& p, coinformer::duration d);
    void start_later(std::size_t i, coinformer::duration d, std::string identity);
    void restart_later(std::size_t i, coinformer::duration d, bool same_name);

    // ---- the checks (arena.cpp)
    void start_process(std::size_t slot, std::string identity);
    void step_until(coinformer::time_point end);
    void observe_lease();
    void check_now();
    void check_work();
    void check_term(process& p);
    void check_progress();
    void heal();
    void end();

    void trace(std::string const& line);
    void count(std::string const& what) { ++sometimes_[what]; }
    void later(coinformer::duration d, std::function<void()> what);
    void expect_trouble(coinformer::duration d); ///< a fault may have effects for this long
    void expect_nobody(coinformer::duration d);  ///< for this long possibly no process works
    coinformer::duration some(unsigned most_leases)
    {
        return coinformer::duration(1 + dice_.tail(most_leases * timing_.lease.count()));
    }
    process* holder(); ///< the living process that the Lease names, or null

    std::uint64_t seed_;
    coinformer::duration length_;
    std::function<void(std::string const&)> trace_;
    dice dice_;
    timing timing_;
    scheduler scheduler_;
    sometimes_counts sometimes_;
    coinformer::environment server_env_;
    std::unique_ptr<coinformer::testing::api_server> server_;
    std::vector<std::unique_ptr<process>> processes_; ///< all processes, ended ones included
    std::vector<process*> slots_;                     ///< the living processes; null until a new one starts
    std::vector<std::unique_ptr<coinformer::timer>> timers_;
    scheduler::actor_id next_actor_ = 2;
    bool injects_faults_ = true;
    bool same_identity_ = false; ///< all processes have the same identity

    // the Lease on the server
    std::string version_;
    bool exists_ = false;
    bool is_cleared_by_hand_ = false; ///< the next version names no holder, and is no release
    std::string record_holder_;
    std::string last_holder_; ///< the newest holder, also after a release
    coinformer::duration record_lasts_{};
    coinformer::time_point committed_{};

    coinformer::time_point calm_since_{}, expected_since_{}, last_work_{};
    coinformer::time_point no_newcomer_before_{}; ///< a newcomer cannot know of a Lease that was deleted
    process const* last_leader_ = nullptr;
    std::int64_t last_term_ = -1;
    std::size_t working_count_ = 0;
};

} // namespace simulation
