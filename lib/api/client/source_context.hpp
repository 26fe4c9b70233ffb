#pragma once

#include "api/client/server_access.hpp"
#include "api/stream/question_plan.hpp"
#include "core/permits.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/random.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace coinformer::detail {

/// The parts that all informers of one source share: the environment with the strand on which they work,
/// the permits to read whole collections, and the record of outages. Each client has one, and so has each
/// informer that reads from a list_watch of the user's.
///
/// Threads    the strand, apart from the functions that say otherwise.
class source_context {
public:
    /// The limits of a source. Those of a client come from client_options.
    struct limits {
        std::size_t concurrent_lists;
        std::size_t max_faults_per_list;
        backoff_options reconnect; ///< the pauses between attempts during an outage
        outage_words words = {};
    };

    /// Makes a strand of the environment's executor, and draws a seed if there is none. `reread` is called
    /// when one of `files` has changed.
    source_context(environment env, limits of, credential_files files, std::function<void()> reread);
    source_context(source_context const&) = delete;

    environment const& env() const noexcept { return env_; } ///< its executor is the strand. Threads: any.
    /// The user's executor, where handlers run. Threads: any.
    executor const& outer_executor() const noexcept { return outer_; }
    permits& lists() noexcept { return lists_; }
    permits& snapshot_writers() noexcept { return snapshot_writers_; } ///< one snapshot is written at a time
    /// A few snapshots are read at a time. A write that hangs holds up no informer that begins, and a read
    /// that hangs does not hold up all others.
    permits& snapshot_readers() noexcept { return snapshot_readers_; }
    permits& audits() noexcept { return audits_; } ///< one audit of an informer's copy at a time
    server_access& access() noexcept { return access_; }
    std::size_t max_faults_per_list() const noexcept { return max_faults_; }
    /// Returns a new generator for each call. Threads: any.
    random_source fork_random() noexcept
    {
        return random_source(env_.seed + 0x9e3779b97f4a7c15ULL * ++forks_).fork();
    }
    /// Makes the informers repeat what they have asked in an earlier run.
    void follow(std::shared_ptr<question_plan> plan) noexcept { plan_ = std::move(plan); }
    question_plan* plan() const noexcept { return plan_.get(); } ///< null unless a recording is replayed
    /// Returns the next question about a collection, if a recording is replayed and has one.
    std::optional<question_plan::question> planned(std::string const& path) const
    {
        return plan_ ? plan_->next(path) : std::nullopt;
    }
    /// Sets what report_slow_answer() calls.
    void on_slow_answer(std::function<void()> call) { on_slow_answer_ = std::move(call); }
    /// Reports that a collection comes slowly. Its connection may be to blame, so that other requests should
    /// not share it.
    void report_slow_answer()
    {
        if (on_slow_answer_) on_slow_answer_();
    }

private:
    executor outer_;
    environment env_;
    permits lists_;
    permits audits_{1}, snapshot_writers_{1}, snapshot_readers_{4};
    server_access access_;
    std::size_t max_faults_;
    std::function<void()> on_slow_answer_;
    std::atomic<std::uint64_t> forks_{0};
    std::shared_ptr<question_plan> plan_;
};

} // namespace coinformer::detail
