#pragma once

#include "promises.hpp"
#include "reporting_keys.hpp"

#include "simulation/errand.hpp"
#include "simulation/scheduler.hpp"

#include <coinformer/controller/work_queue.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace simulation {

/// A work queue, actors that add keys to it, and workers that pop them, for some virtual minutes of one seed.
/// Workers are cancelled, frozen and restarted; promises says whether the queue has behaved.
class queue_world {
public:
    queue_world(std::uint64_t seed, std::function<void(std::string const&)> write_line);
    queue_world(queue_world const&) = delete;
    ~queue_world();
    verdict run();

private:
    using queue_type = coinformer::work_queue<std::string, reporting_hash<std::string>>;
    using item_type = coinformer::work_item<std::string>;
    struct worker {
        coinformer::environment env;
        scheduler::actor_id actor = 0;
        dice chance{0};
        std::shared_ptr<errand> life = {};
        bool is_waiting = false, is_cancelled = false, is_leaving = false, is_frozen = false;
    };

    // ---- the workers
    void start_worker(worker& w);
    coinformer::task<> run_worker(worker& w);
    coinformer::task<std::optional<item_type>> pop_next(worker& w);
    coinformer::task<> work_on(worker& w, item_type item);
    void finish(worker& w, item_type item, bool cut);

    // ---- random actions
    void plan_next();
    void act();
    void add(std::string const& key, coinformer::priority p);
    void add_later(std::string const& key, coinformer::priority p, bool after_some_time);
    void query(std::string const& key, std::uint64_t what);
    void cancel_worker(worker& w);
    void restart_later(worker& w);
    void freeze(worker& w);
    void thaw(worker& w);
    void begin_shutdown();
    coinformer::task<> drain();

    // ---- the checks
    void check_now();
    void step_until(std::function<bool()> const& over);
    void end();

    void trace(std::string const& line);
    void later(coinformer::duration d, std::function<void()> what);
    std::string a_key() { return "k" + std::to_string(dice_.below(names_)); }
    coinformer::priority a_priority() { return static_cast<coinformer::priority>(dice_.below(3)); }
    coinformer::duration some(std::int64_t most_ms);
    coinformer::environment environment_of(scheduler::actor_id actor);

    std::function<void(std::string const&)> trace_;
    dice dice_;
    scheduler scheduler_;
    std::uint64_t names_ = 0;
    std::int64_t pace_ms_ = 0, longest_work_ms_ = 0;
    promises promises_;
    std::unique_ptr<queue_type> queue_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::vector<std::shared_ptr<errand>> drains_, finished_;
    std::vector<std::unique_ptr<coinformer::timer>> timers_;
    trace_hash hash_;
    std::size_t acts_left_ = 300;
    bool is_shutting_down_ = false;
};

} // namespace simulation
