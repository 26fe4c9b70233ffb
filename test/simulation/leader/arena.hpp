#pragma once

#include "process.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// Two or three processes that contend for one Lease, an API server, and what goes wrong, for some virtual hours.
class arena {
public:
    arena(std::uint64_t seed, coinformer::duration length, std::function<void(std::string const&)> trace);
    ~arena();
    verdict run();

private:
    // ---- what happens (arena_faults.cpp)
    void plan_next();
    void inject_fault();
    void spoil_answers();
    void cut_off_late();
    void spoil_network(process& p);
    void spoil_process(std::size_t i);
    void spoil_lease();
    void keep_away(process& p, coinformer::duration d);
    void start_later(std::size_t i, coinformer::duration d, std::string identity);
    void restart_later(std::size_t i, coinformer::duration d, bool same_name);

    // ---- what must hold (arena.cpp)
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
    void expect_trouble(coinformer::duration d); ///< it lasts so long
    void expect_nobody(coinformer::duration d);  ///< to work, at the worst
    coinformer::duration some(unsigned most_leases)
    {
        return coinformer::duration(1 + dice_.tail(most_leases * timing_.lease.count()));
    }
    process* holder(); ///< who lives and is in the record

    std::uint64_t seed_;
    coinformer::duration length_;
    std::function<void(std::string const&)> trace_;
    dice dice_;
    timing timing_;
    scheduler scheduler_;
    sometimes_counts sometimes_;
    coinformer::environment server_env_;
    std::unique_ptr<coinformer::testing::api_server> server_;
    std::vector<std::unique_ptr<process>> processes_; ///< that ever were and have not been cleared away
    std::vector<process*> slots_;                     ///< those that live; null: between two
    std::vector<std::unique_ptr<coinformer::timer>> timers_;
    scheduler::actor_id next_actor_ = 2;
    bool injects_faults_ = true;
    bool same_identity_ = false; ///< all have the same name

    // the Lease as the server has it
    std::string version_;
    bool exists_ = false;
    std::string record_holder_;
    std::string last_holder_; ///< the last that there was
    coinformer::duration record_lasts_{};
    coinformer::time_point committed_{};

    coinformer::time_point calm_since_{}, expected_since_{}, last_work_{};
    coinformer::time_point no_newcomer_before_{}; ///< who has never seen a Lease that was deleted cannot know of it
    process const* last_leader_ = nullptr;
    std::int64_t last_term_ = -1;
    std::size_t working_count_ = 0;
};

} // namespace simulation
