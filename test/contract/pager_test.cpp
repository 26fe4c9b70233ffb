// Contract: a pager reads a list page by page, with the next page on its way.

#include "world.hpp"

#include <coinformer/api/pager.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <limits>

namespace {

struct paged_world : world {
    paged_world()
    {
        for (auto const* name : {"a", "b", "c", "d", "e"}) put(name, "1");
    }
    std::size_t lists() const { return server.requests("list", config_maps); }

    using page = object_list<config_map>;

    std::optional<page> next(pager<config_map>& pages) { return testing::run(io, time, pages.next()); }
};

task<> list_all(client& api)
{
    co_await api.list<config_map>();
}

struct unreadable_numbers { // declares another type than the objects have
    std::map<std::string, int> data;
};
BOOST_DESCRIBE_STRUCT(unreadable_numbers, (), (data))

std::string names(object_list<config_map> const& list)
{
    std::string all;
    for (auto const& o : list.objects) all += o.key().name;
    return all;
}

task<> until_the_end(pager<config_map>& pages, std::string& seen)
{
    while (auto page = co_await pages.next()) seen += names(*page) + ' ';
}

} // namespace

TEST_CASE_METHOD(paged_world, "a pager reads a collection as it was at one version, in pages, and then ends")
{
    auto const version = server.resource_version();
    pager<config_map> pages(api, {.page_size = 2});
    auto const first = next(pages);
    remove("e");
    put("f", "1");
    auto const second = next(pages), third = next(pages), fourth = next(pages), again = next(pages);

    REQUIRE((first && second && third));
    CHECK(names(*first) == "ab");
    CHECK(names(*second) == "cd");
    CHECK(names(*third) == "e");
    CHECK(first->remaining == 3);
    CHECK(second->remaining == 1);
    CHECK_FALSE(third->remaining);
    CHECK(third->resource_version == version);
    CHECK(first->objects[0]->data.at("v") == "1");
    CHECK_FALSE(fourth);
    CHECK_FALSE(again);
    CHECK(lists() == 3);
}

TEST_CASE_METHOD(paged_world,
                 "the next page is fetched while the program works on this one, and no further page")
{
    pager<config_map> pages(api, {.page_size = 1});
    CHECK(names(*next(pages)) == "a");
    time.run_for(10s); // the program works on it
    CHECK(lists() == 2);
    CHECK(names(*next(pages)) == "b");
    time.run_for(10s);
    CHECK(lists() == 3);
}

TEST_CASE_METHOD(paged_world, "a pager reads ahead as far as it was told to")
{
    pager<config_map> lazy(api, {.page_size = 1, .read_ahead = 0});
    CHECK(lists() == 0);
    next(lazy);
    time.run_for(10s);
    CHECK(lists() == 1);

    pager<config_map> eager(api, {.page_size = 1, .read_ahead = 3});
    next(eager);
    time.run_for(10s);
    CHECK(lists() == 5);
    std::string seen;
    testing::run(io, time, until_the_end(eager, seen));
    CHECK(seen == "b c d e ");
}

TEST_CASE_METHOD(paged_world, "a pager that may read ahead without a limit reads all pages")
{
    pager<config_map> pages(api, {.page_size = 1, .read_ahead = std::numeric_limits<std::size_t>::max()});
    std::string seen;
    background const reading(io, until_the_end(pages, seen));
    time.run_for(1s);
    CHECK(seen == "a b c d e ");
}

TEST_CASE_METHOD(paged_world, "selectors, namespace and resource are those of the pager")
{
    put("other", "1", "elsewhere");
    pager<config_map> pages(api, {.ns = "shop", .field_selector = "metadata.name=c"});
    CHECK(names(*next(pages)) == "c");
    pager<object_metadata> of_metadata(api, {.ns = "elsewhere"}, config_maps);
    CHECK(testing::run(io, time, of_metadata.next())->objects.at(0).key().name == "other");
    CHECK_THROWS_WITH(pager<object_metadata>(api, {}, resource{}), Catch::Contains("pass a resource"));
}

TEST_CASE_METHOD(paged_world, "a version can be asked for, and all pages are of that version")
{
    auto const version = server.resource_version();
    remove("a");
    put("f", "1");
    pager<config_map> pages(api,
                            {.page_size = 3, .resource_version = version, .match = version_match::exact});
    auto const first = next(pages), second = next(pages);
    CHECK(names(*first) + names(*second) == "abcde");
    CHECK(second->resource_version == version);
}

TEST_CASE_METHOD(paged_world,
                 "if the version is forgotten between pages, the list begins again, and the first "
                 "page of it says so")
{
    pager<config_map> pages(api, {.page_size = 2, .read_ahead = 0});
    CHECK(names(*next(pages)) == "ab");
    remove("a");
    put("f", "1");
    server.compact();
    auto const first = next(pages), second = next(pages);

    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->begins_anew);
    CHECK_FALSE(second->begins_anew);
    CHECK(names(*first) + names(*second) == "bcde");
    CHECK(first->resource_version == server.resource_version());
    CHECK(names(*next(pages)) == "f");
    CHECK_FALSE(next(pages));
}

TEST_CASE_METHOD(paged_world,
                 "pages grow while continue tokens expire, and a list without a limit is never sent")
{
    lines limits; // those of the requests that the server answers itself
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        auto const at = asked.target.find("limit=");
        if (asked.verb != "list") return std::nullopt;
        limits.push_back(at == std::string::npos
                             ? "none"
                             : asked.target.substr(at + 6, asked.target.find('&', at) - at - 6));
        return std::nullopt;
    });
    for (int i = 0; i != 30; ++i) put("g" + std::to_string(100 + i), "1");
    server.inject(faults::gone().on_later_pages().times(3));
    auto const all = testing::run(io, time, api.list<config_map>("shop", list_options().limit(2)));
    CHECK(all.objects.size() == 35);
    CHECK(limits == lines{"2", "2", "8", "32", "32"});
}

TEST_CASE_METHOD(paged_world, "a list begins again if its token expires, eight times and not a ninth time")
{
    auto const most = GENERATE(8, 9);
    int expired = 0;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list") return std::nullopt;
        bool const is_later = asked.target.find("continue=") != std::string::npos;
        if (is_later && expired != most) {
            ++expired;
            return testing::canned_answer{.status = 410, .body = "{}"};
        }
        std::string const token = is_later ? "" : "t";
        return testing::canned_answer{.body = R"({"metadata":{"resourceVersion":"9","continue":")" + token +
                                              R"("},"items":[]})"};
    });
    background const all(io, list_all(api));
    time.run_for(1s);
    REQUIRE(all.ended);
    CHECK(all.what().empty() == (most == 8));
    CHECK((all.code() == condition::gone) == (most == 9));
    CHECK(lists() == 18); // nine first pages, and nine tokens
}

TEST_CASE_METHOD(paged_world, "a failure loses nothing: the same page is requested again")
{
    server.inject(faults::unavailable().on("list").on_later_pages());
    pager<config_map> pages(api, {.page_size = 2, .read_ahead = 0});
    CHECK(names(*next(pages)) == "ab");
    CHECK_THROWS_MATCHES(next(pages), api_error, Catch::Predicate<api_error>([](auto const& e) {
                             return e.code() == condition::unavailable;
                         }));
    std::string rest;
    testing::run(io, time, until_the_end(pages, rest));
    CHECK(rest == "cd e ");
}

TEST_CASE_METHOD(paged_world, "a failure while the program does not wait is tried again when it does")
{
    server.inject(faults::unavailable().on("list").on_later_pages());
    pager<config_map> pages(api, {.page_size = 2});
    CHECK(names(*next(pages)) == "ab");
    time.run_for(10s); // the request of the page ahead fails
    CHECK(server.pending_faults() == 0);
    CHECK(names(*next(pages)) == "cd");
}

TEST_CASE("a call that is cancelled in the moment of a failure leaves nothing of it for the next call")
{
    for (int steps = 0; steps != 80; ++steps) {
        INFO(steps << " steps before it is cancelled");
        paged_world w;
        w.server.inject(faults::cut(0).on("list"));
        auto once = w.api.without_retries();
        pager<config_map> pages(once, {.page_size = 2});
        ::background first(w.io, [](pager<config_map>& from) -> task<> { co_await from.next(); }(pages));
        for (int i = 0; i != steps; ++i) w.io.poll_one();
        first.cancel();
        w.time.settle();
        auto const before = w.lists();
        try {
            CHECK(names(w.next(pages).value()) == "ab");
        } catch (api_error const&) {
            CHECK(w.lists() > before); // the failure is one of this call
        }
    }
}

TEST_CASE_METHOD(paged_world, "a page that stops arriving is given up")
{
    server.inject(faults::stall(400).on("list"));
    pager<config_map> pages(api);
    CHECK_THROWS_MATCHES(next(pages), api_error, Catch::Predicate<api_error>([](auto const& e) {
                             return e.code() == errc::silent_connection;
                         }));
    CHECK(names(*next(pages)) == "abcde");
}

TEST_CASE_METHOD(paged_world, "an object that cannot be decoded is named beside the others of its page")
{
    pager<unreadable_numbers> pages(api, {.page_size = 3}, config_maps);
    auto const first = testing::run(io, time, pages.next());

    REQUIRE(first);
    CHECK(first->objects.empty());
    REQUIRE(first->faults.size() == 3);
    CHECK(first->faults[2].message().find("shop/c: data[\"v\"]: expected integer") == 0);
}

TEST_CASE_METHOD(paged_world,
                 "waiting for a page may be cancelled at any turn, and no page is lost or repeated")
{
    for (int turns = 0; turns < 60; ++turns) {
        INFO("cancelled after " << turns << " turns");
        pager<config_map> pages(api, {.page_size = 2, .read_ahead = static_cast<std::size_t>(turns % 3)});
        std::string seen;
        background waiting(io, until_the_end(pages, seen));
        for (int i = 0; i < turns; ++i) {
            io.restart();
            io.poll_one();
        }
        waiting.cancel();
        REQUIRE(waiting.ended);
        testing::run(io, time, until_the_end(pages, seen));
        CHECK(seen == "ab cd e ");
    }
}

TEST_CASE_METHOD(paged_world, "a pager that is destroyed early stops its request")
{
    server.inject(faults::late(20s).on("list"));
    {
        pager<config_map> pages(api, {.page_size = 2, .read_ahead = 3});
        CHECK_THROWS(testing::run(io, time, with_timeout(time, 1s, pages.next())));
    }
    time.run_for(2h);
    CHECK(lists() == 1); // without that it would go on
}

TEST_CASE_METHOD(paged_world, "a pager that is destroyed ends the wait for its page, at any turn of it")
{
    server.inject(faults::late(20s).on("list").times(fault::always));
    auto const await = [](task<std::optional<page>> arrival) -> task<> { (void)co_await std::move(arrival); };
    for (int turns = 0; turns != 60; ++turns) {
        INFO("destroyed after " << turns << " turns");
        std::optional<pager<config_map>> pages(std::in_place, api, pager_options{.page_size = 2});
        background waiting(io, await(pages->next()));
        io.restart();
        for (int i = 0; i != turns; ++i) io.poll_one();
        REQUIRE_FALSE(waiting.ended);
        pages.reset();
        time.settle();
        CHECK(waiting.ended);
        CHECK(waiting.code() == errc::stopped);
    }
}

TEST_CASE_METHOD(paged_world, "the client may be destroyed right after its pager")
{
    server.inject(faults::late(1h).on("list"));
    {
        client own(env, endpoint{.server = "http://in-memory"}, {}, network.dialer());
        std::string seen;
        background waiting;
        {
            pager<config_map> pages(own, {.page_size = 2});
            waiting.start(io, until_the_end(pages, seen));
            time.run_for(1s);
            waiting.cancel();
            CHECK(waiting.code() == condition::cancelled);
            CHECK(server.open_connections() == 1); // the page is still on its way
        }
        own.close();
    }
    time.run_for(2h);
    CHECK(server.open_connections() == 0);
}

TEST_CASE_METHOD(paged_world, "client::list returns all pages in one, and client::get one object")
{
    auto const all = testing::run(io, time, api.list<config_map>("shop", list_options().limit(2)));
    CHECK(names(all) == "abcde");
    CHECK(all.resource_version == server.resource_version());
    CHECK(lists() == 3);

    auto const c = testing::run(io, time, api.get<config_map>("shop", "c"));
    CHECK(c->data.at("v") == "1");
    CHECK_THROWS_MATCHES(
        testing::run(io, time, api.get<config_map>("shop", "none")), api_error,
        Catch::Predicate<api_error>([](auto const& e) { return e.code() == condition::not_found; }));
}

TEST_CASE_METHOD(paged_world,
                 "a list that was read to its end has nothing remaining, whatever its first page said")
{
    CHECK_FALSE(testing::run(io, time, api.list<config_map>("shop", list_options().limit(2))).remaining);
    CHECK_FALSE(testing::run(io, time, api.list<config_map>("shop")).remaining);
}

TEST_CASE_METHOD(paged_world, "client::list begins again if a version is forgotten on the way")
{
    server.inject(faults::gone().on("list").on_later_pages());
    auto const all = testing::run(io, time, api.list<config_map>("shop", list_options().limit(2)));
    CHECK(names(all) == "abcde");
    CHECK_FALSE(all.begins_anew);
}

TEST_CASE_METHOD(world,
                 "a list that brings the same objects without end, on many pages or on one, is an error")
{
    bool const on_one_page = GENERATE(true, false);
    bool const by_pager = GENERATE(true, false);
    std::string items;
    for (int i = 0; i != (on_one_page ? 100'000 : 500); ++i)
        items +=
            R"({"metadata":{"name":")" + std::to_string(on_one_page ? 0 : i) + R"(","namespace":"shop"}},)";
    items.pop_back();
    int page = 0;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list" || ++page > 200) return std::nullopt; // so that the test ends
        return testing::canned_answer{.body = R"({"metadata":{"resourceVersion":"5","continue":")" +
                                              std::string(page % 2 == 0 ? "even" : "odd") +
                                              R"("},"items":[)" + items + "]}"};
    });
    pager<config_map> pages(api);
    std::string seen;
    background reading(io, by_pager ? until_the_end(pages, seen) : list_all(api));
    time.run_for(1min);
    CHECK(reading.code() == errc::unexpected_content);
    CHECK(reading.what().find("list /api/v1/configmaps") != std::string::npos);
    CHECK(reading.what().find("brings the same objects again and again") != std::string::npos);
    CHECK(page < 200);
}

TEST_CASE_METHOD(world, "a list whose pages repeat a continue token, or are empty without end, is an error")
{
    bool const repeats = GENERATE(true, false);
    int page = 0;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list") return std::nullopt;
        auto const token = repeats ? std::string("again") : std::to_string(++page);
        return testing::canned_answer{.body = R"({"metadata":{"resourceVersion":"5","continue":")" + token +
                                              R"("},"items":[]})"};
    });
    background all(io, list_all(api));
    time.run_for(1s);
    CHECK(all.code() == errc::unexpected_content);
    CHECK(all.what().find("list /api/v1/configmaps") != std::string::npos);
    CHECK(server.requests("list", config_maps) < (repeats ? 20 : 1100));
}
