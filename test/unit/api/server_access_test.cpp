#include "api/client/server_access.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include "unit/transport/temporary_directory.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// The informers of one client, and a server that may be away. Each attempt asks the server, and takes its
/// turn while the server is away.
struct fixture {
    explicit fixture(endpoint const& server = {})
        : access(env, random_source(1), {.first = 1s, .cap = 8s, .jitter_percent = 50},
                 credential_files(server), [this] { ++reread; })
    {
    }
    ~fixture()
    {
        all.request_stop();
        time.settle();
    }

    task<> informer(std::size_t number)
    {
        attempts.emplace_back(); // so that the first one counts from here
        for (;;) {
            attempts.back() = time.now();
            tried[number].push_back(time.now());
            if (!away) break;
            if (access.is_outage(time.now())) {
                access.log_outage(errc::connect_failed, "connection refused");
                co_await access.turn();
            } else {
                co_await access.pause(5s);
            }
            attempts.emplace_back();
        }
        access.record_answer();
    }
    void start(std::size_t count)
    {
        tried.resize(count);
        for (std::size_t i = 0; i != count; ++i) all.start(informer(i));
        time.settle();
    }
    std::size_t lines() const
    {
        auto const text = log_text.str();
        return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    std::ostringstream log_text;
    stream_log log{log_text};
    environment env{.ex = io.get_executor(), .time = &time, .log = &log, .seed = 1};
    server_access access;
    std::vector<time_point> attempts;
    std::vector<std::vector<time_point>> tried; // the times of attempts, by informer
    bool away = true;
    int reread = 0;
    nursery all{io.get_executor()};
};

task<> wait_and_note(server_access& access, time_source& time, duration wait, std::optional<duration>& took)
{
    auto const began = time.now();
    co_await access.pause(wait);
    took = time.now() - began;
}

} // namespace

TEST_CASE_METHOD(fixture,
                 "while no informer gets through, they take turns, with a growing pause between attempts")
{
    start(50);
    REQUIRE(attempts.size() == 50);
    time.run_for(10min);
    auto const turns = attempts.size() - 50;
    CHECK(turns >= 50); // 8 to 12 s apart, after the first few
    CHECK(turns <= 80);
    for (auto const& times : tried) CHECK(times.size() >= 2); // each informer has its turns
}

TEST_CASE_METHOD(fixture, "the first answer wakes all informers that wait, spread over a few seconds")
{
    start(50);
    time.run_for(10min);
    away = false;
    auto const back = time.now();
    time.run_for(12s + server_access::wake_spread);
    auto const after =
        std::count_if(attempts.begin(), attempts.end(), [&](time_point t) { return t > back; });
    CHECK(after == 50);
    std::set<time_point> const moments(attempts.end() - 49, attempts.end());
    CHECK(moments.size() > 40);
}

TEST_CASE_METHOD(
    fixture, "an outage is one line of the log, which is repeated ever more seldom, and one line at its end")
{
    start(50);
    CHECK(lines() == 1);
    CHECK(log_text.str().find("connection refused") != std::string::npos);
    time.run_for(10min);
    CHECK(lines() <= 5);
    away = false;
    time.run_for(20s);
    CHECK(log_text.str().find("the API server answers again") != std::string::npos);
    CHECK(lines() <= 6);
}

TEST_CASE_METHOD(
    fixture,
    "an informer that is turned away while others are in contact with the server waits for its own delay")
{
    auto const contact = access.begin_contact();
    CHECK_FALSE(access.is_outage(time.now()));
    start(2);
    CHECK(lines() == 0);
    time.run_for(4900ms);
    CHECK(attempts.size() == 2);
    time.run_for(200ms);
    CHECK(attempts.size() == 4);
}

TEST_CASE_METHOD(fixture,
                 "if the server has answered others since an attempt began, its failure is no outage")
{
    time.run_for(1s);
    auto const began = time.now();
    CHECK(access.is_outage(began));
    time.run_for(1s);
    access.record_answer();
    CHECK_FALSE(access.is_outage(began));
    time.run_for(1s);
    CHECK(access.is_outage(time.now()));
}

TEST_CASE_METHOD(fixture, "a waiter that is cancelled leaves its turn to the next one")
{
    tried.resize(2);
    asio::cancellation_signal stop;
    asio::co_spawn(io, informer(0), asio::bind_cancellation_slot(stop.slot(), [](std::exception_ptr) {}));
    time.settle();
    all.start(informer(1));
    time.settle();
    stop.emit(asio::cancellation_type::terminal);
    time.run_for(2s);
    CHECK(tried[0].size() == 1);
    CHECK(tried[1].size() == 2);
}

TEST_CASE_METHOD(fixture, "cancelled waiters leave no timer behind that would keep an io_context running")
{
    start(5);
    std::optional<duration> took;
    all.start(wait_and_note(access, time, 1h, took));
    time.settle();
    CHECK(time.armed() == 1); // one for all of them
    all.request_stop();
    time.settle();
    CHECK(time.armed() == 0);
}

TEST_CASE("a credential file that changes ends the pauses, and the file is read again")
{
    temporary_directory dir;
    endpoint server;
    server.user.token_file = dir.write("token", "old");
    fixture f(server);
    f.start(1);
    f.time.run_for(5min);
    std::optional<duration> took;
    f.all.start(wait_and_note(f.access, f.time, 1h, took));
    f.time.run_for(5s);
    CHECK_FALSE(took);

    dir.write("token", "new-and-longer");
    f.away = false;
    f.time.run_for(credential_checks::interval + server_access::wake_spread);
    CHECK(f.reread == 1);
    REQUIRE(took);
    CHECK(*took < 10s);
    CHECK(f.tried[0].back() > f.time.now() - 5s);
}

TEST_CASE("callers whose pauses a repaired credential file ends do not reach the server together")
{
    temporary_directory dir;
    endpoint server;
    server.user.token_file = dir.write("token", "old");
    fixture f(server);
    std::vector<std::optional<duration>> took(20);
    for (auto& one : took) f.all.start(wait_and_note(f.access, f.time, 1h, one));
    f.time.run_for(5s);
    dir.write("token", "new-and-longer");
    f.time.run_for(credential_checks::interval + server_access::wake_spread);
    CHECK(std::ranges::all_of(took, [](auto const& one) { return one.has_value(); }));
    std::set<std::optional<duration>> const moments(took.begin(), took.end());
    CHECK(moments.size() > 15);
}

TEST_CASE("a credential file that is removed or emptied ends no pause and is not logged as a change")
{
    temporary_directory dir;
    endpoint server;
    server.user.token_file = dir.write("token", "old");
    fixture f(server);
    std::optional<duration> took;
    f.all.start(wait_and_note(f.access, f.time, 1h, took));
    f.time.run_for(5s);
    if (GENERATE(true, false))
        std::filesystem::remove(server.user.token_file);
    else
        dir.write("token", "");
    f.time.run_for(1min);
    CHECK_FALSE(took);
    CHECK(f.reread == 0);
    CHECK(f.log_text.str() == "");

    dir.write("token", "new, and longer");
    f.time.run_for(1min);
    CHECK_FALSE(took); // two words are no token
    dir.write("token", "new-and-longer");
    f.time.run_for(credential_checks::interval + server_access::wake_spread);
    CHECK(took);
    CHECK(f.reread == 1);
    CHECK(f.log_text.str() ==
          "INFO a token or certificate file has changed; the next attempt is made with it\n");
}

TEST_CASE("a credential file that changed before a pause does not end it")
{
    temporary_directory dir;
    endpoint server;
    server.user.token_file = dir.write("token", "old");
    fixture f(server);
    dir.write("token", "new-and-longer");
    f.time.run_for(1min);
    std::optional<duration> took;
    f.all.start(wait_and_note(f.access, f.time, 20s, took));
    f.time.run_for(30s);
    REQUIRE(took);
    CHECK(*took == 20s);
}
