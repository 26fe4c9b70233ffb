#pragma once

#include "cache/factory_view.hpp"
#include "status_page/metrics_board.hpp"
#include "status_page/shown_collection.hpp"

#include <coinformer/status_page/status_page.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The oldest keys of a work queue.
struct shown_queue {
    std::string name; ///< its name in metrics
    oldest_keys_of ask;
    std::vector<shown_key> keys = {}; ///< at the last look
};

/// Everything that a page shows, at the moment of its last look. JSON is made from it.
struct page_facts {
    explicit page_facts(status_page_options o)
        : options(o),
          metrics({.in_ten_minutes = static_cast<std::uint64_t>(std::chrono::minutes(10) / o.interval),
                   .in_day = static_cast<std::uint64_t>(std::chrono::hours(24) / o.interval)})
    {
    }

    status_page_options options;
    std::vector<std::shared_ptr<shown_collection>> collections;
    metrics_board metrics;
    std::vector<shown_queue> queues; ///< those of show_keys()
    time_point began, last_look;     ///< `last_look` is that of `began` before the first look
    wall_time wall_at_last_look;
    bool has_looked = false;
};

/// Returns the text of /status.json.
std::string status_json(page_facts const& facts, plot_spans which);

/// The inside of a status_page. run() looks at the informers once a second, on a strand of its own: it asks
/// each for its status, reads the registry, and then brings the facts up to date in one stretch. answer()
/// writes them as JSON, once for each look, however many readers there are.
///
/// Threads    run() on strand(); show() and answer() on any thread. One lock guards the facts. A look
///            never waits for it: while a reader writes JSON, the look comes back some milliseconds later.
/// Lifetime   shared by the page, its tasks, and its servers.
class page_state : public std::enable_shared_from_this<page_state> {
public:
    page_state(environment env, status_page_options options);

    void show(factory_view factory);
    void show(untyped_informer informer);
    void show_keys(std::string name, oldest_keys_of keys);
    task<> run();
    status_page_answer answer(std::string_view target) const;

    executor const& strand() const noexcept { return env_.ex; }
    environment const& env() const noexcept { return env_; }

private:
    using looks = std::vector<informer_look>;

    task<> look_for_ever() &;
    task<looks> look() &;
    std::vector<viewed_informer> informers();
    bool try_note(looks& all, std::uint64_t sample);
    void note_collections(looks& all, time_point now);
    std::string free_id(untyped_informer const& of) const;
    task<> remove_handlers() &;

    environment const env_; // its executor is the strand
    mutable std::mutex lock_;
    std::vector<factory_view> factories_;     // used with the lock
    std::vector<untyped_informer> informers_; // used with the lock
    page_facts facts_;                        // used with the lock
    /// By plot_spans. Used with the lock; a text is empty if it has to be written anew.
    mutable std::array<std::string, plot_spans_count> json_;
    bool is_running_ = false; // used on the strand
};

} // namespace coinformer::detail
