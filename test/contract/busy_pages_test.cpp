// Contract: a server that is busy while a list is being read is asked for the next page once more. The pages
// that it has sent already are not asked for again.

#include "world.hpp"

namespace {

/// A server with nine objects, and an informer that reads four of them with each page.
struct paged : world {
    paged()
    {
        for (int i = 0; i != 9; ++i) put("o" + std::to_string(i), "1");
        options.fetch = fetch_mode::list;
        options.page_size = 4;
    }
    void start()
    {
        informer.emplace(api, options);
        running.start(io, informer->run());
    }
    std::size_t requests() const { return server.requests("list", config_maps); }
    std::size_t first_pages() const
    {
        auto const all = server.actions();
        return static_cast<std::size_t>(std::ranges::count_if(all, [](testing::action const& a) {
            return a.verb == "list" && a.target.find("continue=") == std::string::npos;
        }));
    }
    reflector_status status() { return run(informer->status()).reflector; }

    informer_options options;
    std::optional<shared_informer<config_map>> informer;
    ::background running;
};

} // namespace

TEST_CASE_METHOD(paged, "a page that a busy server refuses is asked for again, and no other page is")
{
    auto const refusal = GENERATE(faults::throttled(2s), faults::unavailable(2s));
    server.inject(refusal.on_later_pages().times(3));
    start();
    time.run_for(5s);
    CHECK(requests() == 4);
    CHECK_FALSE(informer->has_synced());
    CHECK(status().failing_since);
    CHECK(status().last_failure.find("list /api/v1/configmaps") != std::string::npos);
    time.run_for(5s);
    CHECK(informer->has_synced());
    CHECK(informer->snapshot().size() == 9);
    CHECK(requests() == 6); // the first page, three refusals, and two pages
    CHECK(first_pages() == 1);
    CHECK(status().lists == 1);
    CHECK(status().failures == 0);
    CHECK_FALSE(status().failing_since);
}

TEST_CASE_METHOD(paged, "a page that is refused again and again lets the list begin anew in the end")
{
    server.inject(faults::throttled(1s).on_later_pages().times(10));
    start();
    time.run_for(2min);
    CHECK(informer->has_synced());
    CHECK(first_pages() == 2);
    CHECK(status().failures == 1);
}

TEST_CASE_METHOD(paged, "waiters are told of a page that is refused for long")
{
    options.unreachable_after = 30s;
    server.inject(faults::throttled(20s).on_later_pages().times(3));
    start();
    ::background waiting(io, informer->synced());
    time.run_for(45s);
    REQUIRE(waiting.ended);
    CHECK(waiting.code() == errc::throttled);
    time.run_for(20s);
    CHECK(informer->has_synced());
    CHECK_FALSE(status().failing_since);
    CHECK(first_pages() == 1);
}

TEST_CASE_METHOD(paged, "when a refused page has come, its list goes on as if no page had been refused")
{
    client_options narrow;
    narrow.concurrent_lists = 1;
    client one(env, endpoint{.server = "http://in-memory"}, narrow, network.dialer());
    options.unreachable_after = 30s;
    bool const has_failed = GENERATE(false, true); // an earlier attempt to list
    if (has_failed) server.inject(faults::internal_error().on("list"));
    server.inject(faults::throttled(20s).on_later_pages().times(3));
    server.inject(faults::late(20s).on_later_pages().after(1)); // the third page, behind the second one
    informer.emplace(one, options);
    running.start(io, informer->run());
    REQUIRE(time.run_until([&] { return server.pending_faults() == 0; }, 3min));

    // The second page was refused for a minute and has come, and the third one is awaited.
    REQUIRE(requests() == (has_failed ? 7 : 6));
    CHECK(status().failing_since.has_value() == has_failed); // that failure lasts until a list is complete
    ::background waiting(io, informer->synced());
    shared_informer<config_map> other(one, {.namespaces = {"shop"}, .fetch = fetch_mode::list});
    ::background const beside(io, other.run());
    time.run_for(15s);
    CHECK_FALSE(waiting.ended); // nothing is wrong that a waiter should know
    CHECK(status().failing_since.has_value() == has_failed);
    CHECK(requests() == (has_failed ? 7 : 6)); // the other informer waits until the list is complete
    CHECK_FALSE(other.has_synced());
    time.run_for(10s);
    CHECK(waiting.ended);
    CHECK(waiting.what().empty());
    CHECK(informer->snapshot().size() == 9);
    CHECK_FALSE(status().failing_since);
    CHECK(other.has_synced());

    // The pauses that the server has asked for do not make the list a slow one.
    CHECK_FALSE(has_logged("the answer comes slowly"));
    CHECK_FALSE(has_logged("a slow list is complete"));
    one.close();
}

TEST_CASE_METHOD(paged, "other informers list while one waits for a page, and the log says so if it lasts")
{
    client_options narrow;
    narrow.concurrent_lists = 1;
    client one(env, endpoint{.server = "http://in-memory"}, narrow, network.dialer());
    options.unreachable_after = 1min;
    server.inject(faults::throttled(50s).of("configmaps").on_later_pages().times(3));
    informer.emplace(one, options);
    running.start(io, informer->run());
    time.run_for(3s);
    shared_informer<config_map> other(one, {.namespaces = {"shop"}, .fetch = fetch_mode::list});
    ::background const beside(io, other.run());
    time.run_for(3s);
    CHECK(other.has_synced());
    CHECK_FALSE(informer->has_synced());
    CHECK_FALSE(has_logged("a page of a list is asked for again"));
    time.run_for(2min);
    CHECK(has_logged("a page of a list is asked for again"));
    time.run_for(1min);
    CHECK(informer->has_synced());
    CHECK(has_logged("the server sends the pages of a list again"));
    one.close();
}

TEST_CASE_METHOD(paged, "a list whose token has expired while its page was refused begins anew")
{
    server.inject(faults::throttled(10s).on_later_pages());
    start();
    time.run_for(5s);
    put("later", "1");
    server.compact();
    time.run_for(1min);
    CHECK(informer->has_synced());
    CHECK(informer->snapshot().size() == 10);
    CHECK(first_pages() == 2);
}

TEST_CASE_METHOD(paged, "an informer that waits for a page ends with its client, and can be cancelled")
{
    server.inject(faults::throttled(50s).on_later_pages());
    start();
    time.run_for(5s);
    SECTION("the client is closed")
    {
        api.close();
        time.run_for(1s);
        REQUIRE(running.ended);
        CHECK(running.code() == errc::stopped);
    }
    SECTION("run() is cancelled")
    {
        running.cancel();
        time.run_for(1s);
        CHECK(running.ended);
    }
}
