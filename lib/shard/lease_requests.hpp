#pragma once

#include "core/repeated_failure.hpp"
#include "shard/group_lease.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/shard/shard_group.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// The requests of one member about the Leases of its group. Each of them is sent once, has a time limit, and
/// ends with an outcome instead of an exception: the member has other things to do, and asks again in its own
/// time. A failure is remembered until a request succeeds, and logged when it begins and each ten minutes.
///
/// Threads    the client's strand.
class lease_requests {
public:
    /// `tell` is called when last_failure() has become another text.
    lease_requests(client& api, shard_group_options const& group, std::function<void()> tell = nullptr);

    enum class outcome {
        done,
        overtaken, ///< somebody else has written first, or there is a Lease of this name
        gone,      ///< the server says that there is no such Lease
        failed,
    };
    template <class T>
    struct answer {
        answer() = default; // g++ 12 destroys an aggregate twice that is returned beside co_await
        bool is_done() const noexcept { return how == outcome::done; }
        outcome how = outcome::failed;
        T value = {}; ///< if it is done: what the server has stored
    };
    using lease_answer = answer<object_ptr<group_lease>>;

    /// Creates a member's Lease. It has no renewTime, by which others see that it was not renewed yet.
    [[nodiscard]] task<lease_answer> create_member(std::string name, wall_time at) &;
    /// Renews a member's Lease. An empty `holder` tells the others that the member leaves.
    [[nodiscard]] task<lease_answer> renew_member(std::string name, std::string version, std::string holder,
                                                  wall_time at) &;
    /// Says in a member's Lease that its work has stopped, and that its parts wait.
    [[nodiscard]] task<lease_answer> rest_member(std::string name) &;
    /// Writes the map. If `version` is empty, the group's Lease is created.
    [[nodiscard]] task<lease_answer> write_map(shard_map const& next, std::string version,
                                               std::string const& writer) &;
    [[nodiscard]] task<lease_answer> read(std::string name) &;
    /// Deletes a Lease, only at this version unless that is empty. The answer has no value.
    [[nodiscard]] task<lease_answer> remove(std::string name, std::string version) &;
    /// Reads all Leases of the group.
    [[nodiscard]] task<answer<object_list<group_lease>>> list() &;
    /// True if this may be the name of a member of the group. The map has names that others have written.
    bool may_be_member(std::string_view name) const;
    /// Returns an informer that follows all Leases of the group.
    shared_informer<group_lease> make_informer();

    /// Why the newest request has failed; empty if it succeeded.
    std::string const& last_failure() const noexcept { return last_failure_; }
    duration time_limit() const noexcept { return limit_; } ///< how long one request may take
    /// No request should be sent before this time, because the server has asked for a pause.
    time_point paused_until() const noexcept { return paused_until_; }

private:
    template <class T>
    task<answer<T>> attempt(task<T> request) &;
    void note_failure(std::string const& text, std::optional<std::chrono::seconds> retry_after);
    void note_success();
    void set_last_failure(std::string text);
    std::string selector() const { return std::string(shard_group_label) + '=' + group_.name; }

    client api_;
    environment env_;
    shard_group_options const group_;
    duration const limit_; ///< for one request: two that hang fit between a renewal and the deadline
    std::function<void()> tell_;
    std::string last_failure_;
    repeated_failure failures_;
    time_point paused_until_{};
};

} // namespace coinformer::detail
