// Tests against a real kube-apiserver that the generated views show an object of each built-in kind, in JSON
// and in protobuf, as the server describes it.

#include "cluster.hpp"
#include "minimal_objects.hpp"
#include "object_as_json.hpp"
#include "proto_json.hpp"

namespace {

constexpr auto protobuf = "application/vnd.kubernetes.protobuf";

std::string replaced(std::string text, std::string const& what, std::string const& by)
{
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

/// Returns what a view should hold of an item.
boost::json::value visible(test::any_view const& view, boost::json::value item)
{
    if (auto* metadata = item.as_object()["metadata"].if_object()) metadata->erase("managedFields");
    return test::expected_of(view, test::normal(item));
}

struct all_kinds_of_a_server : cluster {
    all_kinds_of_a_server()
        : api(env, at("kubeconfig")), ns(fresh_namespace(api, "kinds")),
          name("k" + std::to_string(std::random_device()())),
          ip("10.77.1." + std::to_string(std::random_device()() % 250))
    {
    }
    ~all_kinds_of_a_server() { get(api.remove(namespaces, "", ns)); }

    std::optional<std::string> list(resource const& of, std::string const& accept)
    {
        http_request what("GET", collection_path(of));
        what.accept = accept;
        try {
            return get(api.request("list", std::move(what)));
        } catch (api_error const& e) {
            if (e.status().code == 404 || e.status().code == 406) return std::nullopt;
            throw;
        }
    }

    /// Makes an object of this kind, and returns its name. The versions of one kind share one object.
    std::string make(resource const& of)
    {
        auto const key = of.group.empty() ? std::string(of.plural) : to_string(of);
        auto const [made, is_new] = names.try_emplace(key);
        if (!is_new) return made->second;
        auto const template_ = minimal_objects.find(key);
        if (template_ == minimal_objects.end()) return {};
        auto object = boost::json::parse(
                          replaced(replaced(replaced(template_->second, "$ns", ns), "$ip", ip), "$n", name))
                          .as_object();
        auto& metadata = object["metadata"].is_object() ? object["metadata"].get_object()
                                                        : object["metadata"].emplace_object();
        if (!metadata.contains("name")) metadata["name"] = name;
        made->second = metadata["name"].as_string();
        auto const where = of.where == scope::namespaced ? ns : std::string();
        try {
            get(api.create(of, where, boost::json::serialize(object)));
        } catch (api_error const& e) {
            FAIL_CHECK(e.what());
        }
        return made->second;
    }

    client api;
    std::string ns, name, ip;
    std::map<std::string, std::string> names; // the names of the objects, by plural and group
};

std::size_t compare(test::any_kind const& kind, std::string const& in_json, std::string const* in_protobuf)
{
    auto const items = boost::json::parse(in_json).at("items").as_array();
    std::vector<std::string> messages;
    if (in_protobuf) {
        auto const envelope = coinformer::detail::open_envelope(*in_protobuf);
        REQUIRE(envelope);
        for (test::proto_fields f(envelope->raw); f.next();)
            if (f.number() == 2) messages.emplace_back(f.bytes());
        REQUIRE(messages.size() == items.size());
    }
    for (std::size_t i = 0; i != items.size(); ++i) {
        auto const text = boost::json::serialize(items[i]);
        INFO(text);
        auto const full = test::object_as_json(kind.full, test::from_json(kind.full, text));
        auto const summary = test::object_as_json(kind.summary, test::from_json(kind.summary, text));
        CHECK(full == visible(kind.full, items[i]));
        CHECK(summary.at("metadata").at("name") == items[i].at("metadata").at("name"));
        if (!in_protobuf) continue;
        CHECK(test::object_as_json(kind.summary, test::from_proto(kind.summary, kind.of, messages[i])) ==
              summary);
        if (test::why_not_proto(kind.full, kind.of).empty())
            CHECK(test::object_as_json(kind.full, test::from_proto(kind.full, kind.of, messages[i])) == full);
    }
    return items.size();
}

} // namespace

TEST_CASE_METHOD(all_kinds_of_a_server,
                 "an object of each kind that is served is read back equal, in JSON and protobuf")
{
    std::size_t kinds = 0, objects = 0;
    std::set<std::string> not_served, not_made;
    for (auto const& kind : test::all_kinds()) {
        auto const title = to_string(kind.of) + ' ' + std::string(kind.of.version);
        INFO(title);
        if (!list(kind.of, "application/json")) {
            not_served.insert(title);
            continue;
        }
        auto const made = make(kind.of);
        if (made.empty()) not_made.insert(title);
        auto const in_json = list(kind.of, "application/json");
        REQUIRE(in_json);
        CHECK(in_json->find('"' + made + '"') != std::string::npos);
        auto const is_known = test::why_not_proto(kind.summary, kind.of).empty();
        auto const in_protobuf = is_known ? list(kind.of, protobuf) : std::nullopt;
        CHECK(in_protobuf.has_value() == is_known);
        objects += compare(kind, *in_json, in_protobuf ? &*in_protobuf : nullptr);
        ++kinds;
    }
    std::cout << kinds << " kinds, " << objects << " objects\n";
    CHECK(kinds >= 60);
    CHECK(not_made == std::set<std::string>());
    if (std::getenv("COINFORMER_ALL_APIS")) CHECK(not_served == std::set<std::string>());
}
