// Contract: which informers can be recorded, when there is a recording, and what becomes of its file.

#include "cache/recorder/recording.hpp"
#include "flight_recorder_world.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace {

struct value_of_map { // it is computed, and not described
    std::string value;
};

} // namespace

TEST_CASE_METHOD(recorded_world, "a recording that has no beginning is refused")
{
    flight_recorder const unused;
    CHECK(unused.length() == 0s);
    try {
        unused.recording();
        FAIL("it has written something");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::no_version);
    }
}

TEST_CASE_METHOD(recorded_world,
                 "an informer whose answers cannot be recorded is refused, and the message says why")
{
    auto const refusal = [&](informer_options o, resource of = config_maps) {
        try {
            shared_informer<config_map> const refused(api, std::move(o), of);
        } catch (api_error const& e) {
            CHECK(e.code() == errc::bad_request);
            return std::string(e.what());
        }
        return std::string("not refused");
    };
    auto const recorder_of_two = std::make_shared<flight_recorder>();
    shared_informer<config_map> const first(api, {.recorder = recorder_of_two});
    CHECK_THAT(refusal({.recorder = recorder_of_two}), Catch::Contains("has served an informer already"));
    resource const secrets{.group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};
    CHECK_THAT(refusal({.recorder = std::make_shared<flight_recorder>()}, secrets),
               Catch::Contains("flight_recorder_options::secrets"));
    CHECK(refusal({.recorder = std::make_shared<flight_recorder>(flight_recorder_options{.secrets = true})},
                  secrets) == "not refused");
    auto const recorded = [] { return std::make_shared<flight_recorder>(); };
    auto const text_of = [](auto make) {
        try {
            make();
        } catch (api_error const& e) {
            return std::string(e.what());
        }
        return std::string("not refused");
    };
    auto const computed = transform<config_map>().derive<value_of_map>(
        [](object_ptr<config_map> const& c) { return value_of_map{c->data.at("v")}; });
    CHECK_THAT(
        text_of([&] { shared_informer<value_of_map> const x(api, computed, {.recorder = recorded()}); }),
        Catch::Contains("the objects cannot be saved"));
    CHECK_THROWS_WITH(flight_recorder({.bytes = 100}), Catch::Contains("flight_recorder_options::bytes"));
}

TEST_CASE_METHOD(recorded_world, "a recording goes through a file that only its user may read")
{
    put("a", "1");
    begin();
    auto const path = std::filesystem::temp_directory_path() / ("recording." + std::to_string(::getpid()));
    recorder->write(path);
    auto const mode = std::filesystem::status(path).permissions();
    auto const bytes = testing::read_recording(path);
    std::filesystem::remove(path);
    CHECK(mode == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
    replay again(bytes, options);
    CHECK(contents(again.informer) == contents(*informer));

    // Neither a file that others may read nor a link keeps others from what is in it.
    std::ofstream(path) << "old";
    std::filesystem::permissions(path, std::filesystem::perms::all);
    auto const link = path.string() + ".link";
    std::filesystem::create_symlink(path, link);
    recorder->write(link);
    CHECK(std::filesystem::file_size(path) == 3);
    CHECK(std::filesystem::status(link).permissions() == mode);
    recorder->write(path);
    CHECK(std::filesystem::status(path).permissions() == mode);
    std::filesystem::remove(path);
    std::filesystem::remove(link);
    CHECK_THROWS_WITH(testing::read_recording(path), Catch::Contains(path.string()));
    CHECK_THROWS_WITH(recorder->write("/nowhere/at/all"), Catch::Contains("/nowhere/at/all"));
}

TEST_CASE_METHOD(recorded_world, "an informer that asks for something else than before is told of")
{
    put("a", "1");
    begin({.fetch = fetch_mode::list});
    auto other = options;
    other.fetch = fetch_mode::stream;
    replay again(recorder->recording(), other);
    CHECK_THAT(again.desk.difference(), Catch::Contains("asks for a streamed list of /api/v1/configmaps") &&
                                            Catch::Contains("asked for a list"));
}

TEST_CASE("a recording that fills the memory to the last byte has its beginning")
{
    auto const bytes_of_recording = [](std::size_t limit) {
        recorded_world w;
        w.put("big", std::string(100'000, 'x'));
        w.begin({.fetch = fetch_mode::list}, {.bytes = limit});
        CHECK(w.base() == 0s);
        return w.recorder->bytes();
    };
    auto const needed = bytes_of_recording(1024 * 1024);
    REQUIRE(needed > 100'000);
    CHECK(bytes_of_recording(needed) == needed);
}

TEST_CASE("a recorder that outlives everything else can still be asked")
{
    std::shared_ptr<flight_recorder> recorder;
    {
        recorded_world w;
        w.put("a", "1");
        w.begin();
        recorder = w.recorder;
    }
    CHECK(recorder->length() >= 1s);
    replay again(recorder->recording(), {});
    CHECK(contents(again.informer).size() == 1);
}

TEST_CASE_METHOD(recorded_world, "the wall clock of a replay shows the time of the recording")
{
    begin();
    time.run_for(1h);
    testing::recorded_cluster desk(recorder->recording());
    CHECK(desk.began() == time.wall_now() - 1h - 1s);
    CHECK(desk.time.wall_now() == desk.began());
    desk.play();
    CHECK(desk.time.wall_now() == time.wall_now());
}

TEST_CASE_METHOD(recorded_world, "a replay stops before a moment, and goes on")
{
    begin();
    time.run_for(9s);
    put("a", "1");
    time.run_for(10s);
    put("b", "1");
    time.run_for(1s);
    testing::recorded_cluster desk(recorder->recording());
    CHECK(desk.begins_with_list());
    shared_informer<config_map> again(desk.api, desk.replayed(options));
    auto const running_again = desk.start(again.run());
    desk.play_until(desk.began() + 20s);
    CHECK(contents(again).size() == 1);
    desk.play();
    CHECK(contents(again).size() == 2);
    CHECK(desk.time.wall_now() == time.wall_now());
    desk.play_until(desk.began());
    desk.play();
    CHECK(desk.time.wall_now() == time.wall_now());
}

TEST_CASE_METHOD(recorded_world,
                 "what is no part of a recording is answered at once, and another collection is told of")
{
    begin();
    testing::recorded_cluster desk(recorder->recording());
    auto const code_of = [&](auto request) {
        try {
            desk.run(std::move(request));
        } catch (api_error const& e) {
            return e.status().code;
        }
        return 0;
    };
    CHECK(code_of(desk.api.remove(config_maps, "shop", "a")) == 501);
    CHECK(desk.difference().empty());
    CHECK(code_of(desk.api.list(config_maps, "bank")) == 501);
    CHECK_THAT(desk.difference(),
               Catch::Contains("of configmaps, has no answer to /api/v1/namespaces/bank/configmaps"));
}

TEST_CASE_METHOD(recorded_world, "a refusal with a status that HTTP does not have is recorded without it")
{
    bool is_odd = true;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (!is_odd || asked.verb != "list") return std::nullopt;
        testing::canned_answer odd;
        odd.status = 500;
        odd.body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"odd","code":999})";
        return odd;
    });
    begin(listing());
    is_odd = false;
    time.run_for(5min);
    CHECK(informer->has_synced());

    auto const made = decoded_recording(recorder->recording());
    auto const refused =
        std::ranges::find_if(made.answers, [](auto const& one) { return one.refusal.has_value(); });
    REQUIRE(refused != made.answers.end());
    CHECK(refused->refusal->status == 0);
    CHECK(refused->refusal->message == "odd");
}
