#pragma once

#include "promises.hpp"
#include "reporting_keys.hpp"

#include "simulation/errand.hpp"
#include "simulation/scheduler.hpp"
#include "simulation/thing.hpp"

#include <coinformer/controller/controller.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace simulation {

/// A controller of config maps and of the secrets that belong to them, an API server, and random changes and
/// faults, for one seed. promises checks the controller's work queue; this class checks the controller
/// itself.
class controller_world {
public:
    controller_world(std::uint64_t seed, std::function<void(std::string const&)> write_line);
    controller_world(controller_world const&) = delete;
    ~controller_world();
    verdict run();

private:
    using informer = coinformer::shared_informer<thing>;
    using object = coinformer::object_ptr<thing>;
    using controller_type =
        coinformer::controller<coinformer::object_name, reporting_hash<coinformer::object_name>>;
    enum class relevance { all, versions, labels }; ///< which changes the predicates accept

    // ---- the controller under test: its sources and its reconcile function
    void watch();
    bool is_wanted(coinformer::event<thing> const& e, relevance which);
    coinformer::object_name note_name(std::string_view name);
    coinformer::task<coinformer::reconcile_result> reconcile(coinformer::object_name key);
    coinformer::task<> work(std::string name);
    void end_reconcile(std::string const& name, bool cancelled);
    struct reconciling {
        coinformer::time_point began;
        bool was_cancelled = false; ///< or it ignores cancellation
    };
    coinformer::time_point deadline_of(reconciling const& r) const;
    coinformer::reconcile_result finish(std::string const& name, std::string const& view);

    // ---- random actions (controller_faults.cpp)
    void plan_next();
    void act();
    void change_object();
    void add_directly();
    void inject_fault();
    void heal();

    // ---- the views of keys (controller_views.cpp)
    std::string view_of(std::string const& name) const;
    std::map<std::string, std::string> server_views() const;
    void check_views();

    // ---- the checks
    bool synced() const;
    void check_now();
    void check_running();
    void check_status();
    bool step(coinformer::time_point end);
    void pass(coinformer::duration d)
    {
        pass([] { return false; }, d);
    }
    bool pass(std::function<bool()> const& over, coinformer::duration at_most);
    void come_to_rest();
    void stop();
    void end();

    void trace(std::string const& line);
    void later(coinformer::duration d, std::function<void()> what);
    std::string a_name() { return "c" + std::to_string(dice_.below(6)); }
    coinformer::duration some(std::int64_t most_ms);
    coinformer::environment environment_of(scheduler::actor_id actor, bool serial);

    std::function<void(std::string const&)> trace_;
    dice dice_;   ///< decides what happens
    dice chance_; ///< decides how reconciles go
    scheduler scheduler_;
    promises promises_;
    coinformer::controller_options options_;
    relevance relevance_ = relevance::all;
    coinformer::environment server_env_;
    std::unique_ptr<coinformer::testing::api_server> server_;
    std::unique_ptr<coinformer::testing::memory_network> network_;
    std::unique_ptr<coinformer::client> api_;
    std::unique_ptr<informer> maps_, secrets_;
    std::unique_ptr<controller_type> tested_;
    std::shared_ptr<errand> serving_, informing_maps_, informing_secrets_, running_;
    std::vector<std::unique_ptr<coinformer::timer>> timers_;
    coinformer::wakeup never_;
    coinformer::priority event_priority_{}; ///< the priority of the event that is being mapped

    std::map<std::string, reconciling> running_reconciles_;
    std::map<std::string, std::string> reconciled_views_; ///< each key's view at its last success
    std::set<std::string> known_names_;                   ///< every key that was ever added
    std::uint64_t reconciles_ = 0, failures_ = 0, timeouts_ = 0, possible_timeouts_ = 0, check_count_ = 0;
    std::optional<coinformer::time_point> stopped_at_,
        grace_ends_at_; ///< told to stop; and from when on nobody may go on
    trace_hash hash_;
    std::size_t acts_left_ = 150;
    bool is_calm_ = false;
};

} // namespace simulation
