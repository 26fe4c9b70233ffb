// Contract: an informer with a warm start goes on where the process before it stopped. It reads no object
// from the server that has not changed, loses nothing that happened while it was away, and never shows
// objects that the server has not vouched for.

#include "memory_storage.hpp"
#include "world.hpp"

#include <coinformer/testing/memory_network.hpp>

namespace {

/// A process with one informer. It ends as a process does that was told to.
struct process : recorded_informer {
    process(world& in, informer_options const& options) : recorded_informer(in.io, in.api, options) {}
};

/// A server with a=1 and b=1, and a storage that outlives the processes.
struct restarts : world {
    restarts()
    {
        options.warm_start.storage = storage;
        put("a", "1");
        put("b", "1");
    }
    /// Starts a process, and lets it run for a while.
    process& start(duration runs = 1s)
    {
        now = std::make_unique<process>(*this, options);
        server.forget_actions();
        asked_for_lists = lists();
        time.run_for(runs);
        return *now;
    }
    void stop()
    {
        now->running.cancel();
        now.reset();
    }
    void kill() // the last snapshot is not saved
    {
        storage->failure = "killed";
        stop();
        storage->failure.clear();
    }
    std::size_t lists() const { return server.requests("list", config_maps); }
    std::size_t lists_of_this_process() const { return lists() - asked_for_lists; }
    bool has_logged(std::string const& text) const { return log_text.str().find(text) != std::string::npos; }

    std::shared_ptr<memory_storage> storage = std::make_shared<memory_storage>();
    informer_options options = listing();
    std::unique_ptr<process> now;
    std::size_t asked_for_lists = 0;
};

} // namespace

TEST_CASE_METHOD(restarts, "a process goes on from the last one's objects, and the server sends none of them")
{
    CHECK(start().seen == lines{"+i shop/a=1", "+i shop/b=1"});
    CHECK(has_logged("there is no snapshot yet"));
    stop();
    REQUIRE(storage->saved == 1);

    auto& next = start(100ms);
    CHECK(next.informer.has_synced());
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1"});
    CHECK(lists_of_this_process() == 0);
    CHECK(has_logged("a snapshot was read"));
    set("a", "2");
    time.run_for(1s);
    CHECK(next.seen.back() == "~ shop/a=1>2");
    CHECK(listed(next.informer) == lines{"a=2", "b=1"});
}

TEST_CASE_METHOD(restarts,
                 "what happened while the process was away is told, deletions with their last state")
{
    start();
    stop();
    set("a", "2");
    remove("b");
    put("c", "1");
    auto& next = start();
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/a=1>2", "- shop/b", "+ shop/c=1"});
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE_METHOD(restarts,
                 "a server that has forgotten what happened is listed, and the differences are told")
{
    start();
    stop();
    set("a", "2");
    remove("b");
    put("c", "1");
    server.compact();
    put("d", "1");
    auto& next = start();
    CHECK(next.seen ==
          lines{"+i shop/a=1", "+i shop/b=1", "-? shop/b", "~ shop/a=1>2", "+i shop/c=1", "+i shop/d=1"});
    CHECK(lists_of_this_process() == 1);
    CHECK(next.informer.has_synced());
}

TEST_CASE_METHOD(restarts, "an old snapshot does not end the wait for the first list")
{
    start();
    stop();
    set("a", "2");
    server.compact();
    put("c", "1");
    server.inject(faults::late(5s).on("list"));
    auto& next = start();
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1"});
    CHECK_FALSE(next.informer.has_synced());
    time.run_for(10s);
    CHECK(next.informer.has_synced());
}

TEST_CASE_METHOD(restarts, "nothing is shown while the server has not answered")
{
    start();
    stop();
    network.refuse(true);
    server.disconnect();
    auto& next = start(1min);
    CHECK(next.seen.empty());
    CHECK(next.informer.snapshot().size() == 0);
    CHECK_FALSE(next.informer.has_synced());
    network.refuse(false);
    time.run_for(1min);
    CHECK(next.informer.has_synced());
    CHECK(lists_of_this_process() == 0);
    CHECK(storage->opened == 2); // once for each process
}

TEST_CASE_METHOD(restarts, "nothing is shown to a process that has no permission")
{
    start();
    stop();
    server.inject(faults::forbidden().of("configmaps").times(fault::always));
    auto& next = start(1min);
    CHECK(next.seen.empty());
    server.heal();
    time.run_for(1min);
    CHECK(next.informer.has_synced());
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE_METHOD(restarts, "a quiet watch is vouched for by an answer, not by its next bookmark")
{
    start();
    stop();
    server.inject(faults::status(503).on("get").of("configmaps")); // the question gets no good answer
    auto& next = start(1s);
    CHECK_FALSE(next.informer.has_synced());
    put("c", "1"); // any line vouches
    time.run_for(1s);
    CHECK(next.informer.has_synced());
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1", "+ shop/c=1"});
}

TEST_CASE_METHOD(restarts, "a snapshot of a version that the server never had is refused")
{
    auto const before = server.backup();
    start();
    stop();
    put("c", "1");
    start();
    stop();
    server.restore(*before);
    auto& next = start(1min);
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1"}); // and never c
    CHECK(has_logged("a snapshot was refused by the server"));
    CHECK(next.informer.has_synced());
}

TEST_CASE_METHOD(restarts, "a snapshot of other selectors, or of another namespace, is refused")
{
    start();
    stop();
    auto const refused = [&] {
        auto& next = start();
        CHECK(next.informer.has_synced());
        CHECK(lists_of_this_process() == 1);
        CHECK(has_logged("it is of other namespaces or selectors"));
        log_text.str("");
        kill();
    };
    auto const usual = options;
    SECTION("namespace")
    {
        options.namespaces = {"shop"};
        refused();
    }
    SECTION("labels")
    {
        options.label_selector = "app!=web";
        refused();
    }
    SECTION("fields")
    {
        options.field_selector = "metadata.name!=web";
        refused();
    }
    SECTION("transform")
    {
        options.warm_start.transform = "2";
        refused();
    }
    options = usual;
    start();
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE_METHOD(restarts, "a snapshot of another cluster is refused")
{
    start();
    stop();
    testing::fake_cluster other({}, {.log = &log, .seed = 8});
    resource const namespaces{
        .group = "", .version = "v1", .plural = "namespaces", .kind = "Namespace", .where = scope::cluster};
    other.server.remove(namespaces, {"", "kube-system"});
    other.server.create(namespaces, R"({"metadata":{"name":"kube-system","uid":"another"}})");
    other.server.create(config_maps, R"({"metadata":{"name":"x","namespace":"shop"},"data":{"v":"1"}})");
    recorded_informer elsewhere(other.io, other.api, options);
    other.time.run_for(1s);
    CHECK(elsewhere.seen == lines{"+i shop/x=1"});
    CHECK(has_logged("it is of another API server"));
}

TEST_CASE_METHOD(restarts, "each of several namespaces goes on from its own version")
{
    put("a", "1", "lab");
    options.namespaces = {"shop", "lab", "empty"};
    start();
    set("a", "2");
    set("a", "3");
    time.run_for(1s);
    stop();
    set("a", "2", "lab");
    auto& next = start();
    CHECK(next.seen == lines{"+i lab/a=1", "~ lab/a=1>2", "+i shop/a=3", "+i shop/b=1"});
    CHECK(lists_of_this_process() == 0);
    CHECK(next.informer.has_synced());
}

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

TEST_CASE_METHOD(restarts, "a damaged snapshot is refused, and replaced")
{
    start();
    stop();
    storage->bytes->at(storage->bytes->size() / 2) ^= 1;
    start();
    CHECK(lists_of_this_process() == 1);
    CHECK(has_logged("a snapshot was refused: it is damaged"));
    stop();
    start();
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE_METHOD(restarts, "Secrets are saved only if the program says so")
{
    resource const secrets{.group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};
    CHECK_THROWS_WITH((shared_informer<config_map>(api, options, secrets)),
                      Catch::Matchers::Contains("warm_start_options::secrets"));
    options.warm_start.secrets = true;
    CHECK_NOTHROW(shared_informer<config_map>(api, options, secrets));
}

TEST_CASE_METHOD(restarts, "a stream of lists is what follows a refused snapshot, if lists are streamed")
{
    options.fetch = fetch_mode::stream;
    start();
    stop();
    server.compact();
    put("c", "1");
    auto& next = start();
    CHECK(next.informer.has_synced());
    CHECK(lists_of_this_process() == 0);
    CHECK(listed(next.informer) == lines{"a=1", "b=1", "c=1"});
}
