#pragma once

#include <coinformer/cache/handler_registration.hpp>
#include <coinformer/cache/snapshot.hpp>
#include <coinformer/controller/controller_options.hpp>
#include <coinformer/controller/reconcile_result.hpp>
#include <coinformer/controller/shard_owner.hpp>
#include <coinformer/controller/work_queue.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// An informer that a controller watches, without the type of its objects.
struct controller_source {
    resource watched;
    std::function<handler_registration()> attach; ///< registers the handler that turns events into keys
    std::function<task<>()> wait_until_ended;     ///< returns when the informer has ended
    /// informer_options::shard of a source that is not the primary one; null if there is none.
    std::shared_ptr<key_share> shard = {};
    std::function<shard_ranges()> stored_share = {}; ///< which part of `shard` its store has now
};

/// The objects that decide which process owns a key.
struct primary_objects {
    std::function<snapshot_ref()> stored;
    std::function<shard_ranges()> share; ///< which part of the key space `stored` has
};

class controller_core;

/// The interface between controller<Key>, which knows the type of its keys, and controller_core, which is
/// compiled once for all key types and sees a key as `void const*`. Copies refer to the same core.
class controller_handle {
public:
    using reconcile = std::function<task<reconcile_result>(void const* key, shard_fence const&)>;
    using describe = std::function<std::string(void const* key)>;

    controller_handle(environment env, controller_options options, work_queue_handle queue, reconcile r,
                      describe d);
    void add_source(controller_source s) const;
    /// Works on owned keys only, which are of type object_name. With shard_field::ns, keys also wait for
    /// the stores of those sources whose `shard` is `owner`, whether they are added before or after this
    /// call. Returns a function for the deletions of the primary objects: without it, the hash of a
    /// deleted object's key would be unknown.
    std::function<void(object_key, std::string_view uid)> divide(std::shared_ptr<shard_owner> owner,
                                                                 primary_objects primary) const;
    [[nodiscard]] task<> run() const;
    controller_status status() const;

private:
    std::shared_ptr<controller_core> core_;
};

void log_failed_predicate(log_sink& log, object_key key) noexcept;

} // namespace coinformer::detail
