// A watcher that has no memory for what it reads. Each allocation fails in its turn.

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/watcher.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <exception>
#include <optional>
#include <string>

#include "catch.hpp"
#include "unit/cache/allocated.hpp"

namespace watcher_shortage {

using namespace coinformer;
using namespace std::chrono_literals;

constexpr resource watched{.group = "", .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

/// A server whose watch from `begin` brings the deletion of b, with the version of b's last state, and then a
/// change of a. The watch is answered after a second. From then on, nothing happens.
struct short_reader {
    short_reader()
    {
        for (std::string const name : {"a", "b"})
            test.server.create(watched, R"({"metadata":{"name":")" + name + R"(","namespace":"shop"}})");
        auto const last_of_b = test.server.get(watched, {"shop", "b"});
        test.server.create(watched, R"({"metadata":{"name":"c","namespace":"shop"}})");
        begin = test.server.resource_version();
        auto const changed = test.server.patch(watched, {"shop", "a"}, R"({"data":{"v":"2"}})");
        auto const lines = R"({"type":"DELETED","object":)" + last_of_b + "}\n" +
                           R"({"type":"MODIFIED","object":)" + changed + "}\n";
        test.server.intercept([this, lines](testing::action const& asked) {
            bool const is_first = asked.verb == "watch" &&
                                  asked.target.find("resourceVersion=" + begin + '&') != std::string::npos;
            if (!is_first) return std::optional<testing::canned_answer>();
            return std::optional(testing::canned_answer{.body = lines});
        });
        test.network.conditions({}, {.delay = 1s});
        events.emplace(test.api, begin, watcher_options(), watched);
    }
    /// True if both events have come, once and in order.
    bool has_all() const { return seen == "-b~a"; }

    testing::fake_cluster test;
    std::string begin;
    std::optional<watcher<object_metadata>> events;
    std::string seen; // short enough to need no memory
};

/// Takes events until there are two, or until next() fails. Tells when that has ended.
task<> take_events(short_reader& of, bool& has_ended)
{
    try {
        while (of.seen.size() < 4) {
            auto const event = co_await of.events->next();
            of.seen += "+~-"[static_cast<int>(event.type)];
            of.seen += event.object.key().name;
        }
    } catch (std::exception const&) { // there was no memory
    }
    has_ended = true;
}

} // namespace watcher_shortage

TEST_CASE("after a call of a watcher's next() that had no memory, no event is missing, whichever allocation "
          "has failed")
{
    using namespace watcher_shortage;
    // Asio itself needs memory to destroy a coroutine, so that only one allocation fails.
    auto const how = memory_shortage::passes;
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        short_reader w;
        auto& cluster = w.test;
        bool has_left_run = true, first_has_ended = false, second_has_ended = false;
        boost::asio::co_spawn(cluster.io, take_events(w, first_has_ended), boost::asio::detached);
        cluster.time.run_for(999ms); // the answer is on its way
        was_short = meets_shortage(count, how, [&] {
            cluster.time.run_for(2ms); // the server does nothing
            has_left_run = false;
        });
        cluster.time.run_for(1min);
        if (has_left_run) continue; // the program learns it, because io_context::run() throws
        REQUIRE(first_has_ended);
        boost::asio::co_spawn(cluster.io, take_events(w, second_has_ended), boost::asio::detached);
        cluster.time.run_for(1min);
        REQUIRE(second_has_ended);
        REQUIRE(w.has_all());
    }
    CHECK(count > 5); // fewer would mean that nothing was tested
}
