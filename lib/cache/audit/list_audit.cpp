#include "cache/audit/list_audit.hpp"

#include <coinformer/api/resource.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

bool is_number(std::string_view version)
{
    return !version.empty() && version.find_first_not_of("0123456789") == version.npos;
}

// Returns true if both versions can be compared (KEP-5504), and `version` is not newer than `reached`.
bool is_not_newer(std::string_view version, std::string_view reached)
{
    return is_number(version) && is_number(reached) && compare_resource_versions(version, reached) <= 0;
}

} // namespace

list_audit::list_audit(bool may_lack, std::function<void(audit_report, std::string const& ns)> report)
    : may_lack_(may_lack), report_(std::move(report))
{
}

void list_audit::begin(complete_list const& all, std::string reached)
{
    // If the last list had no version, the version of the copy is that of some event, and says nothing about
    // other objects.
    bool const claims_version = versioned_.contains(all.ns);
    is_same_version_ = all.version == reached;
    proves_something_ = claims_version && all.from == list_origin::server && !all.perhaps_new_history &&
                        !all.incomplete && is_not_newer(reached, all.version);
    if (all.version.empty())
        versioned_.erase(all.ns);
    else
        versioned_.insert(all.ns);
    reached_ = std::move(reached);
    ns_ = all.ns;
    auto const unchanged = std::count(all.unchanged.begin(), all.unchanged.end(), true);
    objects_ = all.objects.size() + static_cast<std::size_t>(unchanged);
}

void list_audit::compare(object_ref const& here, object_ref const& there)
{
    if (!proves_something_ || !is_not_newer(there->resource_version(), reached_)) return;
    if (!here && may_lack_) return;
    if (here && has_same_uid(here, there) && here->resource_version() == there->resource_version()) return;
    found_.note(here, there);
}

void list_audit::end(std::span<object_ref const> gone)
{
    if (!std::exchange(proves_something_, false)) return;
    if (is_same_version_)
        for (auto const& here : gone) found_.note(here, {});
    auto found = found_.take();
    found.objects = objects_;
    found.version = reached_;
    found.by_list = true;
    report_(std::move(found), ns_);
}

} // namespace coinformer::detail
