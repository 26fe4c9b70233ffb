// Attacks with lists: their pages, their versions, and the objects in them.

#include "attack.hpp"

#include "catch.hpp"

using namespace hostile;

namespace {

std::string item(std::string const& name, std::string const& version = "1")
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":"shop","uid":"u-)" + name +
           R"(","resourceVersion":")" + version + "\"}}";
}

std::string list_body(std::string const& meta, std::string const& rest)
{
    return json(R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{)" + meta + "}" + rest + "}");
}

// Answers every request for the list with about two megabytes of it, and refuses the watch that follows.
std::function<answer(question const&)> lists(std::string const& meta, std::string const& items)
{
    return says(list_body(meta, ",\"items\":[" + items + "]"));
}

attack read(std::string name, std::function<answer(question const&)> what, std::vector<errc> told,
            bounds most = {})
{
    return {.name = "a list: " + name,
            .what = client_does::list,
            .says = std::move(what),
            .told = std::move(told),
            .most = most};
}

attack inform_by_list(std::string name, std::function<answer(question const&)> what, std::vector<errc> told,
                      bounds most = {})
{
    return {.name = "an informer's list: " + name,
            .what = client_does::inform,
            .says = std::move(what),
            .told = std::move(told),
            .most = most};
}

// Answers with a list that has the kind and apiVersion of something else. The client must not mind: the URL
// has said already what is in the list, and a custom resource may give its lists any name.
std::function<answer(question const&)> called(std::string const& type)
{
    return says(json("{" + type + R"(,"metadata":{"resourceVersion":"1"},"items":[)" + item("a") + "]}"));
}

// Answers with pages that each have another continue token.
std::function<answer(question const&)> pages(std::string const& items, std::size_t token_bytes)
{
    return [items, token_bytes](question const& asked) {
        auto const token = std::to_string(asked.number) + repeated("t", token_bytes);
        return answer{{{list_body(R"("resourceVersion":"1","continue":")" + token + "\"",
                                  ",\"items\":[" + items + "]")}}};
    };
}

// Answers with empty pages that each have another continue token, and claim that one object fewer remains.
std::function<answer(question const&)> falling_pages()
{
    return [](question const& asked) {
        auto const number = std::to_string(asked.number);
        auto const remaining = std::to_string(INT64_MAX - static_cast<std::int64_t>(asked.number));
        return answer{{{list_body(R"("resourceVersion":"1","continue":"t)" + number +
                                      R"(","remainingItemCount":)" + remaining,
                                  ",\"items\":[]")}}};
    };
}

std::vector<attack> const& list_attacks()
{
    static std::string const version = R"("resourceVersion":"1")";
    static std::vector<attack> const rows{
        read("each page has the same continue token", lists(version + R"(,"continue":"t")", item("a")),
             {errc::unexpected_content}, {.requests = 3}),
        read("empty pages with ever new tokens", pages("", 0), {errc::unexpected_content},
             {.requests = 1'010}),
        read("empty pages with ever new tokens, and numbers that fall by one", falling_pages(),
             {errc::unexpected_content}, {.memory = 16'000'000, .requests = 10'010, .cpu = 10s}),
        read("one object, ten times on each of ever new pages",
             pages(item("a") + repeated("," + item("a"), 9), 0), {errc::unexpected_content},
             {.memory = 16'000'000, .requests = 2100, .cpu = 5s}),
        inform_by_list("each page has the same continue token",
                       lists(version + R"(,"continue":"t")", item("a")), {errc::unexpected_content},
                       {.requests = 120}),
        // at the pace of failures, four attempts begin within ten seconds, and seven within a minute
        inform_by_list("empty pages with ever new tokens", pages("", 0), {errc::unexpected_content},
                       {.memory = 16'000'000, .requests = 8'000, .lasts = 1min, .cpu = 10s}),
        inform_by_list(
            "a continue token of fifty thousand bytes", pages("", 50'000), {errc::unexpected_content},
            {.memory = 16'000'000, .bytes = 400'000'000, .requests = 5'000, .lasts = 10s, .cpu = 40s}),
        read("remainingItemCount is negative", lists(version + ",\"remainingItemCount\":-1", item("a")),
             {errc::unexpected_content}),
        read("remainingItemCount is 2^63 - 1",
             lists(version + ",\"remainingItemCount\":9223372036854775807", item("a")), {}),
        read("no version", lists("", item("a")), {}),
        read("a version that is a word", lists(R"("resourceVersion":"later")", item("a")), {}),
        read("a version of two megabytes",
             lists(R"("resourceVersion":")" + repeated("9", 2'000'000) + "\"", item("a")),
             {errc::unexpected_content}, {.memory = 12'000'000}),
        read("a version that is a number", lists(R"("resourceVersion":7)", item("a")),
             {errc::unexpected_content}),
        read("null in place of a list", says(json("null")), {errc::unexpected_content}),
        read("a number in place of a list", says(json("7")), {errc::unexpected_content}),
        read("a string in place of a list", says(json("\"x\"")), {errc::unexpected_content}),
        read("true in place of a list", says(json("true")), {errc::unexpected_content}),
        read("an array in place of a list", says(json("[" + item("a") + "]")), {errc::unexpected_content}),
        inform_by_list("null in place of a list", says(json("null")), {errc::unexpected_content},
                       {.requests = 60}),
        read("the kind of another list", called(R"("kind":"PodList","apiVersion":"v1")"), {}),
        read("an apiVersion that does not exist", called(R"("kind":"ConfigMapList","apiVersion":"v99/x/y")"),
             {}),
        read("a kind that is a number", called(R"("kind":7,"apiVersion":[])"), {}),
        read("the kind Status", called(R"("kind":"Status","apiVersion":"v1")"), {}),
        read("a Status in place of a list", says(json(R"({"kind":"Status","status":"Failure","code":500})")),
             {errc::unexpected_content}),
        read("items is null", says(list_body(version, ",\"items\":null")), {}),
        read("items is an object", says(list_body(version, ",\"items\":{}")), {errc::unexpected_content}),
        read("no items", says(list_body(version, "")), {errc::unexpected_content}),
        read("items twice, the second time a number", says(list_body(version, ",\"items\":[],\"items\":7")),
             {}),
        read("items that are no objects", lists(version, "1,\"a\",null,[],true"), {}),
        read("an item of another kind", lists(version, R"({"kind":"Pod","metadata":{"name":"a"}})"), {}),
        read("a name with a slash", lists(version, item("../../secrets")), {}),
        read("a name that drives a terminal", lists(version, item("\\u001b[2J")), {}),
        read("a name of a megabyte", lists(version, item(repeated("n", 1'000'000))), {},
             {.memory = 16'000'000}),
        read("ten thousand and one items that do not decode", lists(version, repeated("{},", 10'000) + "{}"),
             {errc::too_many_faults}, {.memory = 16'000'000}),
        inform_by_list("ten thousand and one items that do not decode",
                       lists(version, repeated("{},", 10'000) + "{}"), {errc::too_many_faults},
                       {.memory = 24'000'000, .cpu = 5s}),
        inform_by_list(
            "names that drive a terminal, and do not decode",
            lists(version, R"({"metadata":{"name":"\u001b[2J","namespace":"a\nWARNING b","labels":7}})"), {},
            {.lasts = 30s}),
        inform_by_list("no version", lists("", item("a")), {}),
        inform_by_list("a version that is a word", lists(R"("resourceVersion":"later")", item("a")), {}),
        inform_by_list("a version beyond all numbers",
                       lists(R"("resourceVersion":")" + repeated("9", 400) + "\"", item("a")), {}),
        read("an endless number of spaces",
             says({{json_until_close() + "{\"items\":["}, {repeated(" ", 16'384), for_ever, 100ms}}),
             {errc::silent_connection}, {.bytes = 20'000'000, .told_within = 80s}),
        inform_by_list(
            "an endless number of spaces",
            says({{json_until_close() + "{\"items\":["}, {repeated(" ", 16'384), for_ever, 100ms}}),
            {errc::silent_connection, errc::slow_answer},
            {.bytes = 200'000'000, .told_within = 3min, .cpu = 5s}),
        read("a value beside the items without end",
             says({{json_until_close() + "{\"x\":\""}, {repeated("x", 16'384), for_ever, 10ms}}),
             {errc::unexpected_content}, {.memory = 6'000'000, .told_within = 10s}),
        read("an item without end",
             says({{json_until_close() + "{\"items\":[{\"x\":\""}, {repeated("x", 262'144), for_ever, 10ms}}),
             {errc::malformed_json},
             {.memory = 60'000'000, .bytes = 300'000'000, .told_within = 60s, .cpu = 5s, .turn = 1s}),
        read("one object for ever",
             says({{json_until_close() + "{\"items\":[" + item("a")},
                   {repeated("," + item("a"), 100), for_ever, 1ms}}),
             {errc::unexpected_content}, {.memory = 12'000'000, .told_within = 10s}),
        inform_by_list("one object for ever",
                       says({{json_until_close() + "{\"items\":[" + item("a")},
                             {repeated("," + item("a"), 100), for_ever, 1ms}}),
                       {errc::unexpected_content}, {.bytes = 300'000'000, .told_within = 10s, .cpu = 5s}),
        inform_by_list("the list is complete, and its watch is refused for ever",
                       [](question const& asked) {
                           if (asked.is_watch()) return answer{{{json("{}", "500 Oops")}}};
                           return answer{
                               {{list_body(R"("resourceVersion":"5")", ",\"items\":[" + item("a") + "]")}}};
                       },
                       {}, {.requests = 60}),
        inform_by_list("410 for ever",
                       says(json(R"({"kind":"Status","code":410,"reason":"Expired"})", "410 Gone")),
                       {errc::expired}, {.requests = 60, .told_within = 2min}),
        inform_by_list("each list is older than the one before",
                       [](question const& asked) {
                           if (asked.is_watch()) return answer{{{json_until_close()}}};
                           return answer{{{list_body(R"("resourceVersion":")" +
                                                         std::to_string(900'000 - asked.number) + "\"",
                                                     ",\"items\":[" + item("a") + "]")}}};
                       },
                       {}, {.requests = 200}),
    };
    return rows;
}

} // namespace

TEST_CASE("attacks with lists", "[lists]")
{
    for (auto const& row : list_attacks()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}
