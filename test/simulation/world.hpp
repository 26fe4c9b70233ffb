#pragma once

#include "audit_ear.hpp"
#include "follower.hpp"
#include "page_reader.hpp"
#include "watch_reader.hpp"

#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace simulation {

/// The world of one plan: clients, network, clock and API server, all on one scheduler.
class world {
public:
    /// `trace`, if not null, gets a line for everything that happens. Tracing changes nothing in the world.
    world(plan const& p, std::function<void(std::string const&)> trace = {});
    ~world();

    verdict run();

private:
    struct client_part {
        scheduler::actor_id actor;
        std::unique_ptr<coinformer::testing::memory_network> network;
        std::unique_ptr<wire_log> wire;
        std::unique_ptr<coinformer::client> api;
        std::shared_ptr<errand> serving;
        coinformer::environment env;
    };
    /// A process that has died: none of its steps runs any more. Its coroutines cannot be destroyed in the
    /// middle, so they are ended after everything else, when nobody looks any more.
    struct dead_process {
        scheduler::actor_id actor;
        std::unique_ptr<wire_log> wire;
        std::unique_ptr<coinformer::client> api;
        std::vector<std::unique_ptr<follower>> followers;
    };
    coinformer::environment environment_of(scheduler::actor_id actor, bool serial);
    void make_clients();
    void begin_process(std::size_t client);
    void arm_plan();
    void fire(std::size_t i);
    void told(moment m);
    void perform(item const& i);
    void perform_write(item const& i);
    void perform_fault(item const& i);
    void perform_on_client(item const& i);
    void perform_wait(item const& i);
    void perform_own(item const& i);
    void start_informer(std::uint32_t n);
    void crash(item const& i);
    void come_back(std::uint32_t client);
    void count_life(follower& f);
    void bury();

    /// Returns the server's answer.
    std::string write(std::string const& plural, key const& k, std::string const& value,
                      std::string const& tier);
    void erase(std::string const& plural, key const& k);
    void spoil(std::string const& plural, key const& k);
    void record(std::string const& plural, key const& k, bool deleted, std::string const& json,
                bool spoiled = false);
    std::string as_stored(std::string const& plural, std::string value) const;
    void later(std::int64_t ms, std::function<void()> what);
    void say(std::string const& line);

    bool step(coinformer::time_point end);
    void run_plan();
    void forbid();
    void heal();
    void back_up();
    void restore();
    void redo();
    void repeat(event const& e);
    void converge();
    bool all_converged(std::int64_t began);
    void await_resync();
    void pass(coinformer::duration d);
    void stop();
    void check_all(bool at_end);
    void count_sometimes();
    void count_lane(follower& f, lane& l);
    void count_gap(lane& l, version known, version listed);
    follower* running(std::uint32_t informer);
    reader_context context_of(std::size_t reader);
    void perform_on_reader(item const& i);
    template <class F>
    void for_each_reader(F f);
    std::string late_readers(std::int64_t began, bool& all);

    plan plan_;
    std::function<void(std::string const&)> trace_;
    trace_hash hash_;
    sometimes_counts sometimes_;
    audit_ear audits_{plan_.audits(), sometimes_};
    scheduler scheduler_;
    history truth_;
    coinformer::environment server_env_;
    std::unique_ptr<coinformer::testing::api_server> server_;
    std::shared_ptr<coinformer::testing::server_backup const> backup_;
    version backed_up_ = 0;
    std::vector<client_part> clients_;
    std::vector<std::unique_ptr<follower>> followers_; // all that were ever started
    std::vector<follower*> current_;                   // by number of the informer
    std::vector<std::unique_ptr<disk>> disks_; // by number of the informer; null if it saves no snapshots
    std::vector<inheritance> left_;            // by number of the informer: what its lives have left
    std::vector<dead_process> dead_;
    // the clients whose processes are away, with the informers that begin when they come back
    std::map<std::uint32_t, std::set<std::uint32_t>> away_;
    std::vector<std::unique_ptr<watch_reader>> watchers_;
    std::vector<std::unique_ptr<page_reader>> pagers_;
    // the handlers that an informer should have, by number of the informer
    std::vector<std::set<std::uint32_t>> wanted_;
    std::vector<std::unique_ptr<coinformer::timer>> timers_;
    std::vector<std::size_t> waiting_[moments]; // items that wait for a moment
    std::uint64_t writes_ = 0;
    std::uint64_t value_ = 0;
    std::uint64_t stepped_ = 0;
    bool planned_ = true;            // false when the plan has come to its end
    std::size_t refuse_streams_ = 0; // how many more streams the server refuses
    coinformer::testing::canned_answer refusal_of_streams_;
};

/// Returns the label that a write gives, chosen by one of the item's numbers.
std::string tier_of(std::int64_t b);

verdict run_plan(plan const& p, std::function<void(std::string const&)> trace = {});

} // namespace simulation
