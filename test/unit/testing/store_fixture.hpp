#pragma once

#include "testing/store/api_store.hpp"

#include <boost/json/parse.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// A store with a few resources and one namespace, "shop".
struct store_fixture {
    explicit store_fixture(std::size_t history = 1000)
        : store(history, 1, [] { return wall_time(std::chrono::seconds(1'700'000'000)); }),
          namespaces(store.serve({"", "v1", "namespaces", "Namespace", scope::cluster})),
          configmaps(store.serve({"", "v1", "configmaps", "ConfigMap"})),
          pods(store.serve({"", "v1", "pods", "Pod"})),
          deployments(store.serve({"apps", "v1", "deployments", "Deployment"})),
          leases(store.serve({"coordination.k8s.io", "v1", "leases", "Lease"})),
          widgets(store.serve({"example.io", "v1", "widgets", "Widget"}))
    {
        store.create(namespaces, "", object(R"({"metadata":{"name":"shop"}})"), origin::client);
    }

    static boost::json::object object(std::string_view text) { return boost::json::parse(text).get_object(); }

    stored_ref create(collection& in, std::string_view text, std::string_view ns = "shop")
    {
        return store.create(in, ns, object(text), origin::client);
    }
    stored_ref configmap(std::string const& name, std::string const& labels = "{}")
    {
        return create(configmaps, R"({"metadata":{"name":")" + name + R"(","labels":)" + labels + "}}");
    }
    stored_ref patch(collection& in, std::string_view name, std::string_view text,
                     subresource part = subresource::none)
    {
        return store.patch(in, "shop", name, patch_type::merge, text, part);
    }
    stored_ref patch(collection& in, std::string_view name, patch_type type, std::string_view text)
    {
        return store.patch(in, "shop", name, type, text, subresource::none);
    }
    stored_ref replace(collection& in, std::string_view name, std::string_view text,
                       subresource part = subresource::none)
    {
        return store.replace(in, "shop", name, object(text), part);
    }
    stored_ref remove(collection& in, std::string_view name, std::string_view options = "{}")
    {
        return store.remove(in, "shop", name, object(options));
    }

    api_store store;
    collection& namespaces;
    collection& configmaps;
    collection& pods;
    collection& deployments;
    collection& leases;
    collection& widgets;
};

/// Returns "CODE Reason: message" of the refusal that `call` throws, or "" if it throws none.
template <class Call>
std::string refused(Call call)
{
    try {
        call();
    } catch (refusal const& why) {
        auto const s = why.status();
        return std::to_string(s.code) + " " + s.reason + ": " + s.message;
    }
    return {};
}

/// Returns the names of a list's objects, in its order, with blanks between them.
inline std::string names(list_result const& list)
{
    std::string all;
    for (auto const& o : list.page.items) all.append(all.empty() ? "" : " ").append(o->name());
    return all;
}

} // namespace coinformer::testing::detail
