#pragma once

#include "limits.hpp"

#include "simulation/verdict.hpp"

#include <coinformer/controller/work_queue.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// How a queue is to behave.
struct rules {
    limits back_off;
    coinformer::duration ageing;
    std::size_t remembered;
    coinformer::duration late; ///< timers fire so much later

    coinformer::work_queue_options options(coinformer::work_queue_metrics& told) const;
};

/// What a work queue owes its users, by what they told it and what it gave them: nothing of how it does that. Told of
/// each call when it is made. What comes at the same instant in an order that cannot be seen counts for either.
class promises {
public:
    using time_point = coinformer::time_point;
    using duration = coinformer::duration;
    using priority = coinformer::priority;

    explicit promises(rules r) : rules_(std::move(r)) {}

    // ---- what the users did, and what they have to be answered; none: either will do
    std::optional<bool> record_add(std::string const& key, priority p, time_point now);
    void record_add_after(std::string const& key, duration delay, priority p, time_point now);
    std::optional<duration> record_add_rate_limited(std::string const& key, priority p, time_point now);
    void record_forget(std::string const& key, time_point now);
    std::optional<std::uint32_t> expected_failures(std::string const& key, time_point now);
    void record_shut_down(coinformer::pending p, time_point now);
    bool is_shut_down() const noexcept { return is_shut_down_; }

    // ---- what the queue gave
    void record_taken(time_point now); ///< a key, for somebody who will be told of it
    void record_given(std::string const& key, time_point now);
    void record_end(time_point now); ///< a pop() gave none
    void record_cancelled_pop(std::size_t working,
                              time_point now); ///< a pop(); so many keys are out by what the queue says
    void compare_status(coinformer::work_queue_status const& s, time_point now);

    // ---- how it was done
    void record_done(std::string const& key, time_point now);
    void record_done_again_after(std::string const& key, duration delay, time_point now);
    std::optional<duration> record_failed(std::string const& key, time_point now);

    /// When nothing is ready at this time: so many wait in pop().
    void check_waiting(std::size_t waiting, time_point now);
    bool is_drained() const;       ///< all that was asked for is done
    bool is_certain() const;       ///< nothing may have been granted, or not
    std::string owed_text() const; ///< keys that somebody asked for and nobody got

    void report_broken(char const* property, std::string witness); ///< the first one is `broken`
    std::optional<violation> broken;
    sometimes_counts sometimes;

private:
    struct request {
        std::uint64_t at; ///< which of all that happened
        time_point since;
        priority prio;
        bool perhaps = false; ///< it may have been granted
    };
    struct entry {
        std::vector<request> requests; ///< since it was last handed out
        std::optional<std::pair<time_point, priority>> later;
        std::uint32_t failures = 0;
        bool working = false, start_is_vague = false; ///< vague: when it was begun
        priority prio{};                              ///< of what is worked on
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
    std::vector<std::string> idle_;    ///< failed, and nobody asks for them: longest first
    std::vector<std::uint64_t> takes_; ///< since the last moment at which nothing was on its way
    time_point taken_at_{};
    std::size_t in_transit_ = 0;
    std::uint64_t step_ = 0, retries_ = 0;
    bool is_shut_down_ = false, drops_queued_ = false, has_reported_end_ = false;
    bool is_uncertain_ = false;             ///< of ranks, places and failures
    int overtaking_count_ = 0;              ///< times in a row that the oldest was not next, as far as is known
    bool overtaking_count_is_exact_ = true; ///< ... and there were no others
};

} // namespace simulation
