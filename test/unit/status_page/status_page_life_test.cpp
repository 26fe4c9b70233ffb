// When the status page begins and ends, what it keeps, and what it answers.

#include "page_world.hpp"

#include <coinformer/controller/work_queue.hpp>

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <stdexcept>

namespace {

/// A clock that moves on whenever somebody looks at it, as a real one does.
class restless_clock final : public time_source {
public:
    explicit restless_clock(time_source& inner) : inner_(inner) {}
    time_point now() const noexcept override { return inner_.now() + ++looks_ * 1us; }
    wall_time wall_now() const noexcept override { return inner_.wall_now(); }
    std::unique_ptr<timer> make_timer(executor ex) override { return inner_.make_timer(std::move(ex)); }

private:
    time_source& inner_;
    mutable int looks_ = 0;
};

struct nameless_key {
    struct hash {
        std::size_t operator()(nameless_key const&) const noexcept { return 0; }
    };
    bool operator==(nameless_key const&) const = default;
    friend std::string to_string(nameless_key const&) { throw std::runtime_error("it has no name"); }
};

} // namespace

TEST_CASE_METHOD(page_world, "an informer that no factory runs is shown when it is added")
{
    shared_informer<pod> const pods(api, {.name = "mine"});
    page->show(pods);
    begin();
    CHECK(collection("pods.v1/mine").at("phase") == "idle");
    auto const following = start(shared_informer<pod>(pods).run());
    time.run_for(2s);
    CHECK(collection("pods.v1/mine").at("phase") == "watching");
    CHECK(collection("pods.v1/mine").at("name") == "mine");
}

TEST_CASE_METHOD(page_world, "collections of the same resource have different ids")
{
    informer_options other;
    other.label_selector = "app=web";
    auto const some = factory->of<config_map>(other);
    begin();
    CHECK(collection("configmaps.v1").at("label_selector") == "");
    CHECK(collection("configmaps.v1#2").at("label_selector") == "app=web");
}

TEST_CASE_METHOD(page_world, "a page outlives its factory, and shows it as stopped for ten minutes")
{
    begin();
    running.reset();
    {
        auto const released = std::move(configs);
    }
    factory.reset();
    time.run_for(5s);
    CHECK(time_line().ends_with("; stopped its informer was released, or its factory was destroyed"));
    CHECK_FALSE(status().at("verdict").at("live").as_bool());
    time.run_for(10min);
    CHECK(status().at("collections").as_array().empty());
}

TEST_CASE_METHOD(page_world, "an informer that the program gives back is shown as stopped, and is no failure")
{
    begin();
    auto pods = factory->of<pod>();
    time.run_for(5s);
    run(pods.release());
    time.run_for(5s);
    CHECK(collection("pods.v1").at("phase") == "stopped");
    CHECK(status().at("verdict").at("live").as_bool());
    CHECK(verdict().starts_with("The only collection is fresh"));
}

TEST_CASE_METHOD(page_world, "a page may be destroyed before its factory, and takes its handlers with it")
{
    begin();
    CHECK(run(configs.status()).handlers == 1);
    page.reset();
    time.run_for(2s);
    looking.reset();
    time.run_for(2s);
    CHECK(run(configs.status()).handlers == 0);
    CHECK(configs.snapshot().size() == 2);
}

TEST_CASE_METHOD(page_world, "a page is run once at a time, and may be run again")
{
    begin();
    CHECK_THROWS_WITH(run(page->run()), Catch::Contains("already"));
    looking.reset();
    auto const before = status().at("now").to_number<double>();
    time.run_for(1min);
    CHECK(status().at("now").to_number<double>() == before);
    looking.emplace(io, time, page->run());
    time.run_for(1s);
    CHECK(status().at("now").to_number<double>() == before + 61);
    CHECK(run(configs.status()).handlers == 1);
}

TEST_CASE_METHOD(page_world, "a page that is run again within an interval keeps its plots")
{
    page.emplace(env, status_page_options{.interval = 10s});
    page->show(*factory);
    begin();
    time.run_for(5min);
    auto const values_of_objects = [this] {
        auto const all = status();
        for (auto const& p : all.at("plots").as_array())
            if (p.at("id") == "objects")
                return std::ranges::count_if(p.at("ten_minutes").at("series").at(0).at("values").as_array(),
                                             [](json::value const& v) { return !v.is_null(); });
        return std::ptrdiff_t(0);
    };
    CHECK(values_of_objects() == 31);
    looking.reset();
    looking.emplace(io, time, page->run());
    time.run_for(1s);
    CHECK(values_of_objects() == 31);
}

TEST_CASE_METHOD(page_world, "the plots of ten minutes show ten minutes, whatever the interval is")
{
    auto const interval = GENERATE(1s, 7s, 10s, 60s);
    page.emplace(env, status_page_options{.interval = interval});
    page->show(*factory);
    begin();
    time.run_for(30min);
    auto const all = status();
    auto const now = all.at("now").to_number<double>();
    auto const is_of_ten_minutes = [&](json::value const& plot, json::array const& values) {
        auto const from = plot.at("from").to_number<double>();
        auto const lasts = plot.at("step").to_number<double>() * static_cast<double>(values.size());
        // each value of a small drawing is the mean of at most 5 s
        CHECK(from >= now - 600);
        CHECK(lasts <= 605);
        CHECK(lasts >= 580);
    };
    for (auto const& p : all.at("plots").as_array())
        for (auto const& line : p.at("ten_minutes").at("series").as_array())
            is_of_ten_minutes(p.at("ten_minutes"), line.at("values").as_array());
    auto const shown = collection("configmaps.v1");
    auto const& events = shown.at("events").at("ten_minutes");
    is_of_ten_minutes(events, events.at("values").as_array());
}

TEST_CASE_METHOD(page_world, "a line that has had no value for a day is forgotten, whatever the interval is")
{
    page.emplace(env, status_page_options{.interval = 1min});
    page->show(*factory);
    begin();
    auto pods = factory->of<pod>();
    time.run_for(10min);
    run(pods.release());
    auto const has_pods = [this] {
        auto const all = status();
        for (auto const& p : all.at("plots").as_array())
            for (auto const& line : p.at("day").at("series").as_array())
                if (p.at("id") == "objects" && line.at("name") == "pods") return true;
        return false;
    };
    time.run_for(23h);
    CHECK(has_pods());
    time.run_for(2h);
    CHECK_FALSE(has_pods());
}

TEST_CASE_METHOD(page_world, "a time line has no gaps, although a look takes time")
{
    restless_clock clock(time);
    auto restless = env;
    restless.time = &clock;
    page.emplace(restless);
    page->show(*factory);
    begin();
    time.run_for(1min);
    CHECK(time_line() == "list first list; watch");
}

TEST_CASE_METHOD(page_world, "an interval that is too short or too long is refused")
{
    CHECK_THROWS_WITH(status_page(env, {.interval = 999ms}), Catch::Contains("from 1 s to 1 min"));
    CHECK_THROWS_WITH(status_page(env, {.interval = 61s}), Catch::Contains("from 1 s to 1 min"));
}

TEST_CASE_METHOD(page_world, "answers are the page, its numbers, or 404, with headers for browsers")
{
    begin();
    auto const main = page->answer("/");
    CHECK(main.status == 200);
    CHECK(main.content_type == "text/html; charset=utf-8");
    CHECK(main.body.starts_with("<!DOCTYPE html>"));
    CHECK_FALSE(contains(main.body, "src="));
    auto const policy = std::ranges::find(main.headers, "Content-Security-Policy", &status_page_header::name);
    REQUIRE(policy != main.headers.end());
    CHECK(contains(policy->value, "default-src 'none'"));
    CHECK(contains(policy->value, "script-src 'sha256-"));
    CHECK(page->answer("/status.json?x=1").content_type == "application/json");
    CHECK(page->answer("/status.json").headers.size() == main.headers.size());
    CHECK(page->answer("/other").status == 404);
    CHECK(page->answer("status.json").status == 404);
    CHECK(page->answer("").status == 404);
}

TEST_CASE_METHOD(page_world, "after a day with a fault each hour the page is as bounded as before")
{
    // a look each 10 s in place of each second, so that the test takes a second in a Debug build
    page.emplace(env, status_page_options{.interval = 10s});
    page->show(*factory);
    begin();
    for (int hour = 0; hour != 25; ++hour) {
        time.run_for(50min);
        if (hour % 2 == 0) server.inject(faults::gone().on("watch"));
        server.disconnect();
        change<config_map>("a");
        time.run_for(10min);
    }
    auto const shown = collection("configmaps.v1");
    auto const& spans = shown.at("timeline").as_array();
    CHECK(spans.size() >= 24 * 2);
    CHECK(spans.size() <= 25 * 3 + 2);
    auto const now = status().at("now").to_number<double>();
    CHECK(spans.front().at("to").to_number<double>() >= now - 24 * 3600);
    for (std::size_t i = 1; i != spans.size(); ++i) CHECK(spans[i].at("from") == spans[i - 1].at("to"));
    auto const text = json();
    CHECK(text.size() < 200'000);
    auto const all = status();
    for (auto const& p : all.at("plots").as_array())
        for (auto const& line : p.at("day").at("series").as_array())
            CHECK(line.at("values").as_array().size() == 1440);
}

TEST_CASE_METHOD(page_world, "a key whose to_string() throws does not end the page")
{
    work_queue<nameless_key, nameless_key::hash> const queue(env, {.name = "orders"});
    page->show_keys("orders", queue);
    queue.add(nameless_key());
    begin();
    time.run_for(3s);
    CHECK_FALSE(looking->ended());
    auto const shown = status().at("work_queues").at(0);
    CHECK(shown.at("depth") == 1);
    REQUIRE(shown.at("keys").as_array().size() == 1);
    CHECK(contains(shown.at("keys").at(0).at("key").as_string(), "to_string()"));
    CHECK(collection("configmaps.v1").at("phase") == "watching");
}

TEST_CASE("a page may outlive its execution context, while it looks")
{
    std::optional<boost::asio::io_context> io(std::in_place);
    testing::virtual_clock time(*io);
    environment const env{.ex = io->get_executor(), .time = &time, .log = &no_log()};
    informer_factory factory(env);
    status_page page(env);
    page.show(factory);
    bool ended = false;
    boost::asio::co_spawn(*io, page.run(), [&](std::exception_ptr) { ended = true; });
    time.run_for(5s);
    io.reset();
    CHECK_FALSE(ended);
    CHECK(contains(page.answer("/status.json").body, "There is no informer yet."));
}
