#pragma once

#include "choices.hpp"
#include "story.hpp"

#include "simulation/errand.hpp"
#include "simulation/scheduler.hpp"

#include <coinformer/cache/shared_informer.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace small_worlds {

/// One small world: a server, an informer, its handlers and a user, on one scheduler in virtual time. What
/// happens in it is decided by `choices`, within the numbers of a scope.
class small_world {
public:
    /// `trace`, if not null, gets a line for everything that happens.
    small_world(scope const& of, choices& decides, std::function<void(std::string const&)> trace = {});
    ~small_world();

    /// What became of the world.
    enum class result {
        sound,
        incomplete, ///< not everything that the scope has could happen: it is a world of a smaller scope
    };
    /// Throws simulation::violation. Destroying the world is not possible then: leak it.
    result run();
    std::uint64_t steps() const noexcept { return scheduler_.steps(); }
    std::uint64_t trace() const noexcept { return scheduler_.trace(); }

private:
    enum class kind { write, fault, act };
    struct upcoming {
        kind what;
        unsigned wait; ///< how many boundaries pass before it
    };
    struct handler;
    coinformer::environment environment_of(unsigned actor);
    coinformer::informer_options options();

    // ---- what happens: acts.cpp
    void draw_next(bool first);
    std::optional<fault> at_boundary(boundary at, bool asks_for_version);
    void write();
    bool act(boundary at);
    fault choose_fault(boundary at, bool asks_for_version);
    void add_handler(bool late);
    void remove_handler(coinformer::removal how);
    coinformer::task<> remove(handler* h, coinformer::removal how);
    coinformer::handlers<thing> callables(handler* h);
    coinformer::task<> linger(std::shared_ptr<story> until_end);
    coinformer::task<> pull(handler* h);

    // ---- time
    void run_plan();
    void measure();
    void visit_idle(std::vector<lane*> const& idle);
    void pass(coinformer::duration d);
    std::vector<lane*> idle_lanes() const;

    // ---- the oracle: checks.cpp
    void look();
    void check_silence() const;
    void check_store();
    void check_waits();
    void check_indices(coinformer::snapshot<thing> const& now, objects const& have) const;
    std::array<coinformer::object_ptr<thing>, most_objects>
    stored_in(coinformer::snapshot<thing> const& s) const;
    coinformer::task<> probe();
    void check_synced() const;
    void check_resync();
    bool has_reached(handler const& h, version v) const;
    bool is_settled() const { return lag().empty(); }
    bool is_misled() const;
    std::string lag() const;
    void stop();
    void await_write();
    coinformer::task<> sync();
    void say(std::string const& line)
    {
        if (trace_) trace_(line);
    }

    scope of_;
    choices& choices_;
    std::function<void(std::string const&)> trace_;
    simulation::scheduler scheduler_;
    coinformer::environment env_;
    std::shared_ptr<small_server> server_;
    std::optional<coinformer::shared_informer<thing>> informer_;
    std::vector<std::unique_ptr<handler>> handlers_;
    struct wait {
        std::shared_ptr<simulation::errand> what;
        version at;
        handler* of; ///< null if it waits for the store
        bool judged = false;
    };
    std::vector<wait> waits_;
    std::shared_ptr<simulation::errand> run_, sync_;
    std::optional<simulation::violation> broken_;
    std::optional<upcoming> next_;
    std::function<void()> after_step_;
    unsigned writes_, faults_, acts_, delays_; // that are left
    std::string version_;                      // the store's version when it was looked at last
    std::array<coinformer::object_ptr<thing>, most_objects> stored_;
    std::optional<coinformer::snapshot<thing>> held_; // the store as it was before; it must not change
    unsigned faults_told_ = 0;
    lane* struck_ = nullptr; // the one that the last fault at an idle watch is about
    coinformer::time_point last_happening_{};
    bool synced_ = false;
    bool must_tell_ = false; // a waiter for the sync has to be told of a refusal
    bool cancelled_ = false, stopping_ = false;
};

} // namespace small_worlds
