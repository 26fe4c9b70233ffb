// Contract: http_options::header_timeout, which is 30 s by default, limits the time of each 64 KB of a plain
// answer.

#include "world.hpp"

namespace {

/// A client whose connections carry `bytes_a_second`.
struct metered_link : world {
    explicit metered_link(std::size_t bytes_a_second) : link(env, bytes_a_second)
    {
        link.conditions({}, {.delay = 1s});
    }

    testing::memory_network link;
    client metered_api{env, {.server = "http://metered"}, {}, link.dialer()};
    testing::background serving{io, time, server.run(link)};
};

task<> read_a(client by)
{
    (void)co_await by.get(config_maps, "shop", "a");
}

} // namespace

TEST_CASE("an object of more than 64 KB may take longer than header_timeout")
{
    metered_link w(8 * 1024);
    w.put("a", std::string(400 * 1024, 'x'));
    background const reading(w.io, read_a(w.metered_api));
    w.time.run_for(40s);
    CHECK_FALSE(reading.ended);
    w.time.run_for(40s);
    CHECK(reading.ended);
    CHECK(reading.what().empty());
}

TEST_CASE("an object of less than 64 KB that takes longer than header_timeout is given up, though bytes come")
{
    metered_link w(1024);
    w.put("a", std::string(60 * 1024, 'x'));
    background const reading(w.io, read_a(w.metered_api));
    w.time.run_for(40s);
    CHECK(reading.code() == errc::silent_connection);
}
