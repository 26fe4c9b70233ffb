#pragma once

#include "limits.hpp"

#include "simulation/verdict.hpp"

#include <coinformer/controller/work_queue.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// The options of the tested queue, and how late its timers may be.
struct rules {
    limits back_off;
    coinformer::duration ageing;
    std::size_t remembered;
    coinformer::duration late; ///< how late a timer may fire

    coinformer::work_queue_options options() const;
};

/// Checks what a work queue promises, from the outside: the worlds report each call and each result when it
/// happens, and this class knows which results are right. It knows nothing of how the queue works. If several
/// things happen at one instant, in an order that cannot be seen from outside, it accepts the results of
/// every order.
///
/// Each key has the requests that were made for it since it was popped last. A request is certainly
/// unanswered, or `perhaps`: then the pop may have come before or after it.
class promises {
public:
    using time_point = coinformer::time_point;
    using duration = coinformer::duration;
    using priority = coinformer::priority;

    explicit promises(rules r) : rules_(std::move(r)) {}

    // ---- calls of the users; they return the expected result, or nullopt if more than one is right
    std::optional<bool> record_add(std::string const& key, priority p, time_point now);
    void record_add_after(std::string const& key, duration delay, priority p, time_point now);
    std::optional<duration> record_add_rate_limited(std::string const& key, priority p, time_point now);
    void record_forget(std::string const& key, time_point now);
    std::optional<std::uint32_t> expected_failures(std::string const& key, time_point now);
    void record_shut_down(coinformer::pending p, time_point now);
    bool is_shut_down() const noexcept { return is_shut_down_; }
    /// True if a key has left the queue and no worker has it yet. Which key it is shows only later, so
    /// that a failure that is reported now could be one of its work, or one before it.
    bool is_one_on_its_way() const noexcept { return in_transit_ != 0; }

    // ---- results of pop()
    void record_taken(time_point now); ///< a key has left the queue, but record_given() is still to come
    void record_given(std::string const& key, time_point now);
    void record_end(time_point now); ///< a pop() has returned nullopt
    void record_cancelled_pop(std::size_t working,
                              time_point now); ///< `working`: how many keys are out, according to the queue
    void compare_status(coinformer::work_queue_status const& s, time_point now);

    // ---- reports about popped keys
    void record_done(std::string const& key, time_point now);
    void record_done_again_after(std::string const& key, duration delay, time_point now);
    std::optional<duration> record_failed(std::string const& key, time_point now);

    /// Checks, when nothing is ready to run, that the `waiting` coroutines in pop() wait for a good reason.
    void check_waiting(std::size_t waiting, time_point now);
    bool is_drained() const;       ///< true if no request is unanswered and no key is worked on
    bool is_certain() const;       ///< true if no request is `perhaps`
    std::string owed_text() const; ///< lists the keys with unanswered requests, for messages

    void report_broken(char const* property, std::string witness); ///< keeps the first one in `broken`
    std::optional<violation> broken;
    sometimes_counts sometimes;

private:
    struct request {
        std::uint64_t at; ///< the number of the step in which it was made
        time_point since;
        priority prio;
        bool perhaps = false; ///< a pop may have answered it already
    };
    struct entry {
        std::vector<request> requests; ///< those since the last pop
        std::optional<std::pair<time_point, priority>> later;
        std::uint32_t failures = 0;
        bool working = false, start_is_vague = false; ///< `began` may be wrong
        bool has_failed = false;                      ///< record_add_rate_limited() while it is worked on
        priority prio{};                              ///< while it is worked on
        time_point began{}, finished{};

        bool owed() const;
    };

    entry& at(std::string const& key, time_point now);
    void enqueue_due(time_point now);
    void update_idle(std::string const& key);
    void check_order(std::string const& key, std::vector<request> const& granted);
    struct turn_claim {
        priority prio;
        time_point since;
    };
    static turn_claim turn_claim_of(std::vector<request> const& requests);
    void forget_overtaking() { overtaking_count_ = 0, overtaking_count_is_exact_ = false; }
    std::size_t owed_keys(bool also_working, time_point by) const;
    std::size_t working() const;

    rules rules_;
    std::map<std::string, entry> keys_;
    std::vector<std::string> idle_;    ///< idle keys that have failed, the longest idle first
    std::vector<std::uint64_t> takes_; ///< pops since the last time when no key was in transit
    time_point taken_at_{};
    std::size_t in_transit_ = 0;
    std::uint64_t step_ = 0, retries_ = 0;
    bool is_shut_down_ = false, drops_queued_ = false, has_reported_end_ = false;
    bool is_uncertain_ = false;             ///< the queue's order and failures may differ from ours
    int overtaking_count_ = 0;              ///< how often in a row the oldest key was overtaken, at least
    bool overtaking_count_is_exact_ = true; ///< overtaking_count_ is exact
};

} // namespace simulation
