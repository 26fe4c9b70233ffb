#include "cache/audit/differences.hpp"

#include "cache/store/key_table.hpp"

namespace coinformer {

namespace {

constexpr std::size_t most_kept_differences = 20;

} // namespace

std::string to_string(audit_difference const& found)
{
    auto text = to_string(object_key{found.ns, found.name});
    switch (found.what) {
    case audit_finding::missing: return text + " is missing: version " + found.there + " on the server";
    case audit_finding::surplus: return text + " is surplus: version " + found.here + " here";
    case audit_finding::stale: break;
    }
    if (found.here == found.there) return text + " has another UID at the same version, " + found.here;
    return text + " is stale: version " + found.here + " here, version " + found.there + " on the server";
}

namespace detail {

void differences::note(object_ref const& here, object_ref const& there)
{
    auto const key = (here ? here : there)->key();
    auto const what = !here ? audit_finding::missing : !there ? audit_finding::surplus : audit_finding::stale;
    // With the state that is here: an object that was put right, and differs again, is a new difference.
    auto const state = here ? hash_text(here->resource_version()) : 0;
    fingerprint_ += (hash_of(key) ^ (state * 31 + static_cast<unsigned>(what))) | 1;
    switch (what) {
    case audit_finding::missing: ++found_.missing; break;
    case audit_finding::surplus: ++found_.surplus; break;
    case audit_finding::stale: ++found_.stale; break;
    }
    if (found_.first.size() == most_kept_differences) return;
    found_.first.push_back({.what = what,
                            .ns = std::string(key.ns),
                            .name = std::string(key.name),
                            .here = here ? std::string(here->resource_version()) : "",
                            .there = there ? std::string(there->resource_version()) : ""});
}

} // namespace detail

} // namespace coinformer
