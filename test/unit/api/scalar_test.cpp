#include "api/object/scalar.hpp"

#include "catch.hpp"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace coinformer::detail;

namespace {

number_status integer(std::string_view s, bool is_signed, std::size_t size)
{
    std::int64_t v = 0;
    return parse_integer(s, is_signed, size, v);
}

number_status read_real(std::string_view s, double& value, std::size_t size = sizeof(double))
{
    return parse_real(s, size, value);
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
        CHECK(parse_real(s, sizeof d, d) == number_status::not_a_number);
    }
}

TEST_CASE("a real number is read in every notation of JSON")
{
    double d = 1;
    CHECK(read_real("-0", d) == number_status::ok);
    CHECK((d == 0 && std::signbit(d)));
    CHECK(read_real("1.5e3", d) == number_status::ok);
    CHECK(d == 1500);
    CHECK(read_real("1e400", d) == number_status::out_of_range);
    CHECK(read_real("-1e-400", d) == number_status::ok);
    CHECK((d == 0 && std::signbit(d)));
    CHECK(read_real("0." + std::string(400, '0') + "1", d) == number_status::ok);
    CHECK(d == 0);
}

TEST_CASE("all digits of a real number and its exponent say together if it is too large or too small")
{
    std::string const zeros(400, '0');
    double d = 1;
    std::vector<std::string> const too_large{
        '1' + zeros, '1' + zeros + "e-5",          "-1" + zeros + ".0E-5", "0." + zeros + "1e800",
        "1e+400",    "0.01e9999999999999999999999"};
    for (auto const& number : too_large) {
        INFO(number);
        CHECK(read_real(number, d) == number_status::out_of_range);
    }
    std::vector<std::string> const too_small{"0." + zeros + "1e5", "0." + zeros + "1E+5",
                                             "-0." + zeros + "1e0", '1' + zeros + "e-800",
                                             "-123.5e-9999999999999999999999"};
    for (auto const& number : too_small) {
        INFO(number);
        d = 1;
        CHECK(read_real(number, d) == number_status::ok);
        CHECK((d == 0 && std::signbit(d) == (number.front() == '-')));
    }
    CHECK(read_real('1' + zeros + "e-399", d) == number_status::ok);
    CHECK(d == 10);
    CHECK(read_real("0." + zeros + "1e402", d) == number_status::ok);
    CHECK(d == 10);
}

TEST_CASE("a float is read to the limit of its type")
{
    double d = 0;
    CHECK(read_real("3.4028235e38", d, sizeof(float)) == number_status::ok); // the largest, as Go writes it
    CHECK(static_cast<float>(d) == std::numeric_limits<float>::max());
    CHECK(read_real("-3.4028235e38", d, sizeof(float)) == number_status::ok);
    CHECK(read_real("3.4028236e38", d, sizeof(float)) == number_status::out_of_range);
    CHECK(read_real("-1e39", d, sizeof(float)) == number_status::out_of_range);
    CHECK(read_real("1e-60", d, sizeof(float)) == number_status::ok);
}

TEST_CASE("a number of seconds is exact, and becomes the nearest one that 64 bits can hold")
{
    auto const read = [](std::string_view s) {
        parsed_duration value;
        CHECK(parse_seconds(s, value) == number_status::ok);
        return value;
    };
    CHECK(read("1.5").count == 1'500'000);
    CHECK(read("9199999999999").count == 9'199'999'999'999'000'000);
    CHECK(read("9223372036854").count == 9'223'372'036'854'000'000);
    CHECK_FALSE(read("-9223372036854").is_in_seconds);
    for (auto const seconds : {std::int64_t(9'223'372'036'855), std::int64_t(-9'223'372'036'855), INT64_MAX,
                               INT64_MAX - 1, INT64_MIN}) {
        auto const value = read(std::to_string(seconds));
        CHECK(value.is_in_seconds);
        CHECK(value.count == seconds);
    }
    CHECK(read("1e15").count == 1'000'000'000'000'000);
    CHECK(read("1e15").is_in_seconds);
    for (auto const* beyond : {"9223372036854775808", "1e19", "1e300"})
        CHECK(read(beyond).count == INT64_MAX);
    CHECK(read("-1e300").count == INT64_MIN);
    parsed_duration none;
    CHECK(parse_seconds("1e400", none) == number_status::out_of_range);
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
    CHECK(parse_go_duration("1.s") == 1'000'000);
    CHECK(parse_go_duration("1.9999999s") == 1'999'999);
    // the longest ones, as Go writes them and otherwise
    CHECK(parse_go_duration("2562047h47m16.854775807s") == 9'223'372'036'854'775);
    CHECK(parse_go_duration("-2562047h47m16.854775808s") == -9'223'372'036'854'775);
    CHECK(parse_go_duration("9223372036.854775807s") == 9'223'372'036'854'775);
    CHECK(parse_go_duration("-9223372036854775808ns") == -9'223'372'036'854'775);
    for (auto const* s : {"2562047h47m16.854775808s", "-2562047h47m16.854775809s", "9223372036.854775808s",
                          "9223372036854775808ns", "18446744073709551617ns", "99999999999999999999s"}) {
        INFO(s);
        CHECK(!parse_go_duration(s));
    }
    for (auto const* s :
         {"", "5", "s", "1d", "1h-5m", "-", "--5s", "infs", "1e3s", "9999999999h", ".s", "1."}) {
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
