#pragma once

#include "handler_log.hpp"
#include "wire_log.hpp"

#include <coinformer/api/client.hpp>

#include <boost/asio/cancellation_signal.hpp>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace simulation {

/// A coroutine that someone started, how it ended, and how to end it.
struct errand {
    boost::asio::cancellation_signal stop;
    bool ended = false;
    std::exception_ptr failure;
    std::string purpose;
    bool began = false;
    bool unwanted = false; ///< cancelled before it began: Asio 1.26 cannot do that itself

    static std::shared_ptr<errand> start(coinformer::executor ex, coinformer::task<> body, std::string purpose);
    void cancel();
    std::string how() const; ///< what it ended with
    coinformer::error_code code() const;
};

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
    std::string lag(); ///< in words, why not
    /// When something last came nearer to that, in ns.
    std::int64_t last_progress_ns() const noexcept;
    /// P7, P10, P12 and so on, when all is over or converged.
    void check_handlers();
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
    void check_watch(exchange const& x);
    version first_list() const; ///< version of the first one that arrived whole; 0: none has
    void check_list(std::size_t last_page);
    void check_resume(exchange const& x);
    void check_pace(std::size_t at);
    [[noreturn]] void bad(char const* property, std::string const& why) const;

    std::string name_;
    informer_plan plan_;
    coinformer::environment env_;
    scoped_history truth_;
    history const& all_;
    wire_log& wire_of_client_;
    exchanges wire_;
    std::size_t faults_ = 0;
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
    std::size_t wire_checked_ = 0, served_ = 0;
};

std::uint64_t hash_of(coinformer::snapshot<thing> const& s);

} // namespace simulation
