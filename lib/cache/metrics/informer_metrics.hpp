#pragma once

#include "api/stream/watch_decoder.hpp"
#include "cache/metrics/informer_labels.hpp"

#include <coinformer/cache/memory_account.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// Counts what an informer reads from the server and puts in its store. Its reflectors share it.
///
/// Threads    the client's strand.
class informer_metrics {
public:
    /// Returns null if nobody listens.
    static std::unique_ptr<informer_metrics> make(environment const& env, informer_labels labels);

    // ---- the reflectors
    /// A list begins. `why` says what made it necessary, in words: the failure, as a rule.
    void list_begins(std::string_view how, std::string const& why);
    void watch_begins() const noexcept { watches_.add(); }
    void count(watch_events::step s) const noexcept { events_[static_cast<std::size_t>(s)].add(); }
    void failed(error_code why);
    void fault() const noexcept { faults_.add(); }
    /// A gauge of the time since the copy of one collection was proven to be up to date.
    gauge make_freshness() const;

    // ---- the store
    struct store_facts {
        std::size_t objects;
        std::string const& version;
        double share; // the part of the key space whose objects are in the store
        bool has_first_list;
    };
    /// Shows the share of the key space that the store has. Without this call it is not shown.
    void show_share();
    /// Shows what takes memory. Threads: `now` is called on any thread, and owns what it uses.
    void show_memory(std::function<memory_account()> const& now);
    /// Shows how many deltas wait for the store. Threads: `now` is called on any thread, and owns what it
    /// uses.
    void show_queue(std::function<std::size_t()> now);
    /// The informer has applied a batch of deltas.
    void applied(store_facts const& now);
    /// A batch of `deltas` was applied and distributed to the handlers, which took `time`.
    void processed(std::size_t deltas, duration time) const noexcept;
    time_point now() const noexcept { return env_.time->now(); }

private:
    informer_metrics(environment const& env, informer_labels labels);

    environment env_;
    informer_labels labels_;
    time_point const began_;
    bool has_listed_ = false;
    std::array<counter, 9> events_; // by watch_events::step
    counter watches_, faults_;
    std::map<std::pair<std::string, std::string>, counter> lists_; // by form and cause
    std::map<std::string, counter> failures_;                      // by cause
    gauge objects_, queued_, store_version_, first_list_, share_;
    histogram processing_;
    std::vector<gauge> memory_; // one for each part
};

} // namespace coinformer::detail
