#pragma once

#include "cache/warm/snapshot_restorer.hpp"
#include "cache/warm/snapshot_saver.hpp"
#include "cache/warm/warm_facts.hpp"

#include <functional>
#include <memory>
#include <utility>

namespace coinformer::detail {

/// The parts of an informer that read and save its snapshots.
struct warm_parts {
    /// Returns null if no snapshots are saved. See snapshot_saver for `state`.
    static std::unique_ptr<warm_parts> make(warm_facts of,
                                            std::function<std::optional<savable_state>()> state)
    {
        auto const& options = of.options.warm_start;
        if (!options.is_set()) return nullptr;
        of.storage = options.storage ? options.storage : file_storage(options.file);
        of.scope += ' ' + options.transform;
        return std::make_unique<warm_parts>(std::move(of), std::move(state));
    }
    warm_parts(warm_facts of, std::function<std::optional<savable_state>()> state)
        : facts(std::move(of)), saver(facts, std::move(state)), restorer(facts, saver)
    {
    }
    warm_parts(warm_parts const&) = delete;

    warm_facts const facts;
    snapshot_saver saver;
    snapshot_restorer restorer;
};

} // namespace coinformer::detail
