#pragma once

#include "cache/handlers/change_log.hpp"
#include "cache/handlers/handler_metrics.hpp"
#include "cache/handlers/handler_strand.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/core/environment.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace coinformer::detail {

class fan_out;

/// The names of what handlers are told of; for parts::fan_out they are what the program says.
struct handled_collection {
    std::string resource = {}; ///< for errors: "pods"
    std::string path = {};     ///< for the log, in which other lines name it as well: "/api/v1/pods"
};

/// What the handlers of one informer share: the lock, the change log, and the way back to the informer. It
/// outlives the informer, because a registration may be asked for its handler's status later.
///
/// Threads    any. Each member says what guards it.
class handler_group final : public strand_hub {
public:
    /// The memory of changes that wait for the handlers is added to `memory`.
    handler_group(environment of_informer, handled_collection what,
                  memory_counts_ptr memory = std::make_shared<memory_counts>())
        : env(std::move(of_informer)), of(std::move(what)), log(std::move(memory))
    {
    }

    /// Returns the words by which errors name a handler of this group, such as "handler of pods".
    std::string handler_name() const { return of.resource.empty() ? "handler" : "handler of " + of.resource; }

    /// Posts fan_out::review_returned() to the informer's strand.
    void post_review() override;

    /// Counts and logs that the handler of this name threw `why` when it was called for this change: one line
    /// for each cause, however many changes it fails for. Threads: any, without the lock.
    void report_failure(std::string_view handler, change const& c, std::string const& why);

    environment const env;
    handled_collection const of;
    std::weak_ptr<fan_out>
        informer_side; ///< set before there is a handler; expired when the informer was destroyed
    change_log log;    ///< used with the lock held
    std::atomic<std::size_t> failures{0};    ///< number of calls that threw
    std::unique_ptr<handler_metrics> counts; ///< set by the constructor of fan_out

private:
    std::mutex failing_lock_;
    repeated_failure failing_handlers_{*env.time}; // used with failing_lock_
};

} // namespace coinformer::detail
