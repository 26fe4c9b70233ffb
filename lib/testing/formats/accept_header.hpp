#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// A clause of an Accept header: "application/json;as=Table;g=meta.k8s.io;v=v1".
struct media_range {
    std::string type;
    std::map<std::string, std::string, std::less<>> parameters;
    double quality = 1;

    bool takes_json() const noexcept;
    /// Empty when there is none.
    std::string_view parameter(std::string_view name) const;
    /// Whether it asks for this kind of this group instead of the resource's own.
    bool asks_for(std::string_view kind, std::string_view group) const;
    /// Asks for another kind than the resource's own.
    bool converts() const { return !parameter("as").empty(); }
};

/// The clauses that JSON satisfies, what is wanted most first. No header accepts everything.
std::vector<media_range> json_ranges(std::string_view accept);

/// "gzip" is among an Accept-Encoding header's codings. As in a real server, its weight does not matter.
bool takes_gzip(std::string_view accept_encoding);

} // namespace coinformer::testing
