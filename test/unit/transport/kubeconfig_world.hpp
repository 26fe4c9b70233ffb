#pragma once

#include <coinformer/transport/kubeconfig.hpp>

#include "catch.hpp"
#include "temporary_directory.hpp"

#include <map>
#include <optional>
#include <string>

namespace coinformer::kubeconfig_world {

// A home directory, an environment and a pod's service account that belong to the test.
struct machine {
    temporary_directory dir;
    std::map<std::string, std::string> environment{{"HOME", dir.path("home")}};

    endpoint_query query() const
    {
        endpoint_query q;
        q.service_account_dir = dir.path("account");
        q.getenv = [this](std::string const& name) -> std::optional<std::string> {
            auto const found = environment.find(name);
            if (found == environment.end()) return std::nullopt;
            return found->second;
        };
        return q;
    }
    endpoint load(std::string const& kubeconfig = {}, std::string const& context = {}) const
    {
        auto q = query();
        q.kubeconfig = kubeconfig;
        q.context = context;
        return load_endpoint(q);
    }
    endpoint load_text(std::string const& text) const { return load(dir.write("config", text)); }

    void become_pod()
    {
        environment["KUBERNETES_SERVICE_HOST"] = "10.96.0.1";
        environment["KUBERNETES_SERVICE_PORT"] = "443";
        dir.write("account/token", "abc");
        dir.write("account/ca.crt", "CA");
        dir.write("account/namespace", "shop\n");
    }
};

// Returns a kubeconfig with one cluster, one user and one context, whose bodies are given as flow mappings.
inline std::string config_of(std::string const& cluster, std::string const& user)
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
           "contexts: [{name: c, context: {cluster: k, user: joe}}]\n"
           "clusters: [{name: k, cluster: " +
           cluster + "}]\nusers: [{name: joe, user: " + user + "}]\n";
}

inline std::string const https = "{server: 'https://api.shop:6443'}";

template <class Action>
api_error failure_of(Action action)
{
    try {
        action();
    } catch (api_error const& e) {
        return e;
    }
    return api_error(errc::cancelled, "nothing was thrown");
}

inline void check_failure(api_error const& e, errc code, std::string const& begin, std::string const& part)
{
    std::string const what = e.what();
    INFO(what);
    CHECK(e.code() == code);
    CHECK(e.code() == condition::misconfigured);
    CHECK(what.rfind(begin, 0) == 0);
    CHECK(what.find(part) != what.npos);
    CHECK(what.find('\n') == what.npos);
    CHECK(what.find("hunter2") == what.npos); // the secret of every test of this folder
}

} // namespace coinformer::kubeconfig_world
