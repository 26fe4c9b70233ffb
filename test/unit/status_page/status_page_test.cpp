// What a person sees on the status page, in virtual time beside an API server in the same process.

#include "page_world.hpp"

#include <coinformer/cache/key_share.hpp>
#include <coinformer/controller/work_queue.hpp>
#include <coinformer/testing/memory_storage.hpp>

TEST_CASE_METHOD(page_world, "a fresh collection is shown with its objects, its form and its time line")
{
    begin();
    auto const all = status();
    CHECK(verdict() == "The only collection is fresh; its last proof is 2 s old.");
    CHECK(all.at("verdict").at("ready").as_bool());
    CHECK(all.at("now").to_number<double>() - all.at("started").to_number<double>() == 2);
    auto const shown = collection("configmaps.v1");
    CHECK(shown.at("objects") == 2);
    CHECK(shown.at("phase") == "watching");
    CHECK(shown.at("form") == "streamed");
    CHECK(shown.at("resource_version").as_string() == server.resource_version());
    CHECK(shown.at("handlers") == 0); // the page's own handler is not counted
    CHECK(shown.at("failing_since").is_null());
    CHECK(time_line() == "list first list; watch");
    CHECK(json::serialize(shown.at("lists_by_cause")) ==
          R"([{"cause":"first list","form":"streamed","count":1}])");
}

TEST_CASE_METHOD(page_world, "a page that has not looked yet, and one about nothing, are valid as well")
{
    CHECK(status().at("collections").as_array().empty());
    status_page const empty(env);
    CHECK(contains(empty.answer("/status.json").body, "There is no informer yet."));
}

TEST_CASE_METHOD(page_world, "a first list that takes long is shown by what it has brought")
{
    for (int i = 0; i != 8; ++i) put<pod>("p" + std::to_string(i));
    server.inject(faults::late(20s).of("pods").on_later_pages());
    informer_options const in_pages{.fetch = fetch_mode::list, .page_size = 5};
    auto const pods = factory->of<pod>(in_pages);
    begin();
    time.run_for(5s);
    auto const shown = collection("pods.v1");
    CHECK(shown.at("phase") == "reading");
    CHECK(shown.at("listed") == 5);
    CHECK(shown.at("remaining") == 3);
    CHECK(verdict() == "1 of 2 collections is not complete yet.");
    CHECK(contains(json::serialize(status().at("verdict").at("reasons")), "brought 5 objects"));
}

TEST_CASE_METHOD(page_world, "a failing collection is shown with the server's words, and since when")
{
    begin();
    time.run_for(1min);
    auto const then = status().at("now").to_number<double>();
    server.inject(faults::unavailable().times(testing::fault::always));
    server.disconnect();
    time.run_for(3min);
    auto const shown = collection("configmaps.v1");
    CHECK(contains(shown.at("last_failure").as_string(), "service unavailable: injected fault"));
    CHECK(shown.at("failing_since").to_number<double>() == then);
    CHECK(shown.at("phase") == "waiting");
    CHECK(verdict() == "1 of 1 collection is failing. The program goes on with what it has read.");
    CHECK(contains(time_line(), "watch; back-off watch /api/v1/configmaps: "));
    server.heal();
    time.run_for(3min);
    CHECK(time_line().ends_with("; watch"));
    CHECK(contains(verdict(), "fresh"));
}

TEST_CASE_METHOD(page_world, "a missing permission is named")
{
    server.inject(faults::forbidden().times(testing::fault::always));
    begin();
    time.run_for(30s);
    CHECK_FALSE(status().at("verdict").at("ready").as_bool());
    CHECK(contains(json::serialize(status().at("verdict").at("reasons")), "forbidden"));
    CHECK(contains(time_line(), "back-off list /api/v1/configmaps: forbidden"));
}

TEST_CASE_METHOD(page_world, "a resource that the server does not have is shown as that")
{
    server.inject(faults::status(404).times(testing::fault::always));
    begin();
    time.run_for(5s);
    CHECK(collection("configmaps.v1").at("phase") == "unserved");
    CHECK(contains(time_line(), "unserved"));
}

TEST_CASE_METHOD(page_world, "a relist after 410 is in the time line, although it took no time")
{
    begin();
    time.run_for(10s);
    server.inject(faults::gone().on("watch"));
    server.disconnect();
    time.run_for(10s);
    CHECK(time_line() == "list first list; watch; list resource version is too old; watch");
    auto const spans = collection("configmaps.v1").at("timeline").as_array();
    CHECK(spans[2].at("to").to_number<double>() - spans[2].at("from").to_number<double>() == 1);
}

TEST_CASE_METHOD(page_world, "a watch that brings nothing any more is shown as silent")
{
    begin();
    server.inject(faults::stall(200).on("watch"));
    server.disconnect();
    time.run_for(80s);
    CHECK(contains(time_line(), "; silent"));
    time.run_for(10min);
    CHECK(time_line().ends_with("; watch"));
}

TEST_CASE_METHOD(page_world, "an informer that has ended is shown as stopped")
{
    begin();
    CHECK(contains(time_line(), "watch"));
    run(factory->stop());
    time.run_for(2s);
    CHECK(time_line().ends_with("; stopped"));
    CHECK_FALSE(status().at("verdict").at("live").as_bool());
}

TEST_CASE_METHOD(page_world, "the last snapshot is shown, and what came from the one before")
{
    put<pod>("p");
    auto const disk = std::make_shared<testing::memory_storage>();
    informer_options const saving{.warm_start = {.storage = disk, .interval = 1s, .quiet = 1s}};
    {
        shared_informer<pod> before(api, saving);
        auto const running_before = start(before.run());
        time.run_for(5s);
    }
    auto const pods = factory->of<pod>(saving);
    begin();
    time.run_for(1min);
    auto shown = collection("pods.v1");
    CHECK(shown.at("restored") == 1);
    CHECK(shown.at("snapshot").at("seconds_since_saved").is_null()); // nothing has changed
    CHECK(shown.at("snapshot").at("last_failure") == "");
    CHECK(shown.at("audit").is_null());

    put<pod>("q");
    time.run_for(10s);
    shown = collection("pods.v1");
    CHECK(shown.at("snapshot").at("seconds_since_saved").to_number<double>() == Approx(9).margin(1));
    CHECK(shown.at("snapshot").at("objects") == 2);
    CHECK(shown.at("snapshot").at("bytes") == disk->bytes->size());

    disk->failure = "the disk is full";
    put<pod>("r");
    time.run_for(10s);
    shown = collection("pods.v1");
    CHECK(shown.at("snapshot").at("last_failure") == "the disk is full");
    CHECK(shown.at("snapshot").at("objects") == 2); // it is still there
    CHECK(collection("configmaps.v1").at("snapshot").is_null());
}

TEST_CASE_METHOD(page_world, "the share of an informer that keeps one is shown, and who filters")
{
    for (int i = 0; i != 20; ++i) put<pod>("p" + std::to_string(i));
    informer_options which;
    which.fetch = fetch_mode::list;
    which.shard = fixed_share(shard_ranges::part(1, 4));
    auto const pods = factory->of<pod>(which);
    begin();
    CHECK(collection("configmaps.v1").at("share").is_null());
    auto const shown = collection("pods.v1");
    CHECK(shown.at("share").at("part") == 0.25);
    CHECK(shown.at("share").at("server_filters") == false);
    CHECK(shown.at("share").at("foreign").to_number<std::size_t>() ==
          20 - shown.at("objects").to_number<std::size_t>());
}

TEST_CASE_METHOD(page_world, "the last audit is shown, and why none could be made")
{
    put<pod>("p");
    auto const pods = factory->of<pod>({.audit = {.interval = 1min}});
    begin();
    auto audit = collection("pods.v1").at("audit");
    CHECK(audit.at("seconds_since_compared").is_null());
    time.run_for(70s);
    audit = collection("pods.v1").at("audit");
    CHECK(audit.at("seconds_since_compared").to_number<double>() < 13);
    CHECK(audit.at("objects") == 1);
    CHECK(audit.at("differences") == 0);
    CHECK(audit.at("last_failure") == "");

    server.inject(faults::unavailable().on("list").of("pods"));
    time.run_for(1min);
    audit = collection("pods.v1").at("audit");
    CHECK(audit.at("seconds_since_compared").to_number<double>() > 60);
    CHECK(contains(audit.at("last_failure").as_string(), "service unavailable"));
    CHECK(collection("configmaps.v1").at("audit").is_null());
}

TEST_CASE_METHOD(page_world, "a slow handler is shown first, with what waits for it")
{
    auto const slow = [this](object_ptr<config_map> const&, object_ptr<config_map> const&) {
        return time.sleep_for(10s);
    };
    configs.on_change({.updated = [](config_map const&) {}}, {.name = "quick"});
    configs.on_change({.updated = slow}, {.policy = overflow::block, .name = "slow"});
    begin();
    for (int i = 0; i != 3; ++i) {
        change<config_map>("a");
        time.run_for(1s);
    }
    auto const row = status().at("handlers").at(0);
    CHECK(row.at("collection") == "configmaps.v1");
    time.run_for(11s);
    auto const rows = status().at("handlers").as_array();
    REQUIRE(rows.size() == 2); // the page's own handler has no row
    CHECK(rows[0].at("name") == "slow");
    CHECK(rows[0].at("waiting") == 2);
    CHECK(rows[0].at("oldest_seconds").to_number<double>() > 10);
    CHECK(rows[0].at("mean_seconds").to_number<double>() > 1);
    CHECK(rows[1].at("name") == "quick");
    CHECK(rows[1].at("changes") == 5);
    CHECK(collection("configmaps.v1").at("handlers") == 2);
}

TEST_CASE_METHOD(page_world, "the plots show events, objects, bytes, and what waits")
{
    configs.on_change({.updated = [](config_map const&) {}}, {.name = "h"});
    begin();
    change<config_map>("a");
    time.run_for(3s);
    auto const all = status();
    auto const values = [&](std::string_view id, std::string_view name) {
        for (auto const& p : all.at("plots").as_array())
            for (auto const& line : p.at("ten_minutes").at("series").as_array())
                if (p.at("id").as_string() == id && line.at("name").as_string() == name)
                    return json::serialize(line.at("values"));
        return std::string("none");
    };
    CHECK(collection("configmaps.v1").at("seconds_since_event") == 2);
    CHECK(values("objects", "configmaps") == "[0,2,2,2,2,2]");
    CHECK(values("events", "modified") == "[0,0,0,1,0,0]");
    CHECK(values("waiting", "configmaps h") == "[0,0,0,0,0,0]");
    CHECK(values("lag", "configmaps h") == "[null,0,null,0,null,null]");
    CHECK(values("received", "configmaps").ends_with(",0,0]")); // the answers have come before
}

TEST_CASE_METHOD(page_world, "the objects that change most are named, but never secrets")
{
    put<secret>("password");
    auto const secrets = factory->of<secret>();
    informer_options by_name;
    by_name.field_selector = "metadata.name=password";
    auto const one_secret = factory->of<secret>(by_name);
    begin();
    for (int i = 0; i != 5; ++i) {
        change<config_map>("b");
        change<secret>("password");
        if (i == 0) change<config_map>("a");
        time.run_for(1s);
    }
    CHECK(json::serialize(status().at("hot_objects")) ==
          R"([{"collection":"configmaps.v1","name":"shop/b","changes":5},)"
          R"({"collection":"configmaps.v1","name":"shop/a","changes":1}])");
    CHECK_FALSE(contains(json(), "password"));
    time.run_for(11min);
    CHECK(status().at("hot_objects").as_array().empty());
}

TEST_CASE_METHOD(page_world, "no object is named if the options say so, and no handler is added")
{
    status_page quiet(env, {.object_names = false});
    quiet.show(*factory);
    running.emplace(io, time, factory->run());
    looking.emplace(io, time, quiet.run());
    time.run_for(2s);
    change<config_map>("a");
    time.run_for(2s);
    auto const shown = json::parse(quiet.answer("/status.json").body);
    CHECK(shown.at("hot_objects").as_array().empty());
    CHECK(run(configs.status()).handlers == 0);
}

TEST_CASE_METHOD(page_world, "the oldest keys of a work queue are shown, unless objects must not be named")
{
    status_page quiet(env, {.object_names = false});
    work_queue<object_name> const queue(env, {.name = "orders"});
    for (status_page* const one : {&*page, &quiet}) one->show_keys("orders", queue);
    queue.add(object_name("shop", "a"));
    begin();
    auto const also_looking = start(quiet.run());
    time.run_for(3s);
    auto const shown = status().at("work_queues").at(0);
    CHECK(shown.at("name") == "orders");
    CHECK(shown.at("oldest_seconds") == 5);
    CHECK(json::serialize(shown.at("keys")) == R"([{"key":"shop/a","seconds":5,"working":false}])");
    auto const hidden = json::parse(quiet.answer("/status.json").body).at("work_queues").at(0);
    CHECK(hidden.at("depth") == 1);
    CHECK(hidden.at("keys").as_array().empty());
}

TEST_CASE_METHOD(page_world, "a page gets only the plots that it asks for, and the memory of each collection")
{
    begin();
    time.run_for(1min);
    auto const spans = [&](std::string const& query) {
        auto const all = json::parse(page->answer("/status.json" + query).body);
        auto const& plot = all.at("plots").at(0).as_object();
        return std::string(plot.contains("ten_minutes") ? "ten minutes " : "") +
               (plot.contains("day") ? "day" : "");
    };
    CHECK(spans("") == "ten minutes day");
    CHECK(spans("?plots=all") == "ten minutes day");
    CHECK(spans("?plots=ten_minutes") == "ten minutes ");
    CHECK(spans("?plots=day") == "day");
    auto const bytes = run(configs.status()).memory.total();
    CHECK(bytes > 100);
    CHECK(collection("configmaps.v1").at("bytes") == bytes);
}

TEST_CASE_METHOD(page_world, "requests are shown by what was asked, most first")
{
    begin();
    for (int i = 0; i != 4; ++i) run(api.get<config_map>("shop", "a"));
    time.run_for(1s);
    auto const first = status().at("requests").at(0);
    CHECK(first.at("verb") == "get");
    CHECK(first.at("resource") == "configmaps");
    CHECK(first.at("count") == 4);
    CHECK(first.at("bytes").to_number<double>() > 100);
}

TEST_CASE("without a registry the page shows collections and their time lines")
{
    testing::fake_cluster test({}, {.log = &no_log(), .seed = 7});
    informer_factory factory(test.api);
    auto const configs = factory.of<status_world::config_map>();
    status_page page(test.env);
    page.show(factory);
    auto const running = test.start(factory.run());
    auto const looking = test.start(page.run());
    test.time.run_for(2s);
    auto const all = json::parse(page.answer("/status.json").body);
    auto const& shown = all.at("collections").at(0);
    CHECK(shown.at("timeline").at(0).at("cause") == "first list");
    CHECK(shown.at("seconds_since_event").is_null());
    CHECK(all.at("handlers").as_array().empty());
}
