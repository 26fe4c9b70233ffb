#pragma once

#include "testing/store/api_store.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// Method and URL of a request, taken apart.
///
/// What the query holds is looked at when it is asked for.
class request_target {
public:
    request_target(std::string_view method, std::string_view target);

    std::string verb;                   ///< "list", "watch", "get", …; the method in lower case for no resource's path
    std::string path;                   ///< decoded, without the query
    std::string group, version, plural; ///< plural empty: not the path of a resource
    std::string ns, name, part;         ///< part: the subresource

    std::string parameter(std::string const& key) const;
    /// A boolean parameter as a real server reads it: "0" and "false", in upper or lower case, are false, and every
    /// other value is true, an empty one as well. Returns nullopt if the query does not have the parameter.
    std::optional<bool> flag(std::string const& key) const;
    /// Throws refusal (400).
    collection_query query() const;
    /// The version that the answer must not be older than; 0: any. Throws refusal (400).
    revision awaited_version() const;
    /// `kind` is what a refusal (422) names: "CreateOptions", "PatchOptions", ….
    write_options writing(std::string_view kind) const;
    /// Of a server-side apply, which names its field manager.
    write_options applying() const;
    /// As writing(), where a DeleteOptions may say it, too.
    write_options deleting(boost::json::object const& options) const;
    std::optional<std::uint64_t> number(std::string const& key) const;

private:
    void read_path();
    void read_query(std::string_view query);
    void name_verb(std::string_view method);

    std::map<std::string, std::string, std::less<>> parameters_;
};

} // namespace coinformer::testing
