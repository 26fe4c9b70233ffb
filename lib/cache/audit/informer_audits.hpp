#pragma once

#include "cache/audit/auditor.hpp"
#include "cache/audit/list_audit.hpp"

#include <coinformer/core/nursery.hpp>

#include <functional>
#include <list>
#include <utility>

namespace coinformer::detail {

/// The audits of an informer: one at an interval for each of its namespaces, or one for all of them; and the
/// comparison of each list with the store that it replaces.
///
/// Threads    the client's strand.
class informer_audits {
public:
    /// The environment, the options and the informer's source outlive this object.
    informer_audits(audit_metrics counts, environment const& env, audit_options const& options,
                    collection_source const& source)
        : reporter_(std::move(counts), *env.time, *env.log, options),
          lists_(source.may_leave_out(), [this, &source](audit_report found, std::string const& ns) {
              found.collection = source.name(ns);
              reporter_.report(found, "nothing, because the list has replaced what was wrong");
          })
    {
    }
    informer_audits(informer_audits const&) = delete;

    audit_reporter& reporter() noexcept { return reporter_; }
    list_audit& lists() noexcept { return lists_; }
    void add(auditor::informer_side of)
    {
        reporter_.expect(of.source.name(of.ns));
        all_.emplace_back(std::move(of));
    }
    /// Calls `start` with the task of each audit.
    void start(std::function<void(task<>)> const& start)
    {
        for (auto& one : all_) start(one.run());
    }

private:
    audit_reporter reporter_;
    list_audit lists_;
    std::list<auditor> all_;
};

} // namespace coinformer::detail
