#pragma once

#include <coinformer/api/resource.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// One resource, as the server describes it.
struct served_kind {
    std::string group, version, plural, singular, kind;
    std::vector<std::string> short_names = {};
    scope where = scope::namespaced;
};

/// All kinds of a server, the preferred ones first: it finds the one that a name means. It is a plain value
/// without I/O. `discovery` fills a new one, and then only asks it.
///
/// Threads    one at a time.
class kind_directory {
public:
    void add(served_kind kind);
    /// Notes a group and version that failed to say what it has, and why. Errors mention it.
    void add_unknown(std::string what) { unknown_.push_back(std::move(what)); }
    /// Takes over what another directory knows of a group and version.
    void add_from(kind_directory const& other, std::string_view group, std::string_view version);

    /// Returns the resource that a name means, with strings that live as long as the process. Errors:
    /// errc::not_served.
    resource find(std::string_view name) const;

private:
    /// The parts of a name. A part that is empty matches everything. With `group_prefix`, a group matches if
    /// it begins with `group`.
    struct wanted {
        std::string_view name;
        std::optional<std::string_view> group = {};
        std::string_view version = {};
        bool group_prefix = false;
    };
    served_kind const* best_match(wanted const& w) const;
    [[noreturn]] void refuse(std::string_view name, std::string_view bare) const;

    std::vector<served_kind> kinds_;
    std::vector<std::string> unknown_;
};

} // namespace coinformer::detail
