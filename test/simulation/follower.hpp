#pragma once

#include "errand.hpp"
#include "handler_log.hpp"
#include "wire_log.hpp"

#include <coinformer/api/client.hpp>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace simulation {

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
    handler_log& add_handler(std::string name, handler_plan const& h);
    void remove_handler(std::string const& name);
    std::shared_ptr<errand> wait_synced();
    void hold_snapshot();
    void release_snapshots();

    /// W1-W6, of what has arrived by now. Throws violation.
    void check_server();
    /// Looks at the store: P2, P9, P11. Cheap when its version has not moved. Throws violation.
    void look();
    /// What the wire tells: P8, P15, L2, over the exchanges that have ended. Throws violation.
    void check_wire(bool at_end);
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
    std::int64_t patience_ends(std::int64_t began) const noexcept;
    /// P7, when all is over or converged.
    void check_handlers();
    /// P18: each handler was shown each object since then.
    void check_resync(std::int64_t since_ns);
    /// P16, P17: after stop() has ended.
    void check_end();

    exchanges const& wire() const noexcept { return wire_; }
    scoped_history& truth() noexcept { return truth_; }
    std::vector<std::unique_ptr<handler_log>> const& handlers() const noexcept { return handlers_; }
    follower_view& view() noexcept { return view_; }
    bool told_cause() const; ///< a wait for the sync ended with an error of the server

private:
    coinformer::informer_options options_of(informer_plan const& p);
    coinformer::task<> sync_handler(handler_log* h);
    coinformer::task<> remove(handler_log* h);
    coinformer::task<> sync_all();
    coinformer::task<> measure();
    coinformer::task<> run();
    // ---- the wire
    void check_watch(std::size_t at);
    version first_list() const; ///< version of the first one that arrived whole; 0: none has
    std::size_t first_page(std::size_t last_page) const;
    std::size_t epoch_begins(); ///< the first exchange that tells of this epoch; how many there are: none does
    bool judged(std::size_t at);
    bool told() const;
    void check_list(std::size_t last_page);
    void check_resume(std::size_t at);
    void check_alone();
    void check_retry_after(std::size_t at) const;
    void check_pace(std::size_t at) const;
    // ---- the store
    void check_version(coinformer::snapshot<thing> const& now, std::uint64_t found);
    void check_indices(coinformer::snapshot<thing> const& now, std::uint64_t found);
    bool of_this_epoch(version v);
    // ---- the end
    void check_reports() const;
    void check_cause(errand const& e) const;
    void check_told() const;
    bool heard(std::int64_t after_ns, std::int64_t to_ns) const;
    [[noreturn]] void bad(char const* property, std::string const& why) const;
    void note(char const* property, std::string const& why); ///< where throwing would reach the library

    std::string name_;
    informer_plan plan_;
    coinformer::environment env_;
    scoped_history truth_;
    history const& all_;
    wire_log& wire_of_client_;
    exchanges wire_;
    std::map<key, std::size_t> faults_; // objects that were reported not to decode
    coinformer::shared_informer<thing> informer_;
    follower_view view_;
    std::vector<std::unique_ptr<handler_log>> handlers_;
    std::vector<std::shared_ptr<errand>> errands_;
    std::shared_ptr<errand> run_;
    std::shared_ptr<errand> probe_;
    struct held {
        coinformer::snapshot<thing> what;
        std::uint64_t hash;
    };
    std::vector<held> held_;
    std::string version_;
    version number_ = 0;
    std::uint64_t looks_ = 0;
    std::int64_t last_version_ns_ = 0;
    std::int64_t well_ns_ = 0; // when it was last where it should be, or could not know better
    std::size_t wire_checked_ = 0, served_ = 0, alone_ = 0;
    unsigned epoch_;        // of what the store holds
    unsigned began_ = 0;    // the epoch of which epoch_begins() is known
    std::size_t begin_ = 0; // and where
};

std::uint64_t hash_of(coinformer::snapshot<thing> const& s);

} // namespace simulation
