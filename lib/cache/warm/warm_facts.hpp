#pragma once

#include "api/client/source_context.hpp"
#include "api/source/collection_source.hpp"
#include "cache/metrics/warm_metrics.hpp"
#include "cache/warm/snapshot_file.hpp"

#include <coinformer/api/projection.hpp>
#include <coinformer/cache/informer_options.hpp>

#include <memory>
#include <string>
#include <utility>

namespace coinformer::detail {

/// The parts and facts of an informer that both the reading and the saving of its snapshots need.
struct warm_facts {
    source_context& context;
    collection_source& source;
    informer_options const& options;
    object_type const& type;
    std::string resource; ///< for example "/apis/apps/v1/deployments"
    std::string scope;    ///< see snapshot_scope()
    std::string path;     ///< names the collection in the log
    warm_metrics& counts;
    std::shared_ptr<snapshot_storage> storage;

    time_source& time() const { return *context.env().time; }
    log_sink& log() const { return *context.env().log; }
    /// Returns whose objects the snapshots hold, once it is known which server it is.
    snapshot_origin origin(std::string server) const
    {
        return {.server = std::move(server), .resource = resource, .scope = scope};
    }
};

} // namespace coinformer::detail
