// Attacks with the Status object of a refusal.

#include "attack.hpp"

#include "catch.hpp"

#include <algorithm>

using namespace hostile;

namespace {

std::string causes(std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i != count; ++i)
        all += (i == 0 ? R"({"field":"spec.f)" : R"(,{"field":"spec.f)") + std::to_string(i) +
               R"(","message":"is wrong"})";
    return R"({"kind":"Status","reason":"Invalid","details":{"causes":[)" + all + "]}}";
}

attack refusal(std::string name, std::string status_line, std::string body, errc code, bounds most = {})
{
    most.said = 3000;
    return {.name = std::move(name), .says = says(json(body, status_line)), .told = {code}, .most = most};
}

attack pause(std::string name, std::string seconds)
{
    return {.name = std::move(name),
            .what = client_does::inform,
            .says =
                says(json(R"({"kind":"Status","code":429,"details":{"retryAfterSeconds":)" + seconds + "}}",
                          "429 Slow")),
            .told = {errc::throttled},
            .most = {.requests = 60, .told_within = 7min}};
}

// Answers the question for the groups of the server with one document after the other, and then with the
// last one. There is no core group.
std::function<answer(question const&)> discovery_answers(std::vector<std::string> const& documents)
{
    std::vector<shared_text> answers;
    for (auto const& d : documents) answers.emplace_back(json(d));
    return [answers, none = shared_text(json("{}", "404 No"))](question const& asked) {
        if (asked.text.find("GET /apis ") == std::string::npos) return answer{{{none}}};
        auto const round = asked.number / 2; // each begins with a question for /api
        return answer{{{answers[std::min(round, answers.size() - 1)]}}};
    };
}

std::string discovered_versions(std::string const& versions)
{
    return R"({"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"g"},"versions":[)" + versions +
           "]}]}";
}

// Returns a version with this number of kinds, each of another name that is similar to "widgets", in as
// many groups as that needs.
std::string similar_kinds(std::size_t count)
{
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    constexpr auto per_group = letters.size() * letters.size();
    std::string all;
    for (std::size_t i = 0; i != count; ++i) {
        auto const within = i % per_group;
        if (within == 0) {
            if (i != 0) all += "]}]},";
            all += R"({"metadata":{"name":"g)" + std::to_string(i / per_group) +
                   R"("},"versions":[{"version":"v1","resources":[)";
        }
        all += (within == 0 ? R"({"resource":"widget)" : R"(,{"resource":"widget)");
        all += {letters[within / letters.size()], letters[within % letters.size()]};
        all += "\"}";
    }
    return R"({"kind":"APIGroupDiscoveryList","items":[)" + all + "]}]}]}";
}

// Returns a version with this number of kinds, the first of which is "known".
std::string known_kinds(std::size_t count)
{
    return discovered_versions(R"({"version":"v1","resources":[{"resource":"known"})" +
                               repeated(R"(,{"resource":"x"})", count - 1) + "]}");
}

// Returns versions that do not answer: others than those known, and one that is known, again and again.
std::string stale_versions(std::size_t unknown, std::size_t known)
{
    std::string all;
    for (std::size_t i = 0; i != unknown; ++i)
        all += R"({"freshness":"Stale","version":"w)" + std::to_string(i) + "\"},";
    all += repeated(R"({"freshness":"Stale","version":"v1"},)", known);
    all.pop_back();
    return discovered_versions(all);
}

std::vector<attack> const& status_attacks()
{
    static std::vector<attack> const rows{
        refusal("two thousand causes", "422 Invalid", causes(2000), errc::invalid),
        refusal("twenty thousand causes", "422 Invalid", causes(20'000), errc::invalid,
                {.memory = 6'000'000}),
        refusal("a message of ten megabytes", "500 Oops",
                R"({"kind":"Status","message":")" + repeated("x", 10'000'000) + "\"}",
                errc::internal_server_error, {.memory = 40'000'000, .bytes = 5'000'000}),
        refusal("a message of three megabytes", "500 Oops",
                R"({"kind":"Status","message":")" + repeated("x", 3'000'000) + "\"}",
                errc::internal_server_error, {.memory = 30'000'000}),
        refusal("a token that is echoed everywhere", "401 battery-staple",
                R"({"kind":"Status","reason":"battery-staple","message":"Bearer battery-staple"})",
                errc::unauthorized),
        refusal("escape sequences", "403 Forbidden",
                R"({"kind":"Status","reason":"Forbidden","message":"\u001b]0;x\u0007\nWARNING forged"})",
                errc::forbidden),
        refusal("code 200 in a failure", "403 Forbidden", R"({"kind":"Status","code":200})",
                errc::unexpected_status),
        refusal("code 0 in a failure", "403 Forbidden", R"({"kind":"Status","code":0})", errc::forbidden),
        refusal("code -1 in a failure", "403 Forbidden", R"({"kind":"Status","code":-1})", errc::forbidden),
        refusal("code 2^63", "403 Forbidden", R"({"kind":"Status","code":9223372036854775808})",
                errc::forbidden),
        refusal("a Status a thousand levels deep", "403 Forbidden",
                R"({"kind":"Status","details":)" + repeated("[", 1000) + repeated("]", 1000) + "}",
                errc::forbidden),
        refusal("causes that are numbers", "403 Forbidden",
                R"({"kind":"Status","details":{"causes":[1,2,"x",null]}})", errc::forbidden),
        refusal("a reason that is an object", "403 Forbidden", R"({"kind":"Status","reason":{}})",
                errc::forbidden),
        refusal("bytes that are no UTF-8", "403 Forbidden", "{\"kind\":\"Status\",\"message\":\"\xff\"}",
                errc::forbidden),
        refusal("a Status that breaks off", "403 Forbidden", R"({"kind":"Sta)", errc::forbidden),
        refusal("null in place of a Status", "403 Forbidden", "null", errc::forbidden),
        refusal("a number in place of a Status", "403 Forbidden", "7", errc::forbidden),
        refusal("an array in place of a Status", "403 Forbidden", "[]", errc::forbidden),
        refusal("HTML in place of a Status", "502 Bad Gateway", "<html>\x1b[2J</html>",
                errc::service_unavailable),
        pause("a pause of 2^63 - 1 seconds", "9223372036854775807"),
        pause("a pause of 2^64 seconds", "18446744073709551616"),
        pause("a negative pause", "-5"),
        pause("a pause of a fraction", "0.001"),
        {.name = "a success that is a failure",
         .says = says(json(R"({"kind":"Status","status":"Failure","code":403})")),
         .told = {errc::missing_field}},
        {.name = "a discovery that names ten thousand groups without a version",
         .what = client_does::discover,
         .says =
             [](question const& asked) {
                 if (asked.text.find("GET /apis ") == std::string::npos)
                     return answer{{{json("{}", "404 No")}}};
                 std::string const group = R"({"name":"g","versions":[]})";
                 return answer{{{json(R"({"kind":"APIGroupList","groups":[)" + repeated(group + ",", 9999) +
                                      group + "]}")}}};
             },
         .told = {errc::not_served},
         .most = {.memory = 12'000'000, .requests = 5}},
        {.name = "a discovery that names thousands of versions, each of which would be a request",
         .what = client_does::discover,
         .says = discovery_answers({R"({"kind":"APIGroupList","groups":[{"name":"g","versions":[)" +
                                    repeated(R"({"version":"v"},)", 10'000) + R"({"version":"v"}]}]})"}),
         .told = {errc::unexpected_content},
         .most = {.memory = 12'000'000, .requests = 5}},
        {.name = "a discovery with thousands of names that are similar to the wanted one",
         .what = client_does::discover,
         .says = discovery_answers({similar_kinds(10'000)}),
         .told = {errc::not_served},
         .most = {.memory = 30'000'000, .requests = 5}},
        {.name = "a discovery of thousands of kinds, and then of thousands of versions that do not answer",
         .what = client_does::rediscover,
         .says = discovery_answers({known_kinds(10'000), stale_versions(10'000, 100)}),
         .told = {errc::not_served},
         .most = {.memory = 40'000'000, .requests = 5}},
        {.name = "a discovery that is no document",
         .what = client_does::discover,
         .says = says(json("[]")),
         .told = {errc::unexpected_content}},
        {.name = "a discovery that is null",
         .what = client_does::discover,
         .says = says(json("null")),
         .told = {errc::unexpected_content}},
        {.name = "a discovery of sixteen megabytes",
         .what = client_does::discover,
         .says = says(json("{\"x\":\"" + repeated("x", 17'000'000) + "\"}")),
         .told = {errc::object_too_large},
         .most = {.memory = 60'000'000, .bytes = 20'000'000}},
    };
    return rows;
}

} // namespace

TEST_CASE("attacks with the Status of a refusal", "[status]")
{
    for (auto const& row : status_attacks()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}
