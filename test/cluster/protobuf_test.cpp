// Tests against a real kube-apiserver that objects read from protobuf equal the same objects read from JSON.

#include "cluster.hpp"
#include "proto_json.hpp"
#include "rich_objects.hpp"

#include "../contract/tapped_network.hpp"
#include "../unit/api/full_pod.hpp"

#include <coinformer/api/dynamic_object.hpp>

#include <sstream>

namespace {

using test::full::pod;

struct secret_view {
    object_meta metadata;
    labels data;
    std::optional<text> type;
    std::optional<bool> immutable;
};
BOOST_DESCRIBE_STRUCT(secret_view, (), (metadata, data, type, immutable))

constexpr auto protobuf = "application/vnd.kubernetes.protobuf";

struct two_clients : cluster {
    two_clients() : json(env, at("kubeconfig")), ns(fresh_namespace(json, "protobuf"))
    {
        for (auto const& o : rich_objects) {
            std::string text = o.json;
            if (auto const at = text.find("$ns"); at != text.npos) text.replace(at, 3, ns);
            get(json.create(o.of, ns, text));
        }
    }
    ~two_clients() // removes the pod that is kept by its finalizer
    {
        get(json.patch(pods, ns, "rich", merge_patch(R"({"metadata":{"finalizers":null}})")));
        get(json.remove(namespaces, "", ns));
    }

    std::unique_ptr<client> tapped(encoding how, conversation& said)
    {
        client_options options;
        options.encoding = how;
        options.http.version = http_version::http1; // for the tapped_dialer
        environment quiet = env;
        quiet.log = &fallbacks;
        auto const server = at("kubeconfig");
        auto dialer = std::make_unique<server_dialer>(quiet, server, options.http);
        return std::make_unique<client>(quiet, server, options,
                                        std::make_unique<tapped_dialer>(std::move(dialer), said));
    }

    std::string body(std::string const& path, std::string const& accept)
    {
        http_request what("GET", path);
        what.accept = accept;
        return get(json.request("get", std::move(what)));
    }

    // Tells whether the log says more than which connections were opened: a fallback to JSON, or a warning.
    bool fell_back() const
    {
        auto const said = lines.str();
        return said.find("resource=") != said.npos || said.find("WARNING") != said.npos;
    }

    std::ostringstream lines;
    stream_log fallbacks{lines, log_level::info};
    client json;
    std::string ns;
};

/// Everything that the handler of an informer was shown and the informer holds, as text.
template <class T>
class observer {
public:
    observer(client& api, resource const& of, std::string const& ns, fetch_mode fetch)
        : informer(api, options(ns, fetch), of)
    {
        informer.on_change({
            .added = [this](object_ptr<T> const& o,
                            initial_list) { told += "+ " + test::show_object<T>(o.ref()) + '\n'; },
            .updated =
                [this](object_ptr<T> const&, object_ptr<T> const& o) {
                    told += "~ " + test::show_object<T>(o.ref()) + '\n';
                },
            .deleted = [this](object_ptr<T> const& o,
                              final_state) { told += "- " + test::show_object<T>(o.ref()) + '\n'; },
        });
    }
    std::string held() const
    {
        std::set<std::string> all;
        for (auto const& o : informer.snapshot().list()) all.insert(test::show_object<T>(o.ref()) + '\n');
        std::string out;
        for (auto const& line : all) out += line;
        return out;
    }
    shared_informer<T> informer;
    std::string told;

private:
    static informer_options options(std::string const& ns, fetch_mode fetch)
    {
        informer_options how;
        how.namespaces = {ns};
        how.fetch = fetch;
        return how;
    }
};

} // namespace

TEST_CASE_METHOD(two_clients, "every built-in kind that is served is known, and reads in protobuf as in JSON")
{
    std::size_t objects = 0, kinds = 0;
    auto const groups = boost::json::parse(body("/apis", "application/json"));
    for (auto const& group : groups.at("groups").as_array())
        for (auto const& version : group.at("versions").as_array()) {
            std::string const name(version.at("groupVersion").as_string());
            if (!test::is_stable_builtin(name)) continue;
            for (auto const& plural : test::watchable(body("/apis/" + name, "application/json"))) {
                INFO(name << ' ' << plural);
                CHECK(coinformer::detail::find_proto_kind(name, plural));
            }
        }
    for (auto const& kind : coinformer::detail::all_proto_kinds()) {
        INFO(kind.api_version << ' ' << kind.plural);
        auto const path =
            (kind.api_version == "v1" ? "/api/v1/" : "/apis/" + std::string(kind.api_version) + '/') +
            std::string(kind.plural);
        try {
            auto const expected = test::items_of_json(body(path, "application/json"));
            auto const message = coinformer::detail::find_proto_kind(kind.api_version, kind.plural);
            auto const found = test::items_of_proto(body(path, protobuf), *message);
            if (kind.plural == "componentstatuses") continue; // made for each request, in any order
            REQUIRE(found.size() == expected.size());
            for (std::size_t i = 0; i < found.size(); ++i)
                CHECK(boost::json::serialize(found[i]) == boost::json::serialize(expected[i]));
            objects += expected.size();
            kinds += !expected.empty();
        } catch (api_error const& e) { // a feature that is off
            CHECK(e.status().code == 404);
        }
    }
    CHECK(kinds >= 30);
    CHECK(objects >= 120);
}

namespace {

template <class T>
void compare(two_clients& c, resource const& of, std::string const& name, std::string const& another)
{
    auto const fetch = GENERATE(fetch_mode::stream, fetch_mode::list);
    conversation in_json, in_protobuf;
    auto const with_json = c.tapped(encoding::json, in_json);
    auto const with_protobuf = c.tapped(encoding::protobuf, in_protobuf);
    observer<T> a(*with_json, of, c.ns, fetch);
    running first(c, a.informer.run());
    testing::run(c.io, with_timeout(system_time(), 20s, a.informer.synced()));
    observer<T> b(*with_protobuf, of, c.ns, fetch);
    running second(c, b.informer.run());
    testing::run(c.io, with_timeout(system_time(), 20s, b.informer.synced()));

    c.get(c.json.patch(of, c.ns, name,
                       merge_patch(R"({"metadata":{"labels":{"new":"1"},"annotations":{"x":"<>"}}})")));
    c.get(c.json.create(of, c.ns, another));
    c.get(c.json.patch(of, c.ns, name, merge_patch(R"({"metadata":{"labels":{"new":null}}})")));
    auto const options = http_request("DELETE", collection_path(of, c.ns) + "/later?gracePeriodSeconds=0");
    c.get(c.json.request("delete", options));
    auto const is_over = [](std::string const& told) { return told.find("- ") != told.npos; };
    CHECK(c.until([&] { return is_over(a.told) && is_over(b.told); }));

    CHECK(a.told == b.told);
    CHECK(a.held() == b.held());
    CHECK(a.held().find(name) != std::string::npos);
    CHECK(in_json.received.find(protobuf) == std::string::npos);
    CHECK(in_protobuf.received.find("application/json") == std::string::npos);
    CHECK(in_protobuf.received.find(protobuf) != std::string::npos);
    CHECK(!c.fell_back());
    auto const status = c.get(b.informer.status());
    CHECK(status.reflector.faults == 0);
    CHECK(status.reflector.why_not_streamed.empty());
}

constexpr auto later_pod =
    R"({"metadata":{"name":"later"},"spec":{"containers":[{"name":"c","image":"i"}]}})";

} // namespace

TEST_CASE_METHOD(two_clients,
                 "an informer of pods shows and holds the same objects from protobuf as from JSON")
{
    compare<pod>(*this, pods, "rich", later_pod);
}

TEST_CASE_METHOD(two_clients,
                 "an informer of metadata alone shows and holds the same objects from protobuf as from JSON")
{
    compare<object_metadata>(*this, pods, "rich", later_pod);
}

TEST_CASE_METHOD(two_clients,
                 "an informer of secrets shows and holds the same objects from protobuf as from JSON")
{
    constexpr resource secrets{.group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};
    compare<secret_view>(*this, secrets, "s",
                         R"({"metadata":{"name":"later"},"stringData":{"a":"\u00ff<"}})");
}

TEST_CASE_METHOD(
    two_clients,
    "pages, refusals and kinds without protobuf: a client that asks for protobuf gets all of them")
{
    conversation said;
    auto const api = tapped(encoding::protobuf, said);
    auto const paged = get(api->list<pod>(ns, list_options().limit(1), pods));
    CHECK(paged.objects.size() == 2);
    CHECK(paged.faults.empty());

    auto from_the_future =
        list_options().resource_version("999999999999").match(version_match::not_older_than);
    try {
        get(api->list<pod>(ns, std::move(from_the_future), pods));
        FAIL("the server accepted a version that does not exist");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::version_too_large);
        CHECK(e.status().message.find("Too large resource version") != std::string::npos);
    }
    CHECK(said.received.find("application/json") == said.received.npos);
    CHECK(!fell_back());

    constexpr resource services{.group = "apiregistration.k8s.io",
                                .version = "v1",
                                .plural = "apiservices",
                                .kind = "APIService",
                                .where = scope::cluster};
    CHECK(get(api->list<object_metadata>("", {}, services)).objects.size() > 20);
    CHECK(get(api->list<dynamic_object>(ns, {}, pods)).objects.size() == 2);
    CHECK(lines.str().find("resource=apiservices") != std::string::npos);
    CHECK(lines.str().find("resource=pods") != std::string::npos);
}
