#include "api/object/scalar.hpp"

#include "catch.hpp"

#include <chrono>

using namespace coinformer::detail;

namespace {

number_status integer(std::string_view s, bool is_signed, std::size_t size)
{
    std::int64_t v = 0;
    return parse_integer(s, is_signed, size, v);
}

std::string decoded(std::string_view s)
{
    auto const text = decode_escapes(s);
    CHECK(decoded_size(s) == text.size());
    return text;
}

} // namespace

TEST_CASE("an integer is read to the limits of its type")
{
    std::int64_t v = 0;
    CHECK(parse_integer("-128", true, 1, v) == number_status::ok);
    CHECK(v == -128);
    CHECK(integer("-129", true, 1) == number_status::out_of_range);
    CHECK(integer("127", true, 1) == number_status::ok);
    CHECK(integer("128", true, 1) == number_status::out_of_range);
    CHECK(integer("255", false, 1) == number_status::ok);
    CHECK(integer("256", false, 1) == number_status::out_of_range);
    CHECK(integer("-1", false, 8) == number_status::out_of_range);
    CHECK(parse_integer("-9223372036854775808", true, 8, v) == number_status::ok);
    CHECK(v == INT64_MIN);
    CHECK(integer("9223372036854775808", true, 8) == number_status::out_of_range);
    CHECK(parse_integer("18446744073709551615", false, 8, v) == number_status::ok);
    CHECK(static_cast<std::uint64_t>(v) == UINT64_MAX);
    CHECK(integer("18446744073709551616", false, 8) == number_status::out_of_range);
    CHECK(parse_integer("-0", false, 4, v) == number_status::ok);
    CHECK(v == 0);
}

TEST_CASE("a fraction or an exponent is no integer, and an incomplete number is no number")
{
    for (auto const* s : {"1.0", "1e3", "-2.5E-1", "1E+2"})
        CHECK(integer(s, true, 8) == number_status::wrong_type);
    for (auto const* s : {"01", "-", "1.", ".5", "1e", "+1", "0x1", "tru", "--1", "1-", "Infinity", "nan"}) {
        INFO(s);
        CHECK(integer(s, true, 8) == number_status::not_a_number);
        double d = 0;
        CHECK(parse_real(s, d) == number_status::not_a_number);
    }
}

TEST_CASE("a real number is read in every notation of JSON")
{
    double d = 1;
    CHECK(parse_real("-0", d) == number_status::ok);
    CHECK((d == 0 && std::signbit(d)));
    CHECK(parse_real("1.5e3", d) == number_status::ok);
    CHECK(d == 1500);
    CHECK(parse_real("1e400", d) == number_status::out_of_range);
    CHECK(parse_real("-1e-400", d) == number_status::ok);
    CHECK((d == 0 && std::signbit(d)));
    CHECK(parse_real("0." + std::string(400, '0') + "1", d) == number_status::ok);
    CHECK(d == 0);
}

TEST_CASE("a time is read in the notation of RFC 3339")
{
    CHECK(parse_time("1970-01-01T00:00:00Z") == 0);
    CHECK(parse_time("2024-05-01T12:00:00Z") == 1'714'564'800'000'000);
    CHECK(parse_time("2024-05-01T14:30:00+02:30") == 1'714'564'800'000'000);
    CHECK(parse_time("2024-05-02T11:59:00+23:59") == 1'714'564'800'000'000);
    CHECK(parse_time("2024-05-01T12:00:00.123456789Z") == 1'714'564'800'123'456);
    CHECK(parse_time("2024-05-01T12:00:00.5Z") == 1'714'564'800'500'000);
    CHECK(parse_time("2024-02-29T00:00:00Z").has_value());
    CHECK(parse_time("0001-01-01T00:00:00Z").has_value()); // Go's zero time
    for (auto const* s : {"", "2024-05-01", "2024-05-01T12:00:00", "2023-02-29T00:00:00Z",
                          "2024-05-01T24:00:00Z", "2024-13-01T00:00:00Z", "2024-05-01T12:00:00.Z",
                          "2024-05-01T12:00:00Zx", "2024-5-1T12:00:00Z", "2024-05-01T12:00:00+0100",
                          "2024-05-01T12:00:00+24:00", "2024-05-01T12:00:00+01:60", "2024-05-01 12:00:00Z"}) {
        INFO(s);
        CHECK(!parse_time(s));
    }
}

TEST_CASE("a duration is read in Go's notation")
{
    CHECK(parse_go_duration("0") == 0);
    CHECK(parse_go_duration("0s") == 0);
    CHECK(parse_go_duration("1h30m0s") == 5'400'000'000);
    CHECK(parse_go_duration("1.5s") == 1'500'000);
    CHECK(parse_go_duration("-2ms") == -2000);
    CHECK(parse_go_duration("1500ns") == 1);
    CHECK(parse_go_duration(".5s") == 500'000);
    for (int ms = 1000; ms != 100'000; ++ms) { // as Go writes them
        auto const digits = std::to_string(ms % 1000 + 1000).substr(1);
        auto const text = std::to_string(ms / 1000) + '.' + digits + 's';
        INFO(text);
        REQUIRE(parse_go_duration(text) == std::int64_t(ms) * 1000);
    }
    for (auto const* s : {"", "5", "s", "1d", "1h-5m", "-", "--5s", "infs", "1e3s", "9999999999h"}) {
        INFO(s);
        CHECK(!parse_go_duration(s));
    }
}

TEST_CASE("escapes are decoded, surrogate pairs to one character and lone ones to U+FFFD")
{
    CHECK(decoded(R"(a\"b\\c\/d\b\f\n\r\t)") == "a\"b\\c/d\b\f\n\r\t");
    CHECK(decoded(R"(\u0041\u00e4\u20AC)") == "A\u00e4\u20ac");
    CHECK(decoded(R"(\u007f\u0080)") == "\x7f\xc2\x80"); // the edges of one, two and three bytes
    CHECK(decoded(R"(\u07ff\u0800\uffff)") == "\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf");
    CHECK(decoded(R"(\ud83d\ude00)") == "\U0001f600");
    CHECK(decoded(R"(\ud83d)") == "\ufffd");
    CHECK(decoded(R"(\ude00x)") == "\ufffdx");
    CHECK(decoded(R"(\ud83d\ud83d\ude00)") == "\ufffd\U0001f600");
    CHECK(decoded(R"(\ud83d\n)") == "\ufffd\n");
    CHECK(decoded(R"(\u0000)") == std::string(1, '\0'));
    for (auto const* s : {R"(\x)", R"(\u12)", R"(\u12g4)", R"(\u-123)", R"(\u+123)", "\\"}) {
        INFO(s);
        CHECK(!decoded_size(s));
    }
}
