#include <coinformer/api/client.hpp>
#include <coinformer/api/retry_on_conflict.hpp>

#include <boost/asio/io_context.hpp>

#include <limits>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

template <class Make>
std::string refusal(Make make)
{
    try {
        make();
    } catch (api_error const& e) {
        CHECK(e.code() == errc::bad_request);
        return e.what();
    }
    return "accepted";
}

std::string refusal_of_options(client_options options)
{
    return refusal([&] {
        boost::asio::io_context io;
        client const made({.ex = io.get_executor()}, {.server = "http://127.0.0.1:1"}, std::move(options));
    });
}

} // namespace

TEST_CASE("a client refuses options that make no sense, and names the option")
{
    CHECK(refusal_of_options({}) == "accepted");
    // 0 means that no object may fail to decode
    CHECK(refusal_of_options({.max_faults_per_list = 0}) == "accepted");

    using Catch::Contains;
    CHECK_THAT(refusal_of_options({.max_object_bytes = 0}),
               Contains("client_options::max_object_bytes is 0"));
    CHECK_THAT(refusal_of_options({.concurrent_lists = 0}),
               Contains("client_options::concurrent_lists is 0"));
    CHECK_THAT(refusal_of_options({.http = {.read_buffer_bytes = 0}}),
               Contains("http_options::read_buffer_bytes is 0"));
    auto const pace = Contains("client_options::requests_per_second is not between 0 and a million");
    CHECK(refusal_of_options({.requests_per_second = 1e6}) == "accepted");
    CHECK_THAT(refusal_of_options({.requests_per_second = 1e6 + 1}), pace);
    CHECK_THAT(refusal_of_options({.requests_per_second = -1}), pace);
    CHECK_THAT(refusal_of_options({.requests_per_second = std::numeric_limits<double>::quiet_NaN()}), pace);
    auto const reconnect = Contains("client_options::reconnect: 0 < first <= cap <= 24 h");
    CHECK_THAT(refusal_of_options({.reconnect = {.first = 0s}}), reconnect); // it would dial without a pause
    CHECK_THAT(refusal_of_options({.reconnect = {.first = 2s, .cap = 1s}}), reconnect);
    CHECK_THAT(refusal_of_options({.reconnect = {.jitter_percent = 1001}}), reconnect);
}

TEST_CASE("retry_on_conflict() refuses pauses that make no sense")
{
    boost::asio::io_context io;
    client api({.ex = io.get_executor()}, {.server = "http://127.0.0.1:1"});
    conflict_retries limits;
    CHECK(refusal([&] { detail::conflict_pauses(api, limits); }) == "accepted");
    limits.pause.first = 0s;
    CHECK_THAT(refusal([&] { detail::conflict_pauses(api, limits); }),
               Catch::Contains("conflict_retries::pause"));
}
