#include "api/byte_window.hpp"

#include "catch.hpp"

#include <string>

using namespace coinformer::detail;
using value = byte_window::value;

TEST_CASE("the search for a value's end goes on where it stopped")
{
    byte_window w;
    w.append(R"(  {"a":"}\)");
    REQUIRE(w.skip_space());
    CHECK(!w.has_begun_value());
    REQUIRE(w.find_value(100) == value::need_more);

    w.append(R"("}"})");
    REQUIRE(w.skip_space());
    CHECK(w.has_begun_value()); // begun anew, a large value in small reads would cost its length squared
    REQUIRE(w.find_value(100) == value::complete);
    CHECK(std::string_view(w.begin(), w.value_end()) == R"({"a":"}\"}"})");
}

TEST_CASE("every kind of value has an end, and a number has it only when something follows")
{
    for (std::string const text : {R"({"a":[]})", "[1,[2]]", R"("a\"b")", "true", "-1.5e3"}) {
        byte_window w;
        w.append(text.substr(0, text.size() - 1));
        CHECK(w.find_value(100) == value::need_more);
        w.append(text.substr(text.size() - 1) + ",");
        REQUIRE(w.find_value(100) == value::complete);
        CHECK(std::string_view(w.begin(), w.value_end()) == text);
        CHECK(w.find_value(text.size() - 1) == value::too_large);
    }
    byte_window w;
    w.append("]");
    CHECK(w.find_value(100) == value::none);
}

TEST_CASE("a value that is dropped keeps nothing but the state of its search")
{
    byte_window w;
    w.append(R"(["x)");
    REQUIRE(w.find_value(2) == value::too_large);
    w.drop_value();
    for (int i = 0; i < 1000; ++i) {
        CHECK(!w.finish_drop());
        CHECK(!w.empty());
        CHECK(w.begin() == w.end());
        w.append(R"(y\"]{[")");
        w.append(R"(,[],")");
    }
    w.append("\"]next");

    REQUIRE(w.finish_drop());
    CHECK(std::string_view(w.begin(), w.end()) == "next");
    CHECK(w.capacity() < 100'000);
}

TEST_CASE("a place in the stream is told with what stands there, in print")
{
    byte_window w;
    w.append("12345");
    w.consume(w.begin() + 5);
    w.append("\tab\xff" + std::string(100, 'c'));

    CHECK(w.describe(w.begin() + 1) == "at byte 6: \"ab." + std::string(37, 'c') + '"');
}
