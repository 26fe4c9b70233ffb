// Attacks with JSON: in a single object, in a list, and in a list of which every byte is checked.

#include "attack.hpp"

#include "catch.hpp"

using namespace hostile;

namespace {

std::string map_of(std::string const& metadata, std::string const& rest = {})
{
    return R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"shop")" + metadata +
           "}" + rest + "}";
}

std::string list_of(std::string const& items)
{
    return R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[)" +
           items + "]}";
}

coinformer::client_options strict()
{
    coinformer::client_options options;
    options.validate_json = true;
    return options;
}

attack object_body(std::string name, std::string body, std::vector<errc> told, bounds most = {})
{
    return {.name = std::move(name), .says = says(json(body)), .told = std::move(told), .most = most};
}

attack strict_list(std::string name, std::string items, std::vector<errc> told, bounds most = {})
{
    return {.name = "checked: " + std::move(name),
            .what = client_does::list,
            .says = says(json(list_of(items))),
            .told = std::move(told),
            .most = most,
            .options = strict()};
}

// Returns an object of exactly this many bytes.
std::string of_size(std::size_t bytes)
{
    auto const empty = map_of("", R"(,"data":{"v":""})");
    return map_of("", R"(,"data":{"v":")" + repeated("x", bytes - empty.size()) + "\"}");
}

coinformer::client_options small_objects()
{
    coinformer::client_options options;
    options.max_object_bytes = 10'000;
    return options;
}

std::string many_keys(std::size_t count, bool same)
{
    std::string all;
    for (std::size_t i = 0; i != count; ++i)
        all += (i == 0 ? "\"k" : ",\"k") + std::to_string(same ? 0 : i) + "\":\"\"";
    return all;
}

std::vector<attack> const& objects()
{
    static std::vector<attack> const rows{
        object_body("a hundred thousand levels of arrays", map_of("", ",\"x\":" + repeated("[", 100'000)),
                    {errc::truncated, errc::malformed_json}),
        object_body("a hundred thousand levels that end",
                    map_of("", ",\"x\":" + repeated("[", 100'000) + repeated("]", 100'000)), {}),
        object_body("a hundred thousand levels of objects in place of the answer",
                    repeated("{\"a\":", 100'000), {errc::truncated, errc::malformed_json},
                    {.memory = 4'000'000}),
        object_body("a generation of a million digits", map_of(",\"generation\":" + repeated("9", 1'000'000)),
                    {errc::out_of_range, errc::wrong_type, errc::malformed_json}, {.memory = 5'000'000}),
        object_body("a generation with an exponent of a million digits",
                    map_of(",\"generation\":1e" + repeated("9", 1'000'000)),
                    {errc::out_of_range, errc::wrong_type, errc::malformed_json}, {.memory = 5'000'000}),
        object_body("an identity of a megabyte", map_of(",\"uid\":\"" + repeated("x", 1'000'000) + "\""),
                    {errc::out_of_range}, {.memory = 8'000'000}),
        object_body("a key of fifteen megabytes", map_of(",\"" + repeated("k", 15'000'000) + "\":1"), {},
                    {.memory = 60'000'000, .bytes = 16'000'000}),
        object_body("a string of a hundred megabytes",
                    map_of("", R"(,"data":{"v":")" + repeated("x", 100'000'000)), {errc::object_too_large},
                    {.memory = 40'000'000, .bytes = 18'000'000}),
        object_body("a string of quotes and backslashes",
                    map_of("", R"(,"data":{"v":")" + repeated("\\\\\\\"", 500'000) + "\"}"), {},
                    {.memory = 12'000'000}),
        object_body("a string of escapes that are half a character",
                    map_of("", R"(,"data":{"v":")" + repeated("\\ud800", 100'000) + "\"}"), {},
                    {.memory = 8'000'000}),
        object_body("an escape that does not exist", map_of("", R"(,"data":{"v":"\q"})"),
                    {errc::malformed_json, errc::wrong_type}),
        object_body("one key fifty thousand times", map_of("", ",\"data\":{" + many_keys(50'000, true) + "}"),
                    {}, {.memory = 12'000'000}),
        object_body("fifty thousand keys", map_of("", ",\"data\":{" + many_keys(50'000, false) + "}"), {},
                    {.memory = 24'000'000}),
        object_body("fifty thousand labels", map_of(",\"labels\":{" + many_keys(50'000, false) + "}"), {},
                    {.memory = 24'000'000}),
        object_body("metadata that is a list", R"({"kind":"ConfigMap","metadata":[]})", {errc::wrong_type}),
        object_body("metadata that is missing", R"({"kind":"ConfigMap"})", {errc::missing_field}),
        object_body("data that is a number", map_of("", ",\"data\":7"), {errc::wrong_type}),
        object_body("values that are objects", map_of("", R"(,"data":{"v":{}})"), {errc::wrong_type}),
        object_body("a name that is true", R"({"metadata":{"name":true,"namespace":"shop"}})",
                    {errc::wrong_type}),
        object_body("a name that is empty", R"({"metadata":{"name":"","namespace":"shop"}})",
                    {errc::missing_field}),
        object_body("an array in place of an object", "[]", {errc::wrong_type}),
        object_body("null in place of an object", "null", {errc::wrong_type}),
        object_body("a number in place of an object", "7", {errc::wrong_type}),
        object_body("a string in place of an object", "\"x\"", {errc::wrong_type}),
        object_body("true in place of an object", " true\n", {errc::wrong_type}),
        object_body("a word that does not exist in place of an object", "nul", {errc::malformed_json}),
        object_body("a number of a million digits in place of an object", repeated("9", 1'000'000),
                    {errc::wrong_type}, {.memory = 5'000'000}),
        object_body("an object without its end", "{\"metadata\":{\"name\":\"a\"",
                    {errc::truncated, errc::malformed_json}),
        object_body("bytes behind the object", map_of("") + "{}", {errc::malformed_json}),
        object_body("nothing but space", repeated(" ", 1'000'000), {errc::truncated, errc::malformed_json},
                    {.memory = 5'000'000}),
        object_body("a creation time in the year 99999",
                    map_of(R"(,"creationTimestamp":"99999-01-01T00:00:00Z")"),
                    {errc::wrong_type, errc::out_of_range, errc::malformed_json}),
        {.name = "an object of exactly the largest size",
         .says = says(json(of_size(10'000))),
         .options = small_objects()},
        {.name = "an object one byte larger than the largest size",
         .says = says(json(of_size(10'001))),
         .told = {errc::object_too_large},
         .options = small_objects()},
    };
    return rows;
}

std::vector<attack> const& checked()
{
    static std::string const deep = "{\"x\":" + repeated("[", 600) + repeated("]", 600) + "}";
    static std::vector<attack> const rows{
        strict_list("six hundred levels", deep, {errc::malformed_json}),
        strict_list("one key fifty thousand times", "{" + many_keys(50'000, true) + "}",
                    {errc::malformed_json}, {.memory = 8'000'000}),
        strict_list("two hundred thousand keys",
                    "{\"metadata\":{\"name\":\"a\",\"namespace\":\"shop\"},\"data\":{" +
                        many_keys(200'000, false) + "}}",
                    {}, {.memory = 80'000'000, .cpu = 5s, .turn = 5s}),
        strict_list("bytes that are no UTF-8", "{\"x\":\"\xff\xfe\"}", {errc::malformed_json}),
        strict_list("an overlong character", "{\"x\":\"\xc0\xaf\"}", {errc::malformed_json}),
        strict_list("half of a pair of surrogates in UTF-8", "{\"x\":\"\xed\xa0\x80\"}",
                    {errc::malformed_json}),
        strict_list("a number with a leading zero", "{\"x\":01}", {errc::malformed_json}),
        strict_list("a comma too many", "{\"x\":1,}", {errc::malformed_json}),
        strict_list("not a number", "{\"x\":NaN}", {errc::malformed_json}),
        strict_list("a control character in a string", "{\"x\":\"\x01\"}", {errc::malformed_json}),
    };
    return rows;
}

} // namespace

TEST_CASE("attacks with the JSON of an object", "[json]")
{
    for (auto const& row : objects()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}

TEST_CASE("attacks with the JSON of a list that is checked byte by byte", "[json]")
{
    for (auto const& row : checked()) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}
