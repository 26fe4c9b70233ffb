#pragma once

#include <coinformer/api/resource.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// What a server says about one of its resources.
struct served_kind {
    std::string group, version, plural, singular, kind;
    std::vector<std::string> short_names = {};
    scope where = scope::namespaced;
};

/// All kinds of a server, the preferred ones first: which one a name means. No I/O.
class kind_directory {
public:
    void add(served_kind kind);
    /// A group and version that did not say what it has, and why.
    void add_unknown(std::string what) { unknown_.push_back(std::move(what)); }
    /// What another directory knows of a group and version.
    void add_from(kind_directory const& other, std::string_view group, std::string_view version);

    /// The resource with strings that last. Errors: errc::not_served.
    resource find(std::string_view name) const;

private:
    /// A part of a name that is left out is empty: any. `group_prefix`: groups that begin so will do.
    struct wanted {
        std::string_view name;
        std::optional<std::string_view> group = {};
        std::string_view version = {};
        bool group_prefix = false;
    };
    served_kind const* best(wanted const& w) const;
    [[noreturn]] void refuse(std::string_view name, std::string_view bare) const;

    std::vector<served_kind> kinds_;
    std::vector<std::string> unknown_;
};

} // namespace coinformer::detail
