#pragma once

#include "errand.hpp"
#include "handler_log.hpp"
#include "lane.hpp"
#include "own_log.hpp"

#include <coinformer/api/client.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// A waiter has to be told what the informer knows within this time.
inline constexpr std::int64_t told_within_ns = 5'000'000'000;

/// One informer with everything that is known of it from outside: its requests, its store, its handlers. Lives once: an
/// informer that is started again is another follower.
class follower {
public:
    follower(std::string name, informer_plan const& how, coinformer::client& api, coinformer::environment const& env,
             history const& truth, wire_log& wire, std::function<void(std::string const&)> trace,
             std::function<void(moment)> told, trace_hash& hash, sometimes_counts& sometimes);

    std::string const& name() const noexcept { return name_; }
    informer_plan const& how() const noexcept { return plan_; }
    bool stopped() const noexcept { return run_ && run_->ended; }
    bool started() const noexcept { return static_cast<bool>(run_); }

    void start();
    void stop();
    void end_pauses(); ///< of who asks for events, when run() has ended
    handler_log& add_handler(std::string name, handler_plan const& h);
    void remove_handler(std::string const& name);
    std::shared_ptr<errand> wait_synced();
    /// at_least(), until(), and at_least() of a handler. Null: there is no such handler.
    std::shared_ptr<errand> wait_version(version v);
    std::shared_ptr<errand> wait_object(key const& k, version v);
    std::shared_ptr<errand> wait_handled(std::string const& handler, version v);
    /// Who writes and reads through own_writes; made when it is first asked for.
    own_log& own(std::size_t capacity);
    void hold_snapshot();
    void release_snapshots();

    /// W1-W6, of what has arrived by now. Throws violation.
    void check_server();
    /// Looks at the store: P2, P9, P11. Cheap when its version has not moved. Throws violation.
    void look();
    /// What the wire tells: P8, P15, L2, and whether it was told: P17. Throws violation.
    void check_wire(bool at_end);
    /// P19, of what goes on. Throws violation.
    void check_waits();
    /// Asks for the status now and then: P14.
    void probe();
    /// For one that is refused for ever: whether everybody who waits has been told so.
    bool refused() const;
    /// Whether store and handlers agree with the server's state of now.
    bool converged();
    /// Whether the server's history went back, and nothing that has arrived could have told.
    bool misled();
    std::string lag(); ///< in words, why not
    /// When it must have converged, if nothing comes nearer to that from now on. In ns.
    std::int64_t patience_ends(std::int64_t began, std::int64_t bookmark_ms) const noexcept;
    /// P7, when all is over or converged.
    void check_handlers();
    std::int64_t longest_resync_ms() const; ///< of its handlers
    /// P18: each handler was shown each object since then.
    void check_resync(std::int64_t since_ns);
    void check_resync_pace() const;
    /// P16, P17: after stop() has ended.
    void check_end();

    scoped_history& truth() noexcept { return truth_; }
    std::vector<std::unique_ptr<lane>> const& lanes() const noexcept { return lanes_; }
    std::vector<std::unique_ptr<handler_log>> const& handlers() const noexcept { return handlers_; }
    follower_view& view() noexcept { return view_; }
    bool told_cause() const; ///< a wait for the sync ended with an error of the server

private:
    bool had_dead_watch() const;
    coinformer::informer_options options_of(informer_plan const& p);
    static coinformer::handler_options options_of(handler_plan const& h);
    coinformer::task<> sync_handler(handler_log* h);
    void check_synced(handler_log const& h, lane& l);
    coinformer::task<> remove(handler_log* h);
    bool drains_at_once() const;
    coinformer::task<> sync_all();
    coinformer::task<> measure();
    coinformer::task<> await_store(version v);
    coinformer::task<> await_object(key k, version v);
    coinformer::task<> await_handler(handler_log* h, version v);
    std::shared_ptr<errand> add_wait(coinformer::task<> body, std::string what, handler_log* of, version v);
    void check_wait(std::string const& what, objects const& have, scope const& in, version v, std::optional<key> only);
    std::string lacking(objects const& have, scope const& in, version v, std::optional<key> only);
    objects stored() const;
    coinformer::task<> run();
    lane& lane_of(std::string const& ns) const;
    version first_list(std::string const& ns) const; ///< that came whole, of the lane that this namespace is in
    // ---- the store
    void check_version(coinformer::snapshot<thing> const& now, std::uint64_t found);
    bool is_at_rest(); ///< the store, and every handler, are where the server is
    bool has_arrived(version v) const;
    void check_ahead(coinformer::snapshot<thing> const& now);
    void check_namespaces(coinformer::snapshot<thing> const& now);
    void check_indices(coinformer::snapshot<thing> const& now, std::uint64_t found);
    // ---- the end
    void check_bridged(handler_log const& h, lane& l);
    void check_reports() const;
    void check_cause(errand const& e) const;
    void check_waits_ended() const;
    void check_told() const;
    [[noreturn]] void bad(char const* property, std::string const& why) const;
    void note(char const* property, std::string const& why); ///< where throwing would reach the library

    std::string name_;
    informer_plan plan_;
    coinformer::environment env_;
    scoped_history truth_;
    history const& all_;
    wire_log& wire_of_client_;
    std::vector<std::unique_ptr<lane>> lanes_; // one for each namespace, or one for all
    std::map<key, std::size_t> faults_;        // objects that were reported not to decode
    coinformer::shared_informer<thing> informer_;
    follower_view view_;
    std::vector<std::unique_ptr<handler_log>> handlers_;
    std::unique_ptr<own_log> own_;
    std::vector<std::shared_ptr<errand>> errands_;
    std::shared_ptr<errand> run_;
    std::shared_ptr<errand> probe_;
    struct held {
        coinformer::snapshot<thing> what;
        std::uint64_t hash;
    };
    std::vector<held> held_;
    struct version_wait {
        std::shared_ptr<errand> what;
        handler_log* of; // null: the store
        version at;
        std::optional<std::int64_t> due_ns; // since when it should have ended
    };
    std::vector<version_wait> waits_;
    std::optional<std::int64_t> stop_asked_ns_;
    std::string version_;
    version number_ = 0;
    std::uint64_t looks_ = 0;
    std::int64_t last_version_ns_ = 0;
    std::int64_t well_ns_ = 0; // when it was last where it should be, or could not know better
    unsigned epoch_;           // of what the store holds
};

std::uint64_t hash_of(coinformer::snapshot<thing> const& s);

} // namespace simulation
