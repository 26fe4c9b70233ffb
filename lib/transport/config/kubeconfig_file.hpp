#pragma once

#include <coinformer/core/error.hpp>

#include <yaml-cpp/yaml.h> // whole: node.h alone declares inline functions that it does not define

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

/// A place in a kubeconfig file: a YAML node that knows the file and its own path, for messages.
///
/// Errors     api_error(errc::config_invalid) with file, line, column and path. No value is shown: it may be a secret.
class kubeconfig_node {
public:
    kubeconfig_node(YAML::Node node, std::shared_ptr<std::string const> file, std::string path);

    /// Not there, or null.
    bool absent() const { return !node_.IsDefined() || node_.IsNull(); }
    bool is_set() const; ///< there, and neither "" nor []
    std::string const& file() const noexcept { return *file_; }
    std::string const& path() const noexcept { return path_; } ///< "clusters[0].cluster.server"
    std::string position() const;                              ///< "/home/me/.kube/config:12:5"

    kubeconfig_node operator[](std::string const& field) const; ///< of a mapping
    std::vector<kubeconfig_node> items() const;                 ///< of a list; empty when absent
    std::string text() const;                                   ///< empty when absent
    std::string base64() const;                                 ///< decoded; empty when absent
    bool flag() const;                                          ///< false when absent
    std::string file_name() const; ///< relative to the directory of the kubeconfig; empty when absent

    [[noreturn]] void refuse(std::string_view fault) const; ///< "POSITION: invalid configuration: PATH FAULT"

private:
    [[noreturn]] void refuse_type(std::string_view wanted) const;

    YAML::Node node_;
    std::shared_ptr<std::string const> file_;
    std::string path_;
};

/// Parses one file. An empty file is one that defines nothing.
kubeconfig_node parse_kubeconfig(std::string const& text, std::string const& file);

/// One or several kubeconfig files as one: the first that defines a name wins, with all of that definition.
class kubeconfig {
public:
    void add(kubeconfig_node const& root);

    bool empty() const noexcept { return files_.empty(); }
    std::string const& current_context() const noexcept { return current_context_; }

    /// The definition of a name; `asked_by` is the place that names it. Errors: errc::config_unknown_name, with the
    /// names that are defined.
    kubeconfig_node context(std::string const& name) const { return find(contexts_, "context", name, files_); }
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
    std::string files_; // for messages: "/a:/b"
};

} // namespace coinformer
