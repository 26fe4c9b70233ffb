#pragma once

#include <coinformer/api/resource.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
    /// The largest number of kinds. Large clusters have some thousand.
    static constexpr std::size_t most_kinds = 100'000;
    /// The kinds of a directory by group and version, in the directory's order. The directory outlives
    /// them.
    using former_kinds = std::multimap<std::pair<std::string_view, std::string_view>, served_kind const*>;

    /// Errors: errc::unexpected_content if there are more than `most_kinds`.
    void add(served_kind kind);
    /// Notes a group and version that failed to say what it has, and why. Errors mention the first ones.
    void add_unknown(std::string what);
    former_kinds by_version() const;
    /// Takes over what a former directory knew of a group and version, and removes it from `before`: a
    /// server may name a version many times. Errors: those of add().
    void add_from(former_kinds& before, std::string_view group, std::string_view version);

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
