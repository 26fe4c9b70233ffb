// Attacks by slowness: one byte per second, and silence, at each stage of an answer.

#include "attack.hpp"

#include "catch.hpp"

using namespace hostile;

namespace {

std::string const whole_answer =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    "f\r\n{\"items\":[     \r\n0\r\n\r\n";

// Sends the answer up to `place` at once, and the rest at one byte per second.
std::function<answer(question const&)> drips_from(std::size_t place)
{
    std::vector<piece> all{{whole_answer.substr(0, place)}};
    for (char const c : whole_answer.substr(place)) all.push_back({std::string(1, c), 1, 1s});
    all.push_back({"", for_ever, 1h});
    return says(std::move(all));
}

std::function<answer(question const&)> silent_from(std::size_t place)
{
    return says(whole_answer.substr(0, place), ending::keep_open);
}

struct stage {
    char const* name;
    std::size_t place;
};

constexpr stage stages[]{{"before the answer", 0},
                         {"in the status line", 5},
                         {"in the header", 30},
                         {"in the size of a chunk", 85},
                         {"in the body", 90}};

std::vector<attack> const& slow_attacks()
{
    static std::vector<attack> const rows = [] {
        std::vector<attack> all;
        for (auto const& s : stages)
            for (auto const what : {client_does::get, client_does::list, client_does::inform}) {
                auto const who = what == client_does::get    ? "a get: "
                                 : what == client_does::list ? "a list: "
                                                             : "an informer: ";
                bounds most{.requests = 200,
                            .told_within = what == client_does::inform ? duration(4min) : 40s};
                std::vector<errc> told{errc::timed_out, errc::silent_connection, errc::truncated};
                // an informer waits for longer after a request that got no answer, and says meanwhile that it
                // waits
                if (what == client_does::inform) told.push_back(errc::slow_answer);
                all.push_back({.name = std::string(who) + "silence " + s.name,
                               .what = what,
                               .says = silent_from(s.place),
                               .told = told,
                               .most = most});
                most.told_within = what == client_does::inform ? duration(5min) : 80s;
                all.push_back({.name = std::string(who) + "a byte each second, " + s.name,
                               .what = what,
                               .says = drips_from(s.place),
                               .told = told,
                               .most = most});
            }
        all.push_back(
            {.name = "a get: a body without end",
             .says = says({{json_until_close() + "{\"x\":\""}, {repeated("x", 65'536), for_ever, 10ms}}),
             .told = {errc::object_too_large},
             .most = {.memory = 40'000'000, .bytes = 18'000'000, .told_within = 10s}});
        all.push_back(
            {.name = "a get: 64 KB each 29 seconds",
             .says = says({{json_until_close() + "{\"x\":\""}, {repeated("x", 65'536), for_ever, 29s}}),
             .told = {errc::object_too_large},
             .most = {.memory = 40'000'000, .bytes = 18'000'000, .told_within = 130min}});
        all.push_back(
            {.name = "a refusal: a byte each second",
             .says = says({{"HTTP/1.1 403 Forbidden\r\nContent-Length: 1000\r\n\r\n"}, {"x", for_ever, 1s}}),
             .told = {errc::forbidden},
             .most = {.told_within = 31s}});
        return all;
    }();
    return rows;
}

} // namespace

TEST_CASE("attacks with slowness", "[slow]")
{
    for (auto const& row : slow_attacks()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}
