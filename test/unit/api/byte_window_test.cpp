#include "api/json/byte_window.hpp"

#include "catch.hpp"

#include <limits>
#include <string>

using namespace coinformer::detail;
using value = byte_window::value;

TEST_CASE("the search for a value's end goes on where it stopped")
{
    byte_window w;
    w.append(R"(  {"a":"}\)");
    REQUIRE(w.skip_space());
    REQUIRE(w.find_value(100) == value::need_more);

    w.append(R"("}"})");
    REQUIRE(w.skip_space());
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
    w.drop_value(100'000);
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

TEST_CASE("a dropped value without an end is reported as endless, wherever it is cut")
{
    auto const bytes = "[\"" + std::string(97, 'x'); // 99 bytes
    for (std::size_t const step : {1U, 7U, 200U}) {
        byte_window w;
        w.append(bytes.substr(0, 3));
        REQUIRE(w.find_value(2) == value::too_large);
        w.drop_value(99);
        for (std::size_t i = 3; i < bytes.size(); i += step) w.append(bytes.substr(i, step));
        CHECK(!w.finish_drop());
        CHECK(!w.is_endless());
        w.append("\"]");
        CHECK(!w.finish_drop()); // 101 bytes
        CHECK(w.is_endless());
    }
}

TEST_CASE(
    "an incomplete value is scanned again when it has grown, and the scans cost no more than in proportion")
{
    auto const limit = GENERATE(std::size_t(1'000'000), std::numeric_limits<std::size_t>::max());
    constexpr std::size_t size = 1'000'000;
    byte_window w;
    std::size_t scanned = 0;
    w.append("[");
    for (std::size_t n = 1; n <= size; ++n) {
        if (w.scan_is_due()) {
            scanned += n;
            auto const certain = static_cast<std::size_t>(w.scanned(limit) - w.begin());
            REQUIRE(certain <= n);
            REQUIRE(certain >= n - n / 8);
            if (n <= 1024) REQUIRE(certain == n);
        }
        w.append("0");
    }
    CHECK(scanned < 15 * size);
    if (limit == size) {
        CHECK(w.scan_is_due()); // once more, because it is too large
        CHECK(w.scanned(limit) == w.begin() + limit);
        w.append("0");
        CHECK(!w.scan_is_due());
    }
    w.consume(w.begin() + 1);
    CHECK(w.scan_is_due());
}

TEST_CASE("a message about a place in the stream has printable bytes of it")
{
    byte_window w;
    w.append("12345");
    w.consume(w.begin() + 5);
    w.append("\tab\xff" + std::string(100, 'c'));

    CHECK(w.position(w.begin() + 1) == "at byte 6");
    CHECK(w.describe(w.begin() + 1, coinformer::detail::credential_mask()) ==
          "at byte 6: \"ab." + std::string(37, 'c') + '"');
}
