#pragma once

#include "cache/warm/snapshot_restorer.hpp"
#include "cache/warm/snapshot_saver.hpp"
#include "cache/warm/warm_facts.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace coinformer::detail {

/// The parts of an informer that read and save its snapshots.
class warm_parts {
public:
    /// The informer, as these parts see it. It outlives them.
    struct informer_side {
        source_context& context;
        collection_source& source;
        informer_options const& options;
        object_type const& type;
        resource const& of;
        std::string scope; ///< see snapshot_scope()
        std::string path;  ///< names the collection in the log
    };

    /// Returns null if no snapshots are saved. See snapshot_saver for `state`.
    static std::unique_ptr<warm_parts> make(informer_side of,
                                            std::function<std::optional<savable_state>()> state)
    {
        if (!of.options.warm_start.is_set()) return nullptr;
        return std::unique_ptr<warm_parts>(new warm_parts(std::move(of), std::move(state)));
    }
    warm_parts(warm_parts const&) = delete;

    snapshot_saver& saver() noexcept { return saver_; }
    snapshot_restorer& restorer() noexcept { return restorer_; }

private:
    warm_parts(informer_side of, std::function<std::optional<savable_state>()> state)
        : counts_(of.context.env().metrics, informer_labels(of.of, of.options.name)),
          facts_{.context = of.context,
                 .source = of.source,
                 .options = of.options,
                 .type = of.type,
                 .resource = collection_path(of.of), // with its API version
                 .scope = of.scope,
                 .path = of.path,
                 .counts = counts_,
                 .storage = storage_of(of.options.warm_start)},
          saver_(facts_, std::move(state)), restorer_(facts_, saver_)
    {
    }
    static std::shared_ptr<snapshot_storage> storage_of(warm_start_options const& options)
    {
        return options.storage ? options.storage : file_storage(options.file);
    }

    warm_metrics counts_;
    warm_facts const facts_;
    snapshot_saver saver_;
    snapshot_restorer restorer_;
};

} // namespace coinformer::detail
