#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// How far the streams of an informer's namespaces have come, and up to which version all of them have.
class version_frontier {
public:
    /// Empty: one stream, of all namespaces.
    explicit version_frontier(std::vector<std::string> const& namespaces);

    /// The stream of `ns` is at `version`; an empty one says nothing.
    void advance(std::string_view ns, std::string_view version);
    /// Empty while some stream has no version yet.
    std::string_view lowest() const;

private:
    std::map<std::string, std::string, std::less<>> versions_; // by namespace; the key "" alone: of all
};

} // namespace coinformer::detail
