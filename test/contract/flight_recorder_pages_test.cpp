// Contract: a list whose pages a busy server has refused is replayed request by request. The replay makes
// the pauses of the recorded informer, and gives the list up where that informer did so.

#include "flight_recorder_world.hpp"

#include <coinformer/transport/token_source.hpp>

#include <stdexcept>

namespace {

/// The times at which a client has asked for pages of lists.
struct page_times {
    client_options options()
    {
        client_options made;
        made.on_request = [this](std::string_view verb, http_request&) {
            if (verb == "list") all.push_back(clock->now() - zero);
        };
        return made;
    }
    void begin(time_source& by)
    {
        clock = &by;
        zero = by.now();
    }

    time_source* clock = nullptr; // set by begin(), before the first request
    time_point zero{};
    std::vector<duration> all;
};

/// A server with nine objects, and a recorded informer that reads four of them with each page.
struct recorded_pages : recorded_world {
    recorded_pages()
    {
        for (int i = 0; i != 9; ++i) put("o" + std::to_string(i), "1");
    }
    void begin_as(credentials user)
    {
        endpoint at{.server = "http://in-memory"};
        at.user = std::move(user);
        asked.begin(time);
        speaker.emplace(env, std::move(at), asked.options(), network.dialer());
        recorder = std::make_shared<flight_recorder>();
        options.fetch = fetch_mode::list;
        options.page_size = 4;
        options.recorder = recorder;
        informer.emplace(*speaker, options);
        calls.emplace(*informer, time, time.now());
        running.start(io, informer->run());
    }
    std::ptrdiff_t first_pages() const
    {
        auto const all = server.actions();
        return std::ranges::count_if(all, [](testing::action const& a) {
            return a.verb == "list" && a.target.find("continue=") == std::string::npos;
        });
    }

    page_times asked;
};

/// Plays a recording, and notes when the informer of the desk asks for pages.
struct replayed_pages {
    replayed_pages(std::string const& recording, informer_options const& options)
        : desk(recording, asked.options()), informer(desk.api, desk.replayed(options)),
          calls(informer, desk.time, desk.time.now()), running(desk.start(informer.run()))
    {
        asked.begin(desk.time);
        desk.play();
    }

    page_times asked;
    testing::recorded_cluster desk;
    shared_informer<config_map> informer;
    timed_calls calls;
    testing::background running;
};

/// Issues a token that lasts for ten seconds, fails once, and issues a token without an end.
class interrupted_login final : public token_source {
public:
    task<issued_credential> issue(environment const& env, duration) override
    {
        ++asked;
        if (asked == 2) throw std::runtime_error("the vault is sealed");
        if (asked == 1) co_return issued_credential(secret("short"), env.time->wall_now() + 10s);
        co_return issued_credential(secret("endless"));
    }

    int asked = 0;
};

} // namespace

TEST_CASE_METHOD(recorded_pages, "a replay asks for a refused page again when the recorded informer did")
{
    // A page is asked for ten times at most. Then the list begins anew, and two refusals are left for it.
    auto const refusals = GENERATE(3U, 12U);
    server.inject(faults::throttled(2s).on_later_pages().times(refusals));
    begin_as({});
    time.run_for(2min);
    REQUIRE(informer->has_synced());
    REQUIRE(first_pages() == (refusals == 3 ? 1 : 2));
    REQUIRE(asked.all.size() == (refusals == 3 ? 6 : 16));
    set("o1", "2");
    time.run_for(1s);

    replayed_pages const again(recorder->recording(), options);
    CHECK(again.desk.difference() == "");
    CHECK(again.asked.all == asked.all);
    CHECK(again.calls.after(-1s) == calls->after(-1s));
    CHECK(contents(again.informer) == contents(*informer));
}

TEST_CASE_METHOD(recorded_pages, "a replay gives a list up in the pause in which the recorded informer did")
{
    auto const login = std::make_shared<interrupted_login>();
    server.inject(faults::throttled(20s).on_later_pages());
    begin_as({.source = login});
    time.run_for(5s);
    REQUIRE(asked.all.size() == 2);
    remove("o0");
    time.run_for(5min);
    // After the pause there was no token for the next page, and with the next token the list began anew.
    REQUIRE(login->asked == 3);
    REQUIRE(informer->has_synced());
    REQUIRE(first_pages() == 2);
    REQUIRE(asked.all.size() == 4);

    replayed_pages const again(recorder->recording(), options);
    CHECK(again.desk.difference() == "");
    CHECK(again.asked.all == asked.all);
    CHECK(again.calls.after(-1s) == calls->after(-1s)); // no handler is told of o0
    CHECK(contents(again.informer) == contents(*informer));
}
