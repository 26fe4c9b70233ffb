#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// One clause of a header Accept, such as "application/json;as=Table;g=meta.k8s.io;v=v1".
struct media_range {
    std::string type;
    std::map<std::string, std::string, std::less<>> parameters;
    double quality = 1;

    bool takes_json() const noexcept;
    /// Returns the value of a parameter; empty if there is none.
    std::string_view parameter(std::string_view name) const;
    /// True if it asks for this kind of this group in place of the resource's own.
    bool asks_for(std::string_view kind, std::string_view group) const;
    /// True if it asks for any kind other than the resource's own.
    bool converts() const { return !parameter("as").empty(); }
};

/// Returns the clauses that JSON satisfies, the most wanted first. An empty header accepts everything.
std::vector<media_range> json_ranges(std::string_view accept);

/// True if a header Accept-Encoding names gzip. Its weight does not matter, as in a real server.
bool takes_gzip(std::string_view accept_encoding);

} // namespace coinformer::testing::detail
