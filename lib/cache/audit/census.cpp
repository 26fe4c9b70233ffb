#include "cache/audit/census.hpp"

#include <utility>

namespace coinformer::detail {

census::census(snapshot_ref copy, std::string ns, bool may_lack)
    : copy_(std::move(copy)), ns_(std::move(ns)), may_lack_(may_lack), seen_(copy_.slots())
{
}

void census::put(object_ref const& there)
{
    found_.count_object();
    auto const slot = copy_.slot_of(there->key());
    if (!slot) {
        if (!may_lack_) found_.note({}, there);
        return;
    }
    seen_[*slot] = true;
    auto const& here = copy_.at(*slot);
    bool const is_same = has_same_uid(here, there) && here->resource_version() == there->resource_version();
    if (!is_same) found_.note(here, there);
}

audit_report census::end()
{
    for (std::uint32_t slot = 0; slot != copy_.slots(); ++slot) {
        auto const& here = copy_.at(slot);
        bool const is_in_scope = here && (ns_.empty() || here->key().ns == ns_);
        if (is_in_scope && !seen_[slot]) found_.note(here, {});
    }
    return found_.take();
}

} // namespace coinformer::detail
