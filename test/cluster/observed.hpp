#pragma once

#include "cluster.hpp"

/// An informer whose way to the server a test can close, with a record of its handler's calls.
struct observed {
    observed(cluster& c, std::string ns, std::string const& user = "kubeconfig")
        : api(c.env, c.at(user), {}, std::make_unique<gated_dialer>(c.env, c.at(user), way)),
          informer(api, options(std::move(ns)))
    {
        auto const name = [](object_ptr<config_map> const& o) {
            return std::string(o.key().name) + "=" + std::string(o->data.value_or("v", "-"));
        };
        informer.on_change({
            .added = [this, name](object_ptr<config_map> const& o,
                                  initial_list) { told.push_back("+" + name(o)); },
            .updated = [this, name](object_ptr<config_map> const&,
                                    object_ptr<config_map> const& o) { told.push_back("~" + name(o)); },
            .deleted =
                [this](object_ptr<config_map> const& o, final_state f) {
                    told.push_back((f == final_state::known ? "-" : "-?") + std::string(o.key().name));
                },
        });
    }
    static informer_options options(std::string ns)
    {
        informer_options o;
        o.namespaces = {std::move(ns)};
        return o;
    }

    std::shared_ptr<gate> way = std::make_shared<gate>();
    client api;
    shared_informer<config_map> informer;
    std::vector<std::string> told;
};

inline std::string json(std::string const& name, std::string const& value)
{
    return R"({"metadata":{"name":")" + name + R"("},"data":{"v":")" + value + R"("}})";
}

using lines = std::vector<std::string>;
