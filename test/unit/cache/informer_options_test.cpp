#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include "item.hpp"

#include <sstream>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

template <>
inline constexpr resource coinformer::resource_of<item>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

namespace {

std::pair<error_code, std::string> refusal(auto const& make)
{
    try {
        make();
    } catch (api_error const& e) {
        return {e.code(), e.what()};
    }
    return {};
}

} // namespace

TEST_CASE("an informer refuses options that make no sense, and the message names the option")
{
    testing::fake_cluster test;
    auto const why = [&](informer_options const& options) {
        auto const [code, what] = refusal([&] { shared_informer<item>(test.api, options); });
        CHECK((what.empty() || code == errc::bad_request));
        return what;
    };
    CHECK(why({}).empty());
    CHECK(why({.page_size = 0}).empty()); // everything in one page

    using Catch::Contains;
    CHECK_THAT(why({.watch_timeout = 999ms}),
               Contains("informer_options::watch_timeout is less than a second"));
    CHECK_THAT(why({.silence = 0s}), Contains("informer_options::silence is not positive"));
    CHECK_THAT(why({.slow_list_limit = 59s}),
               Contains("informer_options::slow_list_limit is less than a minute"));
    CHECK(why({.slow_list_limit = 60s}).empty());
    CHECK_THAT(why({.unreachable_after = 0s}),
               Contains("informer_options::unreachable_after is not positive"));
    CHECK_THAT(why({.queue_capacity = 0}), Contains("informer_options::queue_capacity is 0"));
    CHECK(why({.audit = {.interval = 60s, .probe = 60s}}).empty());
    CHECK(why({.audit = {.interval = 1s, .probe = 1s}}).empty());
    CHECK_THAT(why({.audit = {.interval = 999ms}}), Contains("audit_options::interval is neither"));
    CHECK_THAT(why({.audit = {.interval = 60s, .probe = 999ms}}),
               Contains("audit_options::probe is neither"));
    CHECK_THAT(why({.audit = {.interval = 60s, .probe = 61s}}), Contains("audit_options::probe is neither"));
    CHECK_THAT(why({.audit = {.probe = 10s}}), Contains("audit_options::probe is neither"));
    CHECK(why({.warm_start = {.interval = 1s}}).empty());
    CHECK_THAT(why({.warm_start = {.interval = 999ms}}),
               Contains("warm_start_options::interval is less than a second"));
    CHECK_THAT(why({.warm_start = {.interval = 8761h}}),
               Contains("warm_start_options::interval is less than a second, or longer than a year"));
}

TEST_CASE("a status that no informer has filled in says that nothing is synced")
{
    CHECK_FALSE(informer_status().synced);
}

TEST_CASE(
    "an empty string among an informer's namespaces is refused, and the message says how to ask for all")
{
    testing::fake_cluster test;
    informer_factory with_empty(test.api, {.namespaces = {""}});
    informer_factory factory(test.api);
    informer_options const empty{.namespaces = {""}}, beside{.namespaces = {"shop", ""}};

    auto const refused = [](auto const& make) {
        auto const [code, what] = refusal(make);
        CHECK(code == errc::bad_request);
        CHECK_THAT(what, Catch::Contains("informer_options::namespaces contains an empty string") &&
                             Catch::Contains("leave the list empty to read all namespaces"));
    };
    refused([&] { shared_informer<item>(test.api, empty); });
    refused([&] { shared_informer<item>(test.api, beside); });
    refused([&] { factory.of<item>(empty); });
    refused([&] { factory.of<item>(beside); });
    refused([&] { with_empty.of<item>(); });
}

TEST_CASE("a resource with an invalid name is refused when its informer is made, and other informers go on")
{
    testing::fake_cluster test;
    test.server.load("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: web}}");
    informer_factory factory(test.api);
    auto const good = factory.of<item>();
    auto const refused = [&](resource const& which, informer_options const& options) {
        auto const [code, what] = refusal([&] { factory.of<item>(options, which); });
        CHECK(code == errc::invalid_name);
        CHECK(code == condition::misconfigured);
        return what;
    };
    using Catch::Contains;
    CHECK_THAT(refused({.group = "..", .version = "v1", .plural = "p"}, {}), Contains("no API group may be"));
    CHECK_THAT(refused({.version = "v1", .plural = "a/b"}, {}),
               Contains("no plural of a resource may contain"));
    CHECK_THAT(refused(resource_of<item>, {.namespaces = {".."}}), Contains("no namespace may be"));
    CHECK_THAT(refused({.version = "v1"}, {}), Contains("the resource has no version or no plural"));

    auto const running = test.start(factory.run());
    test.run(factory.synced(), 1s);
    CHECK(good.snapshot().size() == 1);
    CHECK(factory.failures().empty());
}

TEST_CASE("an index function that throws is logged with index, object and cause, five times a minute")
{
    std::ostringstream text;
    stream_log log(text);
    testing::fake_cluster test({}, {.log = &log, .seed = 1});
    auto const add = [&](int from, int to) {
        for (int i = from; i != to; ++i)
            test.server.load("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: m" +
                             std::to_string(i) + "}}");
    };
    auto const lines = [&](std::string_view with) {
        std::istringstream in(text.str());
        int count = 0;
        for (std::string line; std::getline(in, line);) count += line.find(with) != line.npos ? 1 : 0;
        return count;
    };
    constexpr auto one = "WARNING object left out of an index";
    constexpr auto rest = "WARNING more objects left out of an index";
    add(0, 8);
    shared_informer<item> informer(test.api);
    informer.index("owner", [](item const&) -> std::string { throw std::runtime_error("no owner"); });
    auto const running = test.start(informer.run());
    test.run(informer.synced());
    test.time.run_for(1s);
    CHECK(lines(one) == 5);
    CHECK(lines("collection=/api/v1/configmaps index=owner object=shop/m0 error=no owner") == 1);
    CHECK(lines(rest) == 1); // logged at the end of the list
    CHECK(lines("count=3") == 1);

    add(8, 10);
    test.time.run_for(1s);
    CHECK(lines(one) == 5);
    test.time.run_for(1min);
    add(10, 11);
    test.time.run_for(1s);
    CHECK(lines(one) == 6);
    CHECK(lines("count=2") == 1);
    CHECK(test.run(informer.status()).index_failures == 11);

    informer.index("late", [](item const&) -> std::string { throw 1; });
    test.time.run_for(1min);
    informer.index("later", [](item const& i) -> std::string {
        if (i.value == 0) throw 1;
        return {};
    });
    test.time.run_for(1s);
    CHECK(lines("index=later object=shop/m0 error=an exception of unknown type") == 1);
}
