// Contract: a typical mistake has a message of one or two lines that says what is wrong, where, and what to
// do. The messages of compilers are tested beside the headers, and the log in silence_test.cpp.

#include "unit/transport/temporary_directory.hpp"
#include "world.hpp"

#include <coinformer/api/pager.hpp>
#include <coinformer/api/watcher.hpp>
#include <coinformer/transport/kubeconfig.hpp>

namespace {

struct misspelt_spec {
    std::string nodename;
};
struct misspelt_pod {
    misspelt_spec spec;
};
BOOST_DESCRIBE_STRUCT(misspelt_spec, (), (nodename))
BOOST_DESCRIBE_STRUCT(misspelt_pod, (), (spec))

constexpr resource misspelt_plural{"apps", "v1", "deployment", "Deployment"};

template <class F>
std::string message_of(F provoke)
{
    try {
        provoke();
    } catch (std::exception const& e) {
        return e.what();
    }
    return "nothing was thrown";
}

std::string const sentence = "the projection of pods reads spec.nodename, which pods of Kubernetes 1.37 do "
                             "not have; the nearest field is "
                             "spec.nodeName";
std::string const remedy = " (correct the member's name, or set client_options::unknown_fields)";

struct mistaken : world {
    client strict(unknown_fields how)
    {
        client_options options;
        options.unknown_fields = how;
        return client(env, {.server = "http://in-memory"}, options, network.dialer());
    }
    std::string text() const { return log_text.str(); }

    /// Returns the message that a wait gets while the informer runs.
    template <class T>
    std::string cause_for(informer_options options, resource of = resource_of<T>)
    {
        shared_informer<T> informer(api, std::move(options), of);
        background running(io, informer.run());
        background synced(io, informer.synced());
        time.run_for(1min);
        return synced.what();
    }
};

std::string const kubeconfig = "apiVersion: v1\nkind: Config\ncurrent-context: shop\n"
                               "contexts: [{name: shop, context: {cluster: k, user: joe}}, "
                               "{name: test, context: {cluster: k, user: joe}}]\n"
                               "clusters: [{name: k, cluster: {server: 'https://api.shop:6443'}}]\n"
                               "users: [{name: joe, user: {token: abc}}]\n";

endpoint load(std::string const& file, std::string const& context = {})
{
    endpoint_query query;
    query.kubeconfig = file;
    query.context = context;
    return load_endpoint(query);
}

} // namespace

template <>
inline constexpr resource coinformer::resource_of<misspelt_pod>{
    .group = "", .version = "v1", .plural = "pods", .kind = "Pod"};

TEST_CASE_METHOD(mistaken,
                 "a misspelt field is one warning when its projection is first used, however it is used")
{
    shared_informer<misspelt_pod> informer(api);
    CHECK(text() == "WARNING " + sentence + remedy + '\n');
    shared_informer<misspelt_pod> another(api);
    testing::run(io, time, api.list<misspelt_pod>());
    CHECK(text() == "WARNING " + sentence + remedy + '\n');

    auto other_client = strict(unknown_fields::warn);
    log_text.str("");
    testing::run(io, time, other_client.list<misspelt_pod>());
    CHECK(text() == "WARNING " + sentence + remedy + '\n');
}

TEST_CASE_METHOD(mistaken, "a kind that the server does not send is one warning for each informer")
{
    constexpr resource misnamed{.group = "", .version = "v1", .plural = "configmaps", .kind = "Config"};
    auto const form = GENERATE(encoding::json, encoding::protobuf);
    client_options options;
    options.encoding = form;
    client reader(env, {.server = "http://in-memory"}, options, network.dialer());
    put("a", "1");
    informer_options paged;
    paged.fetch = fetch_mode::list;
    shared_informer<config_map> streamed_list(reader, {}, misnamed), paged_list(reader, paged, misnamed),
        right(reader);
    background running(io, streamed_list.run()), paging(io, paged_list.run()), other(io, right.run());
    time.run_for(5min); // a watch brings a bookmark each minute
    server.disconnect();
    time.run_for(5min);
    std::string const warning = "WARNING the objects of a collection are of another kind than the program "
                                "says; correct resource_of<T>::kind, or the resource that is passed "
                                "collection=/api/v1/configmaps kind=Config received=ConfigMap\n";
    CHECK(times_logged(warning) == 2);
    CHECK(listed(streamed_list) == lines{"a=1"}); // the kind is only a name
}

TEST_CASE_METHOD(mistaken, "a misspelt field may be an error of the call that uses the projection")
{
    auto api = strict(unknown_fields::error);
    auto const expected = "a field that does not exist: " + sentence + remedy;
    CHECK(message_of([&] { shared_informer<misspelt_pod> informer(api); }) == expected);
    CHECK(message_of([&] { (void)informer_factory(api).of<misspelt_pod>(); }) == expected);
    CHECK(message_of([&] { testing::run(io, time, api.list<misspelt_pod>()); }) == expected);
    CHECK(message_of([&] { testing::run(io, time, api.get<misspelt_pod>("shop", "web")); }) == expected);
    CHECK(message_of([&] { watcher<misspelt_pod> changes(api, "1"); }) == expected);
    CHECK(message_of([&] { pager<misspelt_pod> pages(api); }) == expected);
    CHECK(text().empty());
}

TEST_CASE_METHOD(mistaken,
                 "a patch of a pod or of its status is checked for misspelt fields, and one of another "
                 "subresource is not, because that may be an object of another kind")
{
    auto api = strict(unknown_fields::error);
    auto const patch = [&](std::string const& subresource) {
        return message_of([&] {
            testing::run(io, time,
                         api.patch<misspelt_pod>("shop", "web", merge_patch("{}"),
                                                 write_options().subresource(subresource)));
        });
    };
    server.inject(faults::answer({.body = R"({"metadata":{"name":"web"}})"}).on("patch"));
    auto const expected = "a field that does not exist: " + sentence + remedy;
    CHECK(patch("") == expected);
    CHECK(patch("status") == expected);
    CHECK(patch("resize") == "nothing was thrown");
}

TEST_CASE_METHOD(mistaken, "a misspelt field may be ignored")
{
    auto api = strict(unknown_fields::ignore);
    shared_informer<misspelt_pod> informer(api);
    testing::run(io, time, api.list<misspelt_pod>());
    CHECK(text().empty());
}

TEST_CASE_METHOD(mistaken, "a member of the wrong type: the message of a single object")
{
    server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"},"data":{"v":1}})");
    CHECK(
        message_of([&] { testing::run(io, time, api.get<config_map>("shop", "a")); }) ==
        "get /api/v1/namespaces/shop/configmaps/a: field has another type than declared: decode: "
        "shop/a: data[\"v\"]: expected string, found number 1 (correct the member's type in the projection)");
}

TEST_CASE_METHOD(mistaken, "a client that was closed, before and during the run of an informer")
{
    shared_informer<config_map> before(api), during(api);
    background early(io, during.run());
    time.run_for(1s);
    api.close();
    background late(io, before.run());
    time.run_for(1min);
    CHECK(early.what() == "watch /api/v1/configmaps: already stopped: the client was closed");
    CHECK(late.what() == "watch /api/v1/configmaps: already stopped: the client was closed");
}

TEST_CASE("a client that is destroyed takes nothing with it: its informers keep what they need")
{
    world w;
    w.put("a", "1");
    std::optional<client> api(client(w.env, {.server = "http://in-memory"}, {}, w.network.dialer()));
    shared_informer<config_map> informer(*api);
    background running(w.io, informer.run());
    api.reset();
    w.time.run_for(1s);
    CHECK(informer.snapshot().size() == 1);
    CHECK(w.log_text.str().empty());
}

TEST_CASE_METHOD(mistaken, "a plural that the server does not have")
{
    CHECK(cause_for<dynamic_object>({}, misspelt_plural) ==
          "list /apis/apps/v1/deployment: the server does not have this resource: the server could not find "
          "the "
          "requested resource (check group, version and plural; a custom resource needs its "
          "CustomResourceDefinition)");
}

TEST_CASE_METHOD(mistaken, "a malformed selector")
{
    CHECK(cause_for<config_map>({.label_selector = "app in web"}) ==
          "list /api/v1/configmaps: bad request: unable to parse requirement: expected '(' at \"web\" of "
          "\"app in "
          "web\"");
    CHECK(message_of([] { label_selector("app in web"); }) ==
          "label selector \"app in web\": bad request: expected ( at character 8");
}

TEST_CASE_METHOD(mistaken, "an index that does not exist: the message names the existing ones")
{
    shared_informer<config_map> informer(api);
    informer.index("owner", [](config_map const&) { return std::string("web"); });
    time.settle();
    CHECK(message_of([&] { (void)informer.snapshot().by_index("ownr", "web"); }) ==
          "index \"ownr\": no such index: the indices here are: namespace, owner (declare it with "
          "shared_informer::index())");
    CHECK(message_of([&] { (void)informer.snapshot().index_values("ownr"); }) ==
          "index \"ownr\": no such index: the indices here are: namespace, owner (declare it with "
          "shared_informer::index())");
}

TEST_CASE("a kubeconfig that does not exist, and a context that it does not define")
{
    temporary_directory dir;
    auto const file = dir.write("config", kubeconfig);
    CHECK(message_of([&] { load(dir.path("nowhere")); }) ==
          dir.path("nowhere") +
              ": no configuration found: No such file or directory (name a kubeconfig in endpoint_query, set "
              "KUBECONFIG, or run inside a cluster)");
    CHECK(message_of([&] { load(file, "prod"); }) == file +
                                                         ": name not defined in the configuration: context "
                                                         "\"prod\"; there are \"shop\", \"test\" (use one of "
                                                         "the names that the file defines)");
}
