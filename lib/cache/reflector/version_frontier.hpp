#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// Knows which version the copy of each namespace of an informer has reached. The lowest of them is the
/// store's version: the store holds every change up to it, whichever namespace the change is in.
///
/// Threads    the client's strand. store_updater calls it.
class version_frontier {
public:
    /// If there are no namespaces, the informer watches all of them as one.
    explicit version_frontier(std::vector<std::string> const& namespaces);

    /// The copy of `ns` has reached `version`. An empty version changes nothing.
    void advance(std::string_view ns, std::string_view version);
    /// Returns the version that the copy of `ns` has reached, or an empty text if there is none yet.
    std::string_view reached(std::string_view ns) const;
    /// Returns the lowest version, or an empty text if a namespace has no version yet.
    std::string_view lowest() const;
    /// Returns the versions in the order of the namespaces' names; a version is empty if there is none yet.
    std::vector<std::string> versions() const;

private:
    std::map<std::string, std::string, std::less<>> versions_; // by namespace; "" stands for all of them
};

} // namespace coinformer::detail
