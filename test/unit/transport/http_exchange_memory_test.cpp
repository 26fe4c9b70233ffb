// An answer whose connection there is no memory to keep. Each allocation fails in its turn.

#include "catch.hpp"
#include "http_world.hpp"
#include "unit/cache/allocated.hpp"

#include <exception>
#include <optional>
#include <string>

namespace http_exchange_memory {

using namespace http_world;

/// Reads once. Tells of the end of the body, or of a failure.
task<> read_once(http_response& from, std::string& body, bool& is_at_end, bool& has_failed)
{
    try {
        auto const pieces = co_await from.read();
        is_at_end = pieces.empty();
        for (auto const piece : pieces) body += piece;
    } catch (std::exception const&) {
        has_failed = true;
    }
}

/// A client with an answer that has come whole, and of which nothing was read.
struct answered : http_world::world {
    answered()
    {
        open();
        start(serve(net, {hello, hello}, afterwards::keep, visits.emplace_back()));
        start(fetch_header(*client, get(), answer));
        time.settle();
        REQUIRE(answer);
    }
    /// Makes a request. It needs another connection if that of the answer was closed.
    void check_next_request()
    {
        time.settle();
        if (visits.front().ended) start(serve(net, {hello}, afterwards::keep, visits.emplace_back()));
        auto& next = answers.emplace_back();
        start(fetch(*client, get(), next));
        time.settle();
        REQUIRE(next.body == "hello");
    }

    std::optional<http_response> answer;
};

} // namespace http_exchange_memory

TEST_CASE("an answer is read to its end though there is no memory to keep its connection, whichever "
          "allocation fails")
{
    using namespace http_exchange_memory;
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        answered w;
        std::string body;
        bool is_at_end = false, has_failed = false;
        w.start(read_once(*w.answer, body, is_at_end, has_failed));
        w.time.settle();
        REQUIRE(body == "hello");
        w.start(read_once(*w.answer, body, is_at_end, has_failed));
        was_short = meets_shortage(count, how, [&] { w.time.settle(); });
        REQUIRE_FALSE(has_failed);
        REQUIRE(is_at_end);
        REQUIRE(body == "hello");
        w.check_next_request();
    }
    CHECK(count > 1); // otherwise nothing was tested
}

TEST_CASE("an answer may be dropped though there is no memory to keep its connection, whichever allocation "
          "fails")
{
    using namespace http_exchange_memory;
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        answered w;
        was_short = meets_shortage(count, how, [&] { w.answer.reset(); });
        w.check_next_request();
    }
    CHECK(count > 1); // otherwise nothing was tested
}
