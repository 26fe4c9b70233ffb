#pragma once

#include "errand.hpp"
#include "plan.hpp"
#include "thing.hpp"
#include "verdict.hpp"

#include <coinformer/cache/shared_informer.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace simulation {

/// The part of a follower that its handlers' logs may use.
struct follower_view {
    scoped_history& truth;
    history const& all;
    coinformer::time_source& time;
    coinformer::executor ex;
    std::function<void(std::string const&)> trace;
    std::function<void(moment)> told;
    std::function<version(std::string const&)>
        first_list; ///< the version of the first list that covers this namespace
    trace_hash& hash;
    sometimes_counts& sometimes;
    unsigned born;          ///< the epoch in which the follower began
    std::size_t batch;      ///< how many changes may reach the handlers' queues at once
    std::int64_t resync_ms; ///< the informer's resync period
    /// the first one; it is kept here because the library catches what a handler throws
    std::optional<violation> failure;
    bool stopped = false; ///< run() has ended, so that no handler may be called any more
    bool ending = false;  ///< run() has been cancelled
};

/// One handler as a user would write it. It records each call and checks at once whatever can be checked at
/// once: P1 (the object is genuine), P2 (versions go forward), P4 (the sequence is well-formed), P6 (ends),
/// P12 (the initial flag), P13 (one call at a time) and P14 (its queue).
class handler_log {
public:
    handler_log(std::string name, handler_plan const& how, follower_view& of)
        : epoch(of.born), name_(std::move(name)), plan_(how), view_(of)
    {
        if (!how.filtered) return;
        auto in = of.truth.of();
        in.tier = "a";
        filtered_.emplace(of.all, in);
    }

    coinformer::handlers<thing> make();
    coinformer::handler_registration registration;
    /// Starts a handler that is not called but asks for events.
    void pull(coinformer::environment const& env, coinformer::events<thing> from);
    void let_go() { pulled_.reset(); }
    coinformer::task<> until_synced() const { return pulled_ ? pulled_->synced() : registration.synced(); }
    void end_pause(); ///< ends the pause of a handler that asks; it asks no more
    /// For an informer that was never run, and therefore does not end its waiters.
    void stop_pulling();
    bool well_ended() const; ///< true if a handler that asks was told that there will be no more events
    std::string how_ended() const { return reader_ ? reader_->how() : std::string(); }

    std::string const& name() const noexcept { return name_; }
    handler_plan const& how() const noexcept { return plan_; }
    objects const& folded() const noexcept { return folded_; }
    /// the history of the objects that it may see
    scoped_history& truth() const noexcept { return filtered_ ? *filtered_ : view_.truth; }
    bool pulls() const noexcept { return plan_.pulls; }
    std::int64_t resync_ms() const noexcept
    {
        return plan_.resync_ms >= 0 ? plan_.resync_ms : view_.resync_ms;
    }
    std::uint64_t calls() const noexcept { return calls_; }
    bool running() const noexcept { return running_ || pauses_; }
    bool skipped() const noexcept { return skipped_; } ///< true if it was not shown every state
    bool has_shown(key const& k) const { return last_.contains(k); }
    bool has_shown(key const& k, version at) const { return shown_.contains({k, at}); }
    bool has_shown_since(key const& k, std::int64_t ns) const
    {
        return last_.contains(k) && last_.at(k).ns >= ns;
    }
    /// Records that the store now has this version.
    void store_at(version v);
    /// Accepts the versions of these objects as those that the handler was shown. After a restore the store
    /// takes the server's version of an object whose content has not changed, and calls no handler for that.
    void adopt_versions(objects const& stored);
    /// Begins a new epoch for this handler: the store entered it at version `from`.
    void begin_epoch(unsigned e, version from);

    bool removed = false;       ///< remove() has ended
    bool removing = false;      ///< remove() has been called and has not ended
    bool synced = false;        ///< its synced() has ended well
    std::int64_t synced_ns = 0; ///< when `synced` became true
    version since = 0; ///< the store's version when the handler had synced, or when its present epoch began
    unsigned epoch;    ///< the epoch of the states that it has seen
    std::int64_t last_news_ns = 0; ///< the time of the last call that was no resync

private:
    friend struct recording_handler;
    struct call {
        coinformer::detail::change::kind what;
        coinformer::initial_list initial = coinformer::initial_list::no;
        coinformer::final_state final = coinformer::final_state::known;
        key of = {};
        std::optional<state> old = {}, cur = {};
    };
    void begin(call const& c);
    void end();
    void check(call const& c);
    void check_genuine(call const& c, state const& s);
    void check_order(call const& c, version at);
    void check_queue(call const& c, version at);
    void check_added(call const& c);
    void check_updated(call const& c, state& had);
    void check_deleted(call const& c, state const& had);
    bool one_epoch() const
    {
        return view_.born == view_.all.epochs();
    } ///< true if no restore happened in its life
    coinformer::task<> linger() &;
    coinformer::handlers<thing> narrowed(coinformer::handlers<thing> h) const;
    coinformer::task<> read();
    coinformer::task<std::vector<coinformer::event<thing>>> next_batch();
    [[noreturn]] void bad(char const* property, call const& c, std::string const& why) const;

    std::string name_;
    handler_plan plan_;
    follower_view& view_;
    mutable std::optional<scoped_history> filtered_;
    std::optional<coinformer::events<thing>> pulled_;
    std::shared_ptr<errand> reader_;
    objects folded_;
    std::set<key> ended_;
    struct shown_last {
        version at = 0;
        std::int64_t ns = 0;
        unsigned backs = 0; // how often its versions went back
    };
    std::map<key, shown_last> last_;
    // the store's versions, each with the number of calls before it
    std::vector<std::pair<version, std::uint64_t>> store_;
    std::set<std::pair<key, version>> shown_;
    std::uint64_t calls_ = 0;
    bool running_ = false;
    bool told_to_end_ = false;
    bool pauses_ = false; // true between two batches
    bool skipped_ = false;
};

} // namespace simulation
