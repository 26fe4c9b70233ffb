#pragma once

#include "cache/audit/auditor.hpp"

#include <coinformer/core/nursery.hpp>

#include <functional>
#include <list>
#include <utility>

namespace coinformer::detail {

/// The audits of an informer: one for each of its namespaces, or one for all of them.
///
/// Threads    the client's strand.
class informer_audits {
public:
    explicit informer_audits(audit_metrics counts) : counts_(std::move(counts)) {}
    informer_audits(informer_audits const&) = delete;

    audit_metrics& counts() noexcept { return counts_; }
    void add(auditor::informer_side of) { all_.emplace_back(std::move(of)); }
    /// Calls `start` with the task of each audit.
    void start(std::function<void(task<>)> const& start)
    {
        for (auto& one : all_) start(one.run());
    }

private:
    audit_metrics counts_;
    std::list<auditor> all_;
};

} // namespace coinformer::detail
