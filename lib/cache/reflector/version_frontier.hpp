#pragma once

#include <functional>
#include <map>
#include <set>
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
    /// An object of `ns` is deleted from the copy, by an event with this version. If the version is not
    /// beyond what the copy has reached, the copy is ahead of its version from now on: see
    /// watch_follower::take_older_deletion().
    void note_deletion(std::string_view ns, std::string_view version);
    /// The copy of `ns` is not ahead of its version any more, because a list replaces it.
    void end_lead(std::string_view ns);
    /// Returns true if the copy of `ns` lacks an object that the collection has at the version which the copy
    /// has reached. That ends with the next version.
    bool is_ahead(std::string_view ns) const;
    /// Returns the version that the copy of `ns` has reached, or an empty text if there is none yet.
    std::string_view reached(std::string_view ns) const;
    /// Returns the lowest version, or an empty text if a namespace has no version yet.
    std::string_view lowest() const;
    /// Returns the versions in the order of the namespaces' names; a version is empty if there is none yet.
    std::vector<std::string> versions() const;

private:
    using versions_by_namespace = std::map<std::string, std::string, std::less<>>;

    /// Returns the entry of `ns`, or the one that stands for all namespaces.
    versions_by_namespace::iterator entry_of(std::string_view ns);

    versions_by_namespace versions_;           // by namespace; "" stands for all of them
    std::set<std::string, std::less<>> ahead_; // those entries of `versions_` whose copy is ahead
};

} // namespace coinformer::detail
