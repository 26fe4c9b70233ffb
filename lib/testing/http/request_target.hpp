#pragma once

#include "testing/store/api_store.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The method and the URL of a request, taken apart: which resource and object it concerns, and with which
/// parameters. The constructor reads the path and the query; a parameter's value is checked when a member
/// function asks for it.
class request_target {
public:
    request_target(std::string_view method, std::string_view target);

    /// "list", "watch", "get" and so on. For a path that belongs to no resource: the method in lower case.
    std::string verb;
    std::string path;                   ///< decoded, without the query
    std::string group, version, plural; ///< `plural` is empty if the path belongs to no resource
    std::string ns, name, part;         ///< `part` is the subresource

    std::string parameter(std::string const& key) const;
    /// A boolean parameter as a real server reads it: "0" and "false", in upper or lower case, are false, and
    /// every other value is true, an empty one as well. Returns nullopt if the query does not have the
    /// parameter.
    std::optional<bool> flag(std::string const& key) const;
    /// Returns the parameters of a list or a watch. Throws refusal (400).
    collection_query query() const;
    /// Returns the version that the answer must not be older than; 0 if any version will do. Throws refusal
    /// (400).
    revision awaited_version() const;
    /// Returns the options of a write. `kind` is the kind that a refusal (422) names, such as
    /// "CreateOptions".
    write_options writing(std::string_view kind) const;
    /// Returns the options of a server-side apply, which has to name its field manager.
    write_options applying() const;
    /// Returns the DeleteOptions that the query has, for a deletion without a body.
    boost::json::object delete_options() const;
    /// Returns the options of a deletion. The DeleteOptions may ask for a dry run, too. Throws refusal (400,
    /// 422).
    write_options deleting(boost::json::object const& options) const;
    /// Returns a parameter's number, 0 if it is negative, or nullopt if it is empty. Throws refusal (400).
    std::optional<std::uint64_t> number(std::string const& key) const;

private:
    void read_path();
    void read_query(std::string_view query);
    void name_verb(std::string_view method);

    std::map<std::string, std::string, std::less<>> parameters_;
};

} // namespace coinformer::testing::detail
