#pragma once

#include <coinformer/core/error.hpp>

#include <boost/json/value.hpp>

#include <yaml-cpp/yaml.h> // whole: node.h alone declares inline functions that it does not define

#include <map> // the whole library: node.h alone declares inline functions that it does not define
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// A place in a kubeconfig file: a YAML node that knows its file and its path, for messages.
///
/// Errors     errc::config_invalid with file, line, column and path. Messages never show a value, which may
///            be a secret.
/// Threads    one at a time.
class kubeconfig_node {
public:
    kubeconfig_node(YAML::Node node, std::shared_ptr<std::string const> file, std::string path);

    /// True if the field is missing, or null.
    bool absent() const { return !node_.IsDefined() || node_.IsNull(); }
    bool is_set() const; ///< true if it is there, and neither "" nor []
    std::string const& file() const noexcept { return *file_; }
    std::string const& path() const noexcept { return path_; } ///< for example "clusters[0].cluster.server"
    std::string position() const;                              ///< for example "/home/me/.kube/config:12:5"

    kubeconfig_node operator[](std::string const& field) const; ///< a field of a mapping
    std::vector<kubeconfig_node> items() const;                 ///< the items of a list; none if absent
    /// The fields of a mapping, in their order; none if absent.
    std::vector<std::pair<std::string, kubeconfig_node>> fields() const;
    std::string text() const;   ///< empty if absent
    std::string base64() const; ///< the decoded bytes; empty if absent
    bool flag() const;          ///< false if absent
    /// The same value in JSON; null if absent. A plain scalar is a number, a bool or null if it looks like
    /// one.
    boost::json::value json() const;
    std::string file_name() const; ///< relative to the directory of the kubeconfig; empty if absent

    [[noreturn]] void refuse(std::string_view fault) const; ///< "POSITION: invalid configuration: PATH FAULT"

private:
    [[noreturn]] void refuse_type(std::string_view wanted) const;

    YAML::Node node_;
    std::shared_ptr<std::string const> file_;
    std::string path_;
};

/// Parses one file. An empty file defines nothing.
kubeconfig_node parse_kubeconfig(std::string const& text, std::string const& file);

/// One or several kubeconfig files as one. The first file that defines a name wins, with the whole of its
/// definition.
///
/// Threads    one at a time.
class kubeconfig {
public:
    /// Adds a file behind those that were added before.
    void add(kubeconfig_node const& root);

    bool empty() const noexcept { return files_.empty(); }
    std::string const& current_context() const noexcept { return current_context_; }

    /// These functions return the definition of a name. `asked_by` is the place that names it.
    ///
    /// Errors     errc::config_unknown_name, with the names that are defined.
    kubeconfig_node context(std::string const& name) const
    {
        return find(contexts_, "context", name, files_);
    }
    kubeconfig_node cluster(std::string const& name, kubeconfig_node const& asked_by) const;
    kubeconfig_node user(std::string const& name, kubeconfig_node const& asked_by) const;

private:
    using definitions = std::map<std::string, kubeconfig_node>;

    static kubeconfig_node find(definitions const& in, std::string_view kind, std::string const& name,
                                std::string const& where);

    definitions contexts_;
    definitions clusters_;
    definitions users_;
    std::string current_context_;
    std::string files_; // "/a:/b", for messages
};

} // namespace coinformer::detail
