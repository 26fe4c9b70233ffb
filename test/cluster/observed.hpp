#pragma once

#include "cluster.hpp"

#include <random>

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

/// Makes, changes and deletes objects, which have `names` names, one after each pause, until it is cancelled.
/// A write that the server does not take is left out, because the object is there already or not there, or
/// the server is away.
inline task<> write_for_ever(client& api, std::string ns, unsigned names, duration pause)
{
    std::mt19937 random(1);
    for (int n = 0;; ++n) {
        auto const name = "o-" + std::to_string(random() % names);
        auto const kind = random() % 4;
        auto const value = std::to_string(n);
        bool cancelled = false;
        try {
            if (kind == 0)
                co_await api.create(config_maps, ns, json(name, value));
            else if (kind == 1)
                co_await api.remove(config_maps, ns, name);
            else
                co_await api.patch(config_maps, ns, name,
                                   merge_patch(R"({"data":{"v":")" + value + R"("}})"));
        } catch (api_error const& e) {
            cancelled = e.code() == condition::cancelled;
        }
        if (cancelled) co_return;
        co_await system_time().sleep_for(pause);
    }
}
