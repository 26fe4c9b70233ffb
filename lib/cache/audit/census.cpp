#include "cache/audit/census.hpp"

#include "cache/store/key_table.hpp"

#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::size_t most_names = 20;

} // namespace

census::census(snapshot_ref copy, std::string ns, bool may_lack)
    : copy_(std::move(copy)), ns_(std::move(ns)), may_lack_(may_lack), seen_(copy_.slots())
{
}

void census::put(object_ref const& there)
{
    ++found_.objects;
    auto const key = there->key();
    auto const slot = copy_.slot_of(key);
    if (!slot) {
        if (!may_lack_) note(&audit_report::missing, key);
        return;
    }
    seen_[*slot] = true;
    auto const& here = copy_.at(*slot);
    bool const is_same = has_same_uid(here, there) && here->resource_version() == there->resource_version();
    if (!is_same) note(&audit_report::stale, key);
}

audit_report census::end()
{
    for (std::uint32_t slot = 0; slot != copy_.slots(); ++slot) {
        auto const& here = copy_.at(slot);
        bool const is_in_scope = here && (ns_.empty() || here->key().ns == ns_);
        if (is_in_scope && !seen_[slot]) note(&audit_report::surplus, here->key());
    }
    return std::move(found_);
}

void census::note(std::size_t audit_report::* kind, object_key const& key)
{
    ++(found_.*kind);
    fingerprint_ += hash_of(key) | 1;
    if (found_.first.size() < most_names) found_.first.push_back(to_string(key));
}

} // namespace coinformer::detail
