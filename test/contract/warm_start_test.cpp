// Contract: an informer with a warm start goes on where the process before it stopped. It reads no object
// from the server that has not changed, loses nothing that happened while it was away, and never shows
// objects that the server has not vouched for.

#include "metrics_text.hpp"
#include "warm_start_world.hpp"

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
    CHECK(next.informer.snapshot().size() == 0);
    server.heal();
    time.run_for(1min);
    CHECK(next.informer.has_synced());
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
    CHECK(has_logged("a snapshot is dropped"));
    CHECK(next.informer.has_synced());
}

TEST_CASE_METHOD(restarts,
                 "a watch from the snapshot's version that fails again and again is followed by a list")
{
    start();
    stop();
    put("c", "1");
    server.inject(faults::error_event(500).on("watch").times(3));
    server.inject(faults::status(503).on("get").of("configmaps").times(3)); // nobody vouches
    auto& next = start(1min);
    CHECK(next.informer.has_synced());
    CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1", "+i shop/c=1"});
    CHECK(lists_of_this_process() == 1);
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
    CHECK(times_logged("a snapshot was read") == 1); // for all of them
    CHECK(has_logged(" objects=3 version="));
    CHECK(next.informer.has_synced());
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

namespace {

/// Restarts of a process with a second handler, which is told only of what has changed.
struct with_memory : restarts {
    process& start_with_memory(duration runs = 1s)
    {
        now = std::make_unique<process>(*this, options);
        news.clear();
        now->informer.on_change(recording(news), {.restored = restored_objects::not_told});
        time.run_for(runs);
        return *now;
    }
    lines news;
};

} // namespace

TEST_CASE_METHOD(with_memory, "a handler may be told only of what has changed since the snapshot")
{
    start_with_memory();
    CHECK(news == lines{"+i shop/a=1", "+i shop/b=1"}); // there was no snapshot
    stop();
    set("a", "2");
    remove("b");
    put("c", "1");

    SECTION("by the watch")
    {
        auto& next = start_with_memory();
        CHECK(news == lines{"~ shop/a=1>2", "- shop/b", "+ shop/c=1"});
        CHECK(next.seen == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/a=1>2", "- shop/b", "+ shop/c=1"});
        CHECK(next.informer.has_synced());
        lines late; // a handler that comes later is shown everything
        next.informer.on_change(recording(late), {.restored = restored_objects::not_told});
        time.run_for(1s);
        CHECK(late == lines{"+i shop/a=2", "+i shop/c=1"});
    }
    SECTION("by a list, if the server has forgotten the version")
    {
        server.compact();
        put("d", "1");
        start_with_memory();
        CHECK(news == lines{"-? shop/b", "~ shop/a=1>2", "+i shop/c=1", "+i shop/d=1"});
    }
    SECTION("everything, if the snapshot is refused")
    {
        storage->bytes->at(30) ^= 1;
        start_with_memory();
        CHECK(news == lines{"+i shop/a=2", "+i shop/c=1"});
    }
}

TEST_CASE_METHOD(with_memory,
                 "a handler that waits for a snapshot can be removed, and ends with the informer")
{
    start();
    stop();
    network.refuse(true);
    server.disconnect();
    auto& next = start_with_memory();
    auto registration = next.informer.on_change(recording(news), {.restored = restored_objects::not_told});
    time.run_for(1s);
    background removal(io, registration.remove());
    time.run_for(1s);
    CHECK(removal.ended);
    stop();
    CHECK(news.empty());
}

TEST_CASE_METHOD(with_memory, "an informer of several namespaces tells every handler of all objects")
{
    options.namespaces = {"shop", "lab"};
    shared_informer<config_map> informer(api, options);
    CHECK_THROWS_WITH(informer.on_change(recording(news), {.restored = restored_objects::not_told}),
                      Catch::Matchers::Contains("one namespace"));
}

TEST_CASE_METHOD(restarts, "metrics say what became of each snapshot, once for each start")
{
    counted_client counted(*this);
    auto const live = [&](duration lasts = 10s) {
        recorded_informer one(io, counted.api, options);
        time.run_for(lasts);
        auto text = metric_lines(counted.registry, "coinformer_snapshot");
        one.running.cancel();
        return text;
    };
    auto const has = [](std::string const& text, std::string const& result) {
        return text.find("result=" + result) != text.npos;
    };
    auto const first = live();
    CHECK(has(first, "not_found version=v1: 1\n"));
    CHECK(has(first, "saved"));
    auto const second = live();
    CHECK(has(second, "restored version=v1: 1\n"));
    set("a", "2");
    server.compact();
    put("c", "1");
    auto const third = live();
    CHECK(has(third, "old version=v1: 1\n"));
    CHECK_FALSE(has(third, "restored"));
    storage->failure = "the disk is full";
    set("a", "3");
    CHECK(has(live(10min), "failed"));
}
