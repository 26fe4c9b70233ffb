// A recorder of events that has no memory when an event is recorded. Each allocation fails in its turn.

#include <coinformer/controller/event_recorder.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include <boost/json.hpp>

#include <optional>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "unit/cache/allocated.hpp"

namespace event_recorder_memory {

using namespace coinformer;

constexpr resource written{.group = "events.k8s.io", .version = "v1", .plural = "events", .kind = "Event"};

/// A recorder that has room for one new event, and records one event again and again.
struct short_recorder {
    void tell()
    {
        recorder.record(about, event_type::warning, "Broken", "Repair",
                        "a note that is too long to be kept without an allocation");
    }
    void start()
    {
        running.emplace(cluster.io, cluster.time, recorder.run());
        cluster.time.run_for(std::chrono::seconds(1));
    }
    /// Returns how often the event has happened, as the server knows it.
    std::uint64_t count_on_server()
    {
        std::uint64_t count = 0;
        auto const list = boost::json::parse(cluster.server.list(written));
        for (auto const& e : list.at("items").as_array()) {
            auto const* const series = e.as_object().if_contains("series");
            count += series ? series->at("count").to_number<std::uint64_t>() : 1;
        }
        return count;
    }
    bool has_logged(char const* text) const { return log_text.str().find(text) != std::string::npos; }

    std::ostringstream log_text;
    stream_log log{log_text};
    testing::fake_cluster cluster{{}, {.log = &log, .seed = 1}};
    event_recorder recorder{cluster.api,
                            {.controller = "example.io/test", .instance = "test-0", .capacity = 1}};
    resource of{.version = "v1", .kind = "Pod"};
    event_subject about{of, {"default", "a"}, "uid-a", "7"};
    std::optional<testing::background> running;
};

} // namespace event_recorder_memory

TEST_CASE("an event that there was no memory to record is written when it comes again, whichever allocation "
          "has failed")
{
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    // The recorder does not run yet: a strand of Asio that has no memory to wake a coroutine stays locked.
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        event_recorder_memory::short_recorder w;
        was_short = meets_shortage(count, how, [&] { w.tell(); });
        bool const is_logged = how == memory_shortage::passes; // otherwise there is no memory for the line
        if (w.recorder.status().dropped != 0 && is_logged)
            REQUIRE(w.has_logged("events are dropped so_far=1 cause=out of memory"));

        w.tell();
        w.start();
        w.cluster.time.run_for(std::chrono::minutes(2));
        REQUIRE(w.recorder.status().waiting == 0);
        w.cluster.run(w.recorder.drain());
        auto const end = w.recorder.status();
        REQUIRE(end.waiting == 0);
        REQUIRE(end.dropped <= 1);
        REQUIRE(w.count_on_server() + end.dropped == 2U);
    }
    CHECK(count > 5); // fewer would mean that nothing was tested
}
