// Contract: when an informer saves its snapshot, and what it does if that fails.

#include "warm_start_world.hpp"

#include <algorithm>
#include <vector>

namespace {

struct storage_without_sinks final : snapshot_storage {
    std::string name() const override { return "the broken storage"; }
    std::unique_ptr<snapshot_source> open() override { return nullptr; }
    std::unique_ptr<snapshot_sink> create() override { return nullptr; }
    bool blocks() const noexcept override { return false; }
};

} // namespace

TEST_CASE_METHOD(restarts, "a snapshot is saved when it has been quiet, and not again before the interval")
{
    options.warm_start.interval = 1min;
    options.warm_start.quiet = 5s;
    start(4s);
    CHECK(storage->saved == 0);
    time.run_for(2s);
    CHECK(storage->saved == 1);
    set("a", "2");
    time.run_for(50s);
    CHECK(storage->saved == 1);
    time.run_for(20s);
    CHECK(storage->saved == 2);
    server.create({.group = "", .version = "v1", .plural = "services", .kind = "Service"},
                  R"({"metadata":{"name":"x","namespace":"shop"}})");
    time.run_for(5min); // from here on, bookmarks alone move the version
    CHECK(storage->saved == 2);
    time.run_for(6min);
    CHECK(storage->saved == 3);
}

TEST_CASE_METHOD(restarts, "a collection that is never quiet is saved all the same")
{
    options.warm_start.interval = 10s;
    options.warm_start.quiet = 5s;
    start(6s);
    REQUIRE(storage->saved == 1);
    auto const change_for = [&](int seconds) {
        for (int i = 0; i < seconds; ++i) {
            set("a", std::to_string(i) + std::string(100, 'x'));
            time.run_for(1s);
        }
    };
    SECTION("for the first time, after one interval")
    {
        kill();
        storage->bytes.reset();
        storage->saved = 0;
        start(0s);
        change_for(8);
        CHECK(storage->saved == 0);
        change_for(4);
        CHECK(storage->saved == 1);
    }
    SECTION("after ten intervals")
    {
        change_for(90);
        CHECK(storage->saved == 1);
        change_for(20);
        CHECK(storage->saved == 2);
    }
    SECTION("after many bytes have changed")
    {
        kill();
        options.warm_start.changed_bytes = 1000;
        start();
        auto const before = storage->saved;
        change_for(15);
        CHECK(storage->saved == before + 1);
    }
}

TEST_CASE_METHOD(restarts, "a killed process leaves its last snapshot, from which the next one goes on")
{
    start(10s);
    REQUIRE(storage->saved == 1);
    set("a", "2");
    time.run_for(1s);
    kill();
    auto& next = start();
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/a=1>2"});
}

TEST_CASE_METHOD(restarts, "nothing is saved if nothing has changed")
{
    start();
    stop();
    start(1s);
    stop();
    CHECK(storage->saved == 1);
}

TEST_CASE_METHOD(restarts, "a snapshot that cannot be saved is logged once, and tried again")
{
    options.warm_start.interval = 10s;
    storage->failure = "the disk is full";
    start(1min);
    auto const text = log_text.str();
    auto const first = text.find("a snapshot could not be saved");
    CHECK(first != text.npos);
    CHECK(text.find("a snapshot could not be saved", first + 1) == text.npos);
    CHECK(has_logged("the disk is full"));
    storage->failure.clear();
    time.run_for(1min);
    CHECK(storage->saved == 1);
    CHECK(has_logged("a snapshot was saved"));
}

TEST_CASE_METHOD(restarts, "a snapshot that could not be saved is tried again after one interval")
{
    options.warm_start.interval = 10s;
    options.warm_start.quiet = 5s;
    SECTION("although the collection is never quiet")
    {
        auto const change_for = [&](int seconds) {
            for (int i = 0; i < seconds; ++i) {
                set("a", std::to_string(i) + std::string(100, 'x'));
                time.run_for(1s);
            }
        };
        storage->failure = "the disk is full";
        start(0s);
        change_for(12);
        REQUIRE(has_logged("it is tried again after 10 s"));
        storage->failure.clear();
        change_for(12);
        CHECK(storage->saved == 1);
    }
    SECTION("although bookmarks alone have moved the version since the one that was restored")
    {
        start(10s);
        REQUIRE(storage->saved == 1);
        kill();
        storage->failure = "the disk is full";
        server.create({.group = "", .version = "v1", .plural = "services", .kind = "Service"},
                      R"({"metadata":{"name":"x","namespace":"shop"}})");
        start(105s); // the first attempt comes after ten intervals
        REQUIRE(times_logged("a snapshot could not be saved") == 1);
        storage->failure.clear();
        time.run_for(8s);
        CHECK(storage->saved == 2);
    }
}

TEST_CASE_METHOD(restarts, "a storage that makes no sink is logged, and the informer goes on")
{
    options.warm_start.storage = std::make_shared<storage_without_sinks>();
    options.warm_start.interval = 10s;
    start(1min);
    CHECK(has_logged("a snapshot could not be saved"));
    CHECK(has_logged("the broken storage: bad request: its snapshot_storage::create() has returned null"));
    set("a", "2");
    time.run_for(1s);
    CHECK(listed(now->informer) == lines{"a=2", "b=1"});
}

TEST_CASE_METHOD(restarts,
                 "an informer whose snapshot lacks a namespace says so, and saves it once it is read")
{
    options = listing({.namespaces = {"locked", "shop"}});
    options.warm_start.storage = storage;
    options.warm_start.interval = 1min;
    server.inject(faults::forbidden().on("list").in("locked").times(fault::always));
    start(50s);
    CHECK(run(now->informer.status()).warm_start.last_failure.empty());
    time.run_for(20s);
    CHECK(run(now->informer.status()).warm_start.last_failure ==
          "the namespace locked has not been read yet");
    CHECK(has_logged("no snapshot is saved yet"));
    CHECK(storage->saved == 0);
    server.heal();
    time.run_for(5min);
    CHECK(run(now->informer.status()).warm_start.last_failure.empty());
    CHECK(storage->saved == 1);
}

namespace {

/// Returns the values of the object a that a handler has seen, which have one digit each.
std::vector<int> values_of_a(lines const& seen)
{
    std::vector<int> values;
    for (auto const& line : seen)
        if (line.find(" shop/a=") != line.npos) values.push_back(line.back() - '0');
    return values;
}

} // namespace

TEST_CASE_METHOD(restarts, "with queue_order::by_key nothing is saved while changes wait for a slow handler")
{
    options.order = queue_order::by_key;
    options.warm_start.interval = 10s;
    start(30s);
    REQUIRE(storage->saved == 1);
    now->informer.on_change({.updated = [this](config_map const&) { return time.sleep_for(1h); }},
                            {.policy = overflow::block, .capacity = 0});
    for (auto const* value : {"2", "3", "4", "5", "6"}) {
        set("a", value);
        time.run_for(1s);
    }
    time.run_for(5min);
    CHECK(run(now->informer.status()).queued > 0);
    CHECK(storage->saved == 1);
    time.run_for(1h); // the handler has taken the next change, and the newest state is in the store
    REQUIRE(listed(now->informer) == lines{"a=6", "b=1"});
    REQUIRE(run(now->informer.status()).queued > 0); // its version waits
    CHECK(storage->saved == 1);

    kill();
    options.order = queue_order::by_arrival; // shows each state since the snapshot
    auto const values = values_of_a(start().seen);
    CHECK(lists_of_this_process() == 0);
    CHECK(std::ranges::is_sorted(values));
    REQUIRE_FALSE(values.empty());
    CHECK(values.back() == 6);
}
