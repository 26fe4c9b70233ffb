// Contract: nothing but the server's knowledge of a snapshot's version vouches for it, and a snapshot or a
// storage that is of no use costs an informer no more than a list.

#include "late_text.hpp"
#include "warm_start_world.hpp"

#include "cache/warm/file_storage.hpp"
#include "unit/cache/memory_files.hpp"

#include <boost/asio/error.hpp>

namespace {

/// A server that was restored from a backup, and a snapshot of the time after it, which has the object c.
struct rolled_back : restarts {
    rolled_back()
    {
        auto const before = server.backup();
        put("c", "1");
        start();
        stop();
        server.restore(*before);
    }
};

/// Throws what a storage of a user's may throw.
template <class Failure>
struct failing_storage final : snapshot_storage {
    explicit failing_storage(Failure what) : failure(std::move(what)) {}
    std::string name() const override { return "a database"; }
    bool blocks() const noexcept override { return false; }
    std::unique_ptr<snapshot_source> open() override { throw failure; }
    std::unique_ptr<snapshot_sink> create() override { throw failure; }
    Failure failure;
};

template <class Failure>
void check_that_informer_lives(Failure failure)
{
    world in;
    in.put("a", "1");
    auto options = listing();
    options.warm_start.storage = std::make_shared<failing_storage<Failure>>(std::move(failure));
    recorded_informer mine(in.io, in.api, options);
    background end(in.io, mine.informer.stopped());
    in.time.run_for(1min);
    CHECK_FALSE(mine.running.ended);
    CHECK(mine.informer.has_synced());
    CHECK(in.log_text.str().find("a snapshot could not be saved") != std::string::npos);
    mine.running.cancel();
    in.time.run_for(1s);
    CHECK(mine.running.ended);
    CHECK(end.ended);
}

} // namespace

TEST_CASE_METHOD(rolled_back, "an answer that does not look at the version does not vouch for it")
{
    server.inject(faults::forbidden().on("get").of("configmaps").times(fault::always));
    auto& next = start(5min);
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1"}); // and never c
    CHECK(next.informer.has_synced());
}

TEST_CASE_METHOD(rolled_back, "a line of an older version does not vouch")
{
    server.inject(faults::late(20s).on("get").of("configmaps").times(fault::always));
    server.inject(faults::odd_line(R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1",)"
                                   R"("metadata":{"resourceVersion":"1"}}})")
                      .on("watch"));
    auto& next = start(2min);
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1"}); // and never c
}

namespace {

// A proxy may write such lines into the stream of a watch.
constexpr char const* lines_without_event[] = {
    R"({"kind":"Status","apiVersion":"v1","status":"Failure","code":504})", "{}",
    R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{}}})"};

// Answers a watch with this line alone, and keeps the connection open.
fault open_watch_with(std::string const& line)
{
    auto what = faults::answer({.body = line + std::string(4000, '\n')}).on("watch");
    what.stall_after = 2000; // behind the header of the answer and the line
    return what;
}

} // namespace

TEST_CASE_METHOD(rolled_back, "a line that is no event does not vouch for a snapshot")
{
    auto const* const line = lines_without_event[GENERATE(0u, 1u, 2u)];
    INFO(line);
    server.inject(faults::late(20s).on("get").of("configmaps").times(fault::always));
    server.inject(faults::odd_line(line).on("watch"));
    auto& next = start(5min);
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1"}); // and never c
    CHECK(next.informer.has_synced());
}

TEST_CASE_METHOD(restarts, "a snapshot waits for the server's answer behind a line that is no event")
{
    start();
    stop();
    std::string const line = lines_without_event[GENERATE(0u, 1u, 2u)];
    INFO(line);
    server.inject(open_watch_with(line));
    server.inject(faults::late(10s).on("get").of("configmaps"));
    auto late_line = std::make_unique<late_text_dialer>(network.dialer(), time, line + "\n\n", 3s);
    client fresh(env, endpoint{.server = "http://in-memory"}, {}, std::move(late_line));
    auto const lists_before = lists();
    auto const watches_before = server.requests("watch", config_maps);
    {
        recorded_informer next(io, fresh, options);
        time.run_for(5s); // the line has come
        CHECK_FALSE(next.informer.has_synced());
        CHECK(next.seen.empty());
        time.run_for(10s);
        CHECK(next.informer.has_synced());
        CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1"});
        CHECK(lists() == lists_before);
        CHECK(server.requests("watch", config_maps) == watches_before + 1);
    }
    fresh.close();
    time.run_for(1s);
}

TEST_CASE_METHOD(restarts, "a client that may not ask for the version waits for the first line of its watch")
{
    start();
    stop();
    server.inject(faults::forbidden().on("get").of("configmaps").times(fault::always));
    auto& next = start(30s);
    CHECK_FALSE(next.informer.has_synced());
    time.run_for(1min); // a bookmark has come
    CHECK(next.informer.has_synced());
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE_METHOD(restarts, "an informer that may list and not watch is synced, with a snapshot as without")
{
    start();
    stop();
    auto const refusal = GENERATE(403, 500, 503, 0);
    auto const wrong = refusal == 0 ? faults::cut(0) : faults::status(refusal);
    server.inject(wrong.on("watch").of("configmaps").times(fault::always));
    INFO(refusal);
    auto& next = start(10min);
    CHECK(next.informer.has_synced());
}

TEST_CASE_METHOD(restarts,
                 "an informer whose watches are never answered is synced, with a snapshot as without")
{
    start();
    stop();
    server.inject(faults::late(10min).on("watch").of("configmaps").times(fault::always));
    auto& next = start(20min);
    CHECK(next.informer.has_synced());
}

TEST_CASE_METHOD(restarts, "an outage at the start costs neither the snapshot nor a list")
{
    start();
    stop();
    server.inject(faults::unavailable().of("configmaps").times(fault::always));
    auto& next = start(10min + 7s * GENERATE(range(0, 5)));
    CHECK_FALSE(next.informer.has_synced());
    server.heal();
    time.run_for(2min);
    CHECK(next.informer.has_synced());
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE_METHOD(restarts, "a busy moment behind an outage costs neither the snapshot nor a list")
{
    start();
    stop();
    server.inject(faults::unavailable().of("configmaps").times(fault::always));
    auto& next = start(10min);
    server.heal();
    server.inject(faults::throttled(1s).on("watch").times(GENERATE(1u, 2u)));
    time.run_for(2min);
    CHECK(next.informer.has_synced());
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE_METHOD(restarts,
                 "a snapshot for which nothing vouches before each watch is lost gives way to a list")
{
    start();
    stop();
    server.inject(faults::forbidden().on("get").of("configmaps").times(fault::always));
    auto& next = start(1s);
    for (int i = 0; i != 5; ++i) {
        time.run_for(50s); // a balancer resets what is idle
        network.reset();
    }
    time.run_for(10s);
    CHECK(next.informer.has_synced());
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1"});
}

TEST_CASE_METHOD(restarts, "a cluster that does not say which it is is listed")
{
    start();
    stop();
    server.inject(faults::unavailable().of("namespaces").times(fault::always));
    client fresh(env, endpoint{.server = "http://in-memory"}, {}, network.dialer());
    {
        recorded_informer next(io, fresh, options);
        time.run_for(10min);
        CHECK(next.informer.has_synced());
    }
    fresh.close();
    time.run_for(1s);
}

TEST_CASE_METHOD(restarts, "a server that lags for a moment costs no list")
{
    start();
    stop();
    int asked = 0;
    server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.target.find("is-this-version-known") == std::string::npos || asked++ != 0) return std::nullopt;
        testing::canned_answer behind;
        behind.status = 504;
        behind.body =
            R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Timeout","code":504,)"
            R"("message":"Timeout: Too large resource version: 9, current: 8",)"
            R"("details":{"causes":[{"reason":"ResourceVersionTooLarge"}],"retryAfterSeconds":1}})";
        return behind;
    });
    auto& next = start(1min);
    CHECK(asked >= 2);
    CHECK(next.informer.has_synced());
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE("whatever a storage throws, the informer lists, runs and ends")
{
    check_that_informer_lives(std::runtime_error("the disk is full"));
    check_that_informer_lives(boost::system::system_error(asio::error::operation_aborted));
    check_that_informer_lives(42);
}

TEST_CASE("a handler that is told only of changes is synced in an empty collection")
{
    world in;
    auto options = listing();
    options.warm_start.storage = std::make_shared<testing::memory_storage>();
    shared_informer<config_map> informer(in.api, options);
    lines news;
    auto const handler = informer.on_change(recording(news), {.restored = restored_objects::not_told});
    background const running(in.io, informer.run());
    background const waits(in.io, handler.synced());
    in.time.run_for(1s);
    CHECK(waits.ended);
}

TEST_CASE_METHOD(restarts, "the status says how many objects came from the snapshot")
{
    put("x", "1", "lab");
    SECTION("all namespaces") {}
    SECTION("two namespaces")
    {
        options.namespaces = {"lab", "shop"};
    }
    SECTION("a server that has forgotten what happened since")
    {
        start();
        stop();
        set("a", "2");
        server.compact();
        put("y", "1", "elsewhere");
    }
    if (storage->saved == 0) {
        start();
        stop();
    }
    auto& next = start();
    auto const status = testing::run(io, time, next.informer.status(), 1s);
    CHECK(status.reflector.restored == 3);
}

TEST_CASE_METHOD(restarts, "a last snapshot that cannot be saved is not tried again, and the log says so")
{
    bool const has_one = GENERATE(false, true);
    if (has_one) {
        start();
        stop();
    }
    start();
    set("a", "2");
    time.run_for(1s);
    storage->failure = "the disk is full";
    stop();
    CHECK(has_logged("the snapshot before stays") == has_one);
    CHECK(has_logged("no snapshot was saved") != has_one);
    CHECK_FALSE(has_logged("it is tried again"));
}

namespace {

/// A file on a disk in memory, which is used without a thread.
struct memory_file final : snapshot_storage {
    memory_file(std::shared_ptr<test::memory_files> of, std::string path)
        : disk(std::move(of)), file(std::move(path), *disk)
    {
    }
    std::string name() const override { return file.name(); }
    bool blocks() const noexcept override { return false; }
    std::unique_ptr<snapshot_source> open() override { return file.open(); }
    std::unique_ptr<snapshot_sink> create() override { return file.create(); }
    std::shared_ptr<test::memory_files> disk; // the process of the fixture outlives a test case
    detail::snapshot_file_storage file;
};

} // namespace

TEST_CASE_METHOD(restarts, "a file whose directory is missing is a warning at the start, and no first start")
{
    auto const files = std::make_shared<test::memory_files>();
    options.warm_start.storage = std::make_shared<memory_file>(files, "/missing/maps");
    auto& one = start(10s);
    CHECK(one.informer.has_synced());
    CHECK(has_logged("there is no directory /missing: create it, or mount a volume there"));
    CHECK_FALSE(has_logged("there is no snapshot yet"));
    CHECK(has_logged("a snapshot could not be saved"));
    stop();
    CHECK_FALSE(has_logged("the snapshot before stays"));
}

TEST_CASE_METHOD(restarts,
                 "of two informers that name one file, one saves, and the other one says what is wrong")
{
    auto const files = std::make_shared<test::memory_files>();
    options.warm_start.storage = std::make_shared<memory_file>(files, "/snapshots/maps");
    start(10s);
    CHECK_FALSE(has_logged("could not be saved"));
    auto const saved = *files->find("/snapshots/maps");
    auto others = options;
    others.warm_start.storage = std::make_shared<memory_file>(files, "/snapshots/maps");
    others.namespaces = {"shop"};
    {
        recorded_informer other(io, api, others);
        time.run_for(10s);
        CHECK(other.informer.has_synced());
        CHECK(has_logged("another informer saves its snapshots there"));
        CHECK(has_logged("give each informer a file of its own"));
        other.running.cancel();
    }
    CHECK(*files->find("/snapshots/maps") == saved);
}

TEST_CASE_METHOD(restarts, "the status says when a snapshot was saved, and why not")
{
    auto const status = [&] { return testing::run(io, time, now->informer.status(), 1s).warm_start; };
    start(1s);
    CHECK_FALSE(status().saved_at);
    time.run_for(10s);
    auto const first = status();
    REQUIRE(first.saved_at);
    CHECK(time.now() - *first.saved_at > 4s);
    CHECK(time.now() - *first.saved_at < 20s);
    CHECK(first.saved_bytes == storage->bytes->size());
    CHECK(first.saved_objects == 2);
    CHECK(first.last_failure.empty());
    storage->failure = "the disk is full";
    put("c", "1");
    time.run_for(2min);
    CHECK(status().last_failure == "the disk is full");
    CHECK(status().saved_at == first.saved_at); // and the file is still that one
    CHECK(status().saved_objects == 2);
    storage->failure.clear();
    time.run_for(2min);
    CHECK(status().last_failure.empty());
    CHECK(status().saved_objects == 3);
}
