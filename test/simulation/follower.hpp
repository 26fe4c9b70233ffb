#pragma once

#include "disk.hpp"
#include "errand.hpp"
#include "handler_log.hpp"
#include "lane.hpp"
#include "own_log.hpp"
#include "tested_informer.hpp"

#include <coinformer/api/client.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// A waiter must hear what its informer knows within this time.
inline constexpr std::int64_t told_within_ns = 5'000'000'000;

/// What an informer has from its earlier lives.
struct inheritance {
    simulation::disk* disk = nullptr; ///< null if it saves no snapshots
    std::set<key> undecoded = {};     ///< objects that were reported not to decode
};

/// The oracle's record of one informer, made from outside: of its requests, its store and its handlers. It
/// lives as long as the informer; when an informer is started again, the new one gets another follower.
class follower {
public:
    follower(std::string name, informer_plan const& how, coinformer::client& api,
             coinformer::environment const& env, history const& truth, wire_log& wire, inheritance from,
             std::function<void(std::string const&)> trace, std::function<void(moment)> told,
             trace_hash& hash, sometimes_counts& sometimes);

    std::string const& name() const noexcept { return name_; }
    informer_plan const& how() const noexcept { return plan_; }
    bool stopped() const noexcept { return run_ && run_->ended; }
    bool started() const noexcept { return static_cast<bool>(run_); }

    void start();
    void stop();
    void end_pauses(); ///< ends the pauses of users who ask for events, after run() has ended
    handler_log& add_handler(std::string name, handler_plan const& h);
    void remove_handler(std::string const& name);
    inheritance leave() const; ///< what the next life gets
    std::shared_ptr<errand> wait_synced();
    /// Starts at_least(), until(), or at_least() of a handler. Returns null if there is no such handler.
    std::shared_ptr<errand> wait_version(version v);
    std::shared_ptr<errand> wait_object(key const& k, version v);
    std::shared_ptr<errand> wait_handled(std::string const& handler, version v);
    /// The user who writes and reads through own_writes; the first call makes it. Null for a composed
    /// informer.
    own_log* own(std::size_t capacity);
    void hold_snapshot();
    void release_snapshots();

    /// Checks W1 to W6 for everything that has arrived until now. Throws violation.
    void check_server();
    /// Checks the store: P2, P9, P11. It costs little if the store's version has not moved. Throws violation.
    void look();
    /// Checks what the wire shows: P8, P15 and L2, and that waiters heard of refusals: P17. Throws violation.
    void check_wire(bool at_end);
    /// Checks P19 for the waits that have not ended. Throws violation.
    void check_waits();
    /// Asks the informer for its status now and then, for P14.
    void probe();
    /// For an informer that is refused for ever: true if every waiter has been told the refusal.
    bool refused() const;
    /// True if the store and the handlers agree with the present state of the server.
    bool converged();
    /// True if the server's history went back, and nothing has arrived from which a client could have
    /// noticed.
    bool misled();
    std::string lag(); ///< says in words why it has not converged
    /// The time, in nanoseconds, by which it must have converged if nothing brings it nearer from now on.
    std::int64_t patience_ends(std::int64_t began, std::int64_t bookmark_ms) const noexcept;
    /// Checks P7, after the informer has converged or ended.
    void check_handlers();
    std::int64_t longest_resync_ms() const; ///< the longest period of any handler
    /// Checks P18: each handler was shown each object since `since_ns`.
    void check_resync(std::int64_t since_ns);
    void check_resync_pace() const;
    /// Checks P16 and P17, after stop() has ended.
    void check_end();

    scoped_history& truth() noexcept { return truth_; }
    std::vector<std::unique_ptr<lane>> const& lanes() const noexcept { return lanes_; }
    std::vector<std::unique_ptr<handler_log>> const& handlers() const noexcept { return handlers_; }
    follower_view& view() noexcept { return view_; }
    bool told_cause() const; ///< true if a wait for the sync ended with an error of the server

private:
    bool had_dead_watch() const;
    coinformer::informer_options options_of(informer_plan const& p);
    void check_audit(coinformer::audit_report const& found);
    void begin_life();
    bool none_undecoded() const { return faults_.empty() && from_.undecoded.empty(); }
    static coinformer::handler_options options_of(handler_plan const& h);
    std::unique_ptr<tested_informer> make_informer(coinformer::client& api);
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
    void check_wait(std::string const& what, objects const& have, scope const& in, version v,
                    std::optional<key> only);
    std::string lacking(objects const& have, scope const& in, version v, std::optional<key> only);
    objects stored() const;
    coinformer::task<> run();
    lane& lane_of(std::string const& ns) const;
    /// the version of the first complete list of this namespace's lane
    version first_list(std::string const& ns) const;
    // ---- the store
    void check_version(coinformer::snapshot<thing> const& now, std::uint64_t found);
    bool is_at_rest(); ///< true if the store and every handler are where the server is
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
    /// records a violation where an exception would reach the library
    void note(char const* property, std::string const& why);

    std::string name_;
    informer_plan plan_;
    coinformer::environment env_;
    scoped_history truth_;
    history const& all_;
    wire_log& wire_of_client_;
    inheritance from_;
    std::vector<std::unique_ptr<lane>> lanes_; // one for each namespace, or one for all
    std::map<key, std::size_t> faults_;        // how often each object was reported not to decode
    std::unique_ptr<tested_informer> informer_;
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
        handler_log* of; // null if the wait is for the store
        version at;
        std::optional<std::int64_t> due_ns; // since when the wait should have ended
    };
    std::vector<version_wait> waits_;
    std::optional<std::int64_t> stop_asked_ns_;
    std::string version_;
    version number_ = 0;
    std::uint64_t looks_ = 0;
    std::int64_t last_version_ns_ = 0;
    std::int64_t well_ns_ = 0; // when it was last where it should be, or could not know better
    unsigned epoch_;           // the epoch of the store's contents
};

std::uint64_t hash_of(coinformer::snapshot<thing> const& s);

} // namespace simulation
