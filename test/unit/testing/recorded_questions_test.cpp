// Which answer of a recording belongs to which question of the informer that is replayed.
#include "testing/http/recorded_questions.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include "catch.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
using testing::detail::recorded_questions;
using what = recorded_question;

struct desk {
    void record(what of, duration at, std::string path = "/pods")
    {
        recording.answers.push_back({.asked = {of, std::move(path)}, .asked_at = at});
    }
    void ask(what of, std::string path = "/pods") { questions().asked({of, std::move(path)}); }
    recorded_questions& questions()
    {
        if (!begun) begun.emplace(time, recording);
        return *begun;
    }
    // Returns the time at which the next question is due.
    std::optional<duration> due(std::string const& path = "/pods")
    {
        auto const next = questions().next(path);
        return next ? std::optional<duration>(next->when - questions().time_of(0s)) : std::nullopt;
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    flight_recording recording;
    std::optional<recorded_questions> begun;
};

} // namespace

TEST_CASE_METHOD(desk, "the questions of a collection are due in the order in which they were recorded")
{
    record(what::list, 1s);
    record(what::watch, 2s);
    record(what::watch, 9s, "/nodes");
    CHECK(due() == 1s);
    ask(what::list);
    CHECK(questions().last_read("/pods") == 0);
    CHECK(due() == 2s);
    ask(what::watch);
    CHECK(questions().last_read("/pods") == 1);
    CHECK(due() == std::nullopt);
    ask(what::watch);
    CHECK(questions().last_read("/pods") == std::nullopt); // the recording is over
    CHECK(questions().last_read("/nodes") == std::nullopt);
    CHECK(due("/nodes") == 9s);
    CHECK(questions().difference().empty());
}

TEST_CASE_METHOD(desk, "a question of another kind gets the next answer of its kind, and is a difference")
{
    record(what::stream, 1s);
    record(what::list, 2s);
    record(what::watch, 3s);
    ask(what::list);
    CHECK(questions().last_read("/pods") == 1);
    CHECK(questions().difference() ==
          "at 0 ms the informer asks for a list of /pods, and when it was recorded it asked for a streamed "
          "list\n");
    CHECK(due() == 3s);
}

TEST_CASE_METHOD(desk, "a question that is not asked in time is a difference at the end")
{
    record(what::list, 1s);
    record(what::watch, 5s);
    ask(what::list);
    time.run_for(5500ms);
    questions().check_all_asked();
    CHECK(questions().difference().empty()); // timers of a real process are a little late
    time.run_for(1s);
    questions().check_all_asked();
    CHECK_THAT(questions().difference(),
               Catch::Contains("at 6500 ms") && Catch::Contains("a watch of /pods"));
}

TEST_CASE_METHOD(desk, "a confirmation is the recorded one that is nearest in time")
{
    record(what::confirm, 10s);
    record(what::confirm, 10800ms);
    record(what::confirm, 20s);
    ask(what::confirm); // the desk's informer asks where it begins
    CHECK(questions().last_confirmation("/pods") == std::nullopt);
    time.run_for(10700ms);
    ask(what::confirm);
    CHECK(questions().last_confirmation("/pods") == 1);
    CHECK(due() == 20s);
    time.run_for(5s);
    ask(what::confirm);
    CHECK(questions().last_confirmation("/pods") == std::nullopt); // none was recorded at this time
    time.run_for(3500ms);
    ask(what::confirm);
    CHECK(questions().last_confirmation("/pods") == 2);
}

TEST_CASE_METHOD(desk, "the next question is the one that was asked first, whatever it was")
{
    record(what::confirm, 3s);
    record(what::watch, 7s);
    CHECK(due() == 3s);
    time.run_for(4s);
    CHECK(due() == 7s); // a confirmation whose time is over is not asked late
    record(what::watch, 1s, "/nodes");
    record(what::confirm, 9s, "/nodes");
    begun.reset();
    CHECK(due("/nodes") == 1s);
    ask(what::watch, "/nodes");
    CHECK(due("/nodes") == 9s);
}
