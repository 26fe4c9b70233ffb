#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/list_watch.hpp>
#include <coinformer/api/transform.hpp>
#include <coinformer/cache/events.hpp>
#include <coinformer/cache/handlers.hpp>
#include <coinformer/cache/informer_options.hpp>
#include <coinformer/cache/snapshot.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace coinformer {

namespace detail {

class informer_core;
struct run_warning;

std::shared_ptr<informer_core> make_informer(client& api, resource of, untyped_transform by,
                                             informer_options options);
std::shared_ptr<informer_core> make_informer(environment env, std::unique_ptr<untyped_list_watch> from,
                                             resource of, untyped_transform by, informer_options options);

/// The part of an informer that does not depend on the type of its objects. Copies refer to the same
/// informer_core. See shared_informer for what the members do.
class untyped_informer {
public:
    explicit untyped_informer(std::shared_ptr<informer_core> core) noexcept : core_(std::move(core)) {}

    void index(std::string name, std::function<std::vector<std::string>(object_ref const&)> values) const;
    handler_registration on_change(untyped_handler handler, handler_options options) const;
    std::unique_ptr<puller> events(handler_options options) const;
    [[nodiscard]] task<> run() const;
    [[nodiscard]] task<> synced() const;
    /// As synced(), but no cause ends it, and the log warns of causes as if nobody waited. Returns false if
    /// the informer has ended before it was synced.
    [[nodiscard]] task<bool> synced_or_ended() const;
    bool has_synced() const noexcept;
    [[nodiscard]] task<> at_least(std::string version) const;
    [[nodiscard]] task<> until(std::function<bool(snapshot_ref)> holds) const;
    [[nodiscard]] task<> stopped() const;
    [[nodiscard]] task<> abandon() const;
    void warn_with(std::shared_ptr<run_warning> if_not_run) const;
    snapshot_ref snapshot() const;
    [[nodiscard]] task<informer_status> status() const;
    resource const& of() const noexcept;
    informer_options const& options() const noexcept;
    bool operator==(untyped_informer const&) const noexcept = default; ///< true for the same informer

private:
    std::shared_ptr<informer_core> core_;
};

} // namespace detail

} // namespace coinformer
