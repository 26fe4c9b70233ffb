// Contract: what a flight recorder has written down can be replayed, in virtual time and with the same
// handlers.

#include "cache/recorder/recording.hpp"
#include "flight_recorder_world.hpp"

#include <coinformer/testing/memory_storage.hpp>

TEST_CASE_METHOD(recorded_world,
                 "a recording from the first list on is replayed with the same calls at the same times")
{
    for (auto const mode : {fetch_mode::list, fetch_mode::stream}) {
        put("a", "1");
        put("b", "1");
        begin({.fetch = mode, .page_size = 1});
        set("a", "2");
        time.run_for(1500ms);
        remove("b");
        put("c", "1");
        time.run_for(10min);
        set("c", "2");
        time.run_for(1s);
        replay again(recorder->recording(), options);
        CHECK(again.desk.difference().empty());
        CHECK(again.calls.after(-1s) == calls->after(-1s));
        CHECK(again.calls.all.size() == 6);
        CHECK(contents(again.informer) == contents(*informer));
        CHECK(again.desk.resource() == "configmaps");
        CHECK(again.desk.length() == recorder->length());
        running.cancel();
        for (auto const* name : {"a", "c"}) remove(name);
    }
}

TEST_CASE_METHOD(recorded_world, "a recording is bounded, and begins with the objects that were there")
{
    begin({}, {.bytes = 128 * 1024});
    std::size_t most = 0;
    for (int i = 0; i != 400; ++i) {
        change_something(2000);
        time.run_for(700ms);
        most = std::max(most, recorder->bytes());
        if (i > 100) CHECK(recorder->bytes() > 30 * 1024);
    }
    CHECK(most <= 128 * 1024);
    CHECK(recorder->length() < 2min);
    replay again(recorder->recording(), options);
    CHECK(again.desk.difference().empty());
    auto const expected = calls->after(base());
    CHECK(expected.size() > 10);
    CHECK(again.calls.after(0s) == expected);
    CHECK(contents(again.informer) == contents(*informer));
    CHECK(again.running.ended() == false);
    CHECK(run(informer->status()).reflector.lists + run(informer->status()).reflector.streams == 1);
}

namespace {

/// Says if a bad server is often too busy to send the further pages of a list.
enum class further_pages { sent, refused };

/// One seed is one history of an informer with a bad server.
struct bad_history : recorded_world {
    explicit bad_history(std::uint64_t seed, further_pages pages = further_pages::sent)
        : recorded_world({.bookmark_interval = seed % 7 == 0 ? duration(24h) : duration(60s)})
    {
        dice = random_source(seed);
        if (seed % 5 == 0) namespaces = {"shop", "bank"};
        begin({.namespaces = namespaces,
               .fetch = seed % 2 == 0 ? fetch_mode::list : fetch_mode::stream,
               .page_size = 1 + static_cast<std::size_t>(dice.below(4))},
              {.bytes = std::size_t(seed % 3 == 0 ? 1024 : 64) * 1024},
              seed % 4 < 2 ? encoding::json : encoding::protobuf);
        for (int i = 0; i != 150; ++i) {
            change_something(static_cast<std::size_t>(dice.below(2000)));
            time.run_for(1ms); // the order of two namespaces at one instant is not recorded
            if (dice.below(10) == 0) put("b" + std::to_string(i), "1", "bank");
            disturb();
            if (pages == further_pages::refused && dice.below(15) == 0) refuse_pages();
            time.run_for(std::chrono::milliseconds(dice.below(3000)));
            if (dice.below(50) == 0) time.run_for(10min);
        }
        server.heal();
        time.run_for(10min); // everything is up to date again
        change_something(10);
        time.run_for(1min);
    }
    void disturb()
    {
        switch (dice.below(50)) {
        case 0: server.disconnect(); break;
        case 1: network.reset(); break;
        case 2: server.inject(faults::internal_error().times(1 + dice.below(3))); break;
        case 3: server.inject(faults::gone().on("watch")); break;
        case 4: network.silence(); break;
        case 5:
            network.refuse(true);
            network.reset();
            time.run_for(20s);
            network.refuse(false);
            break;
        case 6: server.inject(faults::cut(static_cast<std::size_t>(dice.below(3000)))); break;
        case 7:
            network.hang(true);
            network.reset();
            time.run_for(40s);
            network.hang(false);
            break;
        case 8: server.inject(faults::late(45s).times(1 + dice.below(3))); break;
        case 9: server.inject(faults::stall(static_cast<std::size_t>(dice.below(3000)))); break;
        default: break;
        }
    }
    /// Lets the informer list. Its list gets through, or begins anew after ten refusals.
    void refuse_pages()
    {
        server.inject(faults::gone().on("watch"));
        server.inject(faults::throttled(2s).on_later_pages().times(1 + dice.below(12)));
        server.disconnect();
    }

    std::vector<std::string> namespaces;
};

/// Returns how many further pages of lists the server of a recording has refused.
std::ptrdiff_t refused_pages(std::string const& recording)
{
    auto const is_refused_page = [](recorded_answer const& one) {
        return one.asked.is_further && one.refusal && one.refusal->retry_after;
    };
    return std::ranges::count_if(decoded_recording(recording).answers, is_refused_page);
}

} // namespace

TEST_CASE("a recording of an informer with a bad server is replayed with the same calls")
{
    std::size_t with_base = 0, from_the_beginning = 0;
    // In history 156 the recorded informer chooses by failures before the beginning of the recording.
    for (std::uint64_t seed = 130; seed != 170; ++seed) {
        CAPTURE(seed);
        bad_history const w(seed);
        REQUIRE(w.recorder->length() > 0s);
        replay again(w.recorder->recording(), w.options);
        CHECK(again.desk.difference() == "");
        auto const base = w.base();
        ++(base == 0s ? from_the_beginning : with_base);
        CHECK(again.calls.after(0s) == w.calls->after(base));
        CHECK(contents(again.informer) == contents(*w.informer));
    }
    CHECK(with_base > 10);
    CHECK(from_the_beginning > 10);
}

TEST_CASE("a recording of lists whose pages a busy server refuses is replayed with the same calls")
{
    std::ptrdiff_t refusals = 0;
    for (std::uint64_t seed = 200; seed != 232; seed += 2) { // the even ones list by pages
        CAPTURE(seed);
        bad_history const w(seed, further_pages::refused);
        REQUIRE(w.recorder->length() > 0s);
        auto const recording = w.recorder->recording();
        refusals += refused_pages(recording);
        replay again(recording, w.options);
        CHECK(again.desk.difference() == "");
        CHECK(again.calls.after(0s) == w.calls->after(w.base()));
        CHECK(contents(again.informer) == contents(*w.informer));
    }
    CHECK(refusals > 50);
}

TEST_CASE_METHOD(recorded_world, "an informer that runs long after it was made is replayed at its times")
{
    for (auto const mode : {fetch_mode::list, fetch_mode::stream}) {
        make({.fetch = mode});
        time.run_for(2min);
        put("a", "1");
        running.start(io, informer->run());
        time.run_for(1s);
        replay again(recorder->recording(), options);
        CHECK(again.desk.difference() == "");
        CHECK(again.calls.after(0s) == calls->after(0s));
        CHECK(again.calls.all.size() == 1);
        running.cancel();
        remove("a");
    }
}

TEST_CASE_METHOD(recorded_world,
                 "a list that does not fit leaves no recording, until the store has caught up with a watch")
{
    put("big", std::string(200'000, 'x'));
    begin({}, {.bytes = 128 * 1024});
    CHECK(recorder->bytes() < 128 * 1024);
    set("big", "1");
    time.run_for(1s);
    put("small", "1");
    time.run_for(1s);
    REQUIRE(recorder->length() > 0s);
    replay again(recorder->recording(), options);
    CHECK(contents(again.informer) == contents(*informer));
    CHECK(again.calls.changes_after(0s) == lines{"~ big=1", "+ small=1"});
}

TEST_CASE_METHOD(
    recorded_world,
    "behind a list that does not fit, a recording begins with the watch, although nothing changes")
{
    put("big", std::string(200'000, 'x'));
    begin({.fetch = fetch_mode::list}, {.bytes = 128 * 1024});
    REQUIRE(recorder->length() > 0s);
    CHECK(recorder->bytes() < 128 * 1024);
    set("big", "1");
    time.run_for(1s);
    replay again(recorder->recording(), options);
    CHECK(contents(again.informer) == contents(*informer));
    CHECK(again.calls.changes_after(0s) == lines{"~ big=1"});
}

TEST_CASE_METHOD(recorded_world, "a recording of several namespaces begins where all of them are")
{
    begin({.namespaces = {"shop", "bank"}}, {.bytes = 64 * 1024});
    for (int i = 0; i != 200; ++i) {
        change_something(1000);
        if (i % 7 == 0) put("b" + std::to_string(i), "1", "bank");
        time.run_for(300ms);
    }
    REQUIRE(base() > 0s);
    replay again(recorder->recording(), options);
    CHECK(again.desk.difference().empty());
    CHECK(again.calls.changes_after(0s) == calls->changes_after(base()));
    CHECK(contents(again.informer) == contents(*informer));
}

TEST_CASE_METHOD(recorded_world, "an informer that began with a snapshot is recorded from its first watch on")
{
    put("old", "1");
    auto const disk = std::make_shared<testing::memory_storage>();
    informer_options const warm{.warm_start = {.storage = disk}};
    begin(warm);
    running.cancel();
    REQUIRE(disk->bytes);
    put("new", "1");
    begin(warm);
    CHECK(run(informer->status()).reflector.restored == 1);
    set("old", "2");
    time.run_for(1s);
    set("old", "3");
    time.run_for(1s);
    replay again(recorder->recording(), options);
    CHECK(again.desk.difference().empty());
    CHECK(contents(again.informer) == contents(*informer));
    CHECK(again.calls.changes_after(0s).back() == "~ old=3");
}

TEST_CASE_METHOD(recorded_world, "the list with which an audit repairs the copy is replayed when it came")
{
    auto const disk = std::make_shared<testing::memory_storage>();
    {
        recorded_world other; // nobody can tell its server from this one: UIDs and versions are the same
        other.put("only-there", "1");
        other.put("both", "1");
        other.begin({.warm_start = {.storage = disk}});
        other.running.cancel();
    }
    REQUIRE(disk->bytes);
    put("only-here", "1");
    put("both", "2");
    begin({.audit = {.interval = 5min}, .warm_start = {.storage = disk}});
    put("a", "1"); // the recording begins here
    time.run_for(1s);
    REQUIRE(recorder->length() > 0s);
    time.run_for(10min);
    auto const base_of_calls = base();
    REQUIRE(contents(*informer).size() == 3);
    replay again(recorder->recording(), options);
    CHECK(again.desk.difference() == "");
    CHECK(again.calls.after(0s) == calls->after(base_of_calls));
    CHECK(again.calls.changes_after(0s) == lines{"- only-there=1", "~ both=2", "+ only-here=1"});
    CHECK(contents(again.informer) == contents(*informer));
}

TEST_CASE_METHOD(recorded_world, "an outage of many hours is recorded in the same memory")
{
    put("a", "1");
    begin({}, {.bytes = 64 * 1024});
    network.refuse(true);
    network.reset();
    time.run_for(10h);
    CHECK(recorder->bytes() <= 64 * 1024);
    network.refuse(false);
    time.run_for(1min);
    set("a", "2");
    time.run_for(1s);
    set("a", "3");
    time.run_for(1s);
    replay again(recorder->recording(), options);
    CHECK(contents(again.informer) == contents(*informer));
}

TEST_CASE("a recording has each change once, although a slow handler keeps the store behind the watch")
{
    for (auto const order : {queue_order::by_arrival, queue_order::by_key}) {
        recorded_world w;
        w.begin({.order = order}, {.bytes = 64 * 1024});
        auto const take_time = [&]() -> task<> { co_await w.time.sleep_for(30ms); };
        w.informer->on_change({.added = [&](config_map const&) { return take_time(); },
                               .updated = [&](config_map const&, config_map const&) { return take_time(); },
                               .deleted = [&](config_map const&) { return take_time(); }},
                              {.policy = overflow::block, .capacity = 1});
        std::size_t most_queued = 0;
        for (int i = 0; i != 2000; ++i) {
            w.change_something(100);
            w.time.run_for(std::chrono::milliseconds(w.dice.below(20)));
            if (i % 100 == 0) most_queued = std::max(most_queued, w.run(w.informer->status()).queued);
        }
        CHECK(most_queued > 2);
        w.time.run_for(5min);
        for (int i = 0; i != 20; ++i) {
            w.change_something(800);
            w.time.run_for(10s);
        }
        REQUIRE(w.recorder->length() > 0s);
        REQUIRE(w.base() > 0s);
        replay again(w.recorder->recording(), w.options);
        CHECK(again.desk.difference() == "");
        CHECK(contents(again.informer) == contents(*w.informer));
        if (order == queue_order::by_arrival)
            CHECK(again.calls.changes_after(0s) == w.calls->changes_after(w.base()));
    }
}
