#include "api/json/scalar_scanner.hpp"

#include "api/object/scalar.hpp"

namespace coinformer::detail {

namespace {

std::string shorten(std::string_view token)
{
    return std::string(token.substr(0, 40));
}

} // namespace

std::string shown_scalar(std::string_view token)
{
    if (token == "true" || token == "false" || token == "null") return std::string(token);
    return is_number(token) ? "number " + shorten(token) : "text without quotes";
}

char const* scalar_scanner::scan_string(node const& type, char const* p)
{
    if (*p != '"') return fail_type("string", p);
    string_token token;
    auto const* past = string(p, token);
    return past && put_string(token, type.is_in_block()) ? past : nullptr;
}

char const* scalar_scanner::scan_number(node const& type, char const* p)
{
    if (!starts_number(*p)) return fail_type(expected_number(type).c_str(), p);
    std::string_view token;
    auto const* past = scalar(p, token);
    if (!past) return nullptr;

    auto& entry = put(type.what == shape::real ? tape_entry::form::real : tape_entry::form::integer);
    auto const status = type.what == shape::real
                            ? parse_real(token, type.size, entry.real)
                            : parse_integer(token, type.is_signed, type.size, entry.integer);
    if (status == number_status::ok) return past;
    if (status == number_status::not_a_number)
        return fail(errc::malformed_json, "number", shown_scalar(token));
    auto const is_large = status == number_status::out_of_range;
    return fail(is_large ? errc::out_of_range : errc::wrong_type, expected_number(type), shown_scalar(token));
}

char const* scalar_scanner::scan_number_or_string(node const& type, char const* p)
{
    static constexpr node integer{shape::integer, true, 4, nullptr, nullptr, nullptr};
    if (*p == '"') return scan_string(type, p);
    if (!starts_number(*p)) return fail_type("number or string", p);
    if (type.what == shape::int_or_string) return scan_number(integer, p);
    std::string_view token;
    p = scalar(p, token);
    if (!p) return nullptr;
    if (!is_number(token)) return fail(errc::malformed_json, "number", shown_scalar(token));
    put_text(token);
    return p;
}

char const* scalar_scanner::scan_boolean(char const* p)
{
    constexpr auto expected = "true or false";
    if (*p != 't' && *p != 'f') return fail_type(expected, p);
    std::string_view token;
    p = scalar(p, token);
    if (!p) return nullptr;
    if (token != "true" && token != "false") return fail(errc::malformed_json, expected, shown_scalar(token));
    put(tape_entry::form::integer).integer = token.size() == 4;
    return p;
}

char const* scalar_scanner::scan_time(char const* p)
{
    constexpr auto expected = "time as in RFC 3339";
    if (*p != '"') return fail_type(expected, p);
    string_token token;
    p = string(p, token);
    if (!p) return nullptr;
    auto const time = parse_time(text_of(token));
    if (!time) return fail(errc::wrong_type, expected, "another string");
    put(tape_entry::form::integer).integer = *time;
    return p;
}

char const* scalar_scanner::scan_duration(char const* p)
{
    constexpr auto expected = expected_duration;
    if (*p == '"') {
        string_token token;
        p = string(p, token);
        if (!p) return nullptr;
        auto const time = parse_go_duration(text_of(token));
        if (!time) return fail(errc::wrong_type, expected, "another string");
        put_duration({*time, false});
        return p;
    }
    if (!starts_number(*p)) return fail_type(expected, p);
    std::string_view token;
    p = scalar(p, token);
    if (!p) return nullptr;
    parsed_duration time;
    auto const status = parse_seconds(token, time);
    if (status == number_status::ok) {
        put_duration(time);
        return p;
    }
    auto const code = status == number_status::out_of_range ? errc::out_of_range : errc::malformed_json;
    return fail(code, expected, shown_scalar(token));
}

// Says that a value has the wrong type. Strings are not quoted, because they may be secrets.
char const* scalar_scanner::fail_type(char const* expected, char const* p)
{
    switch (*p) {
    case '"': return fail(errc::wrong_type, expected, "string");
    case '{': return fail(errc::wrong_type, expected, "object");
    case '[': return fail(errc::wrong_type, expected, "array");
    default: break;
    }
    std::string_view token;
    if (!scalar(p, token)) return nullptr;
    bool const is_value = token == "true" || token == "false" || token == "null" || is_number(token);
    return fail(is_value ? errc::wrong_type : errc::malformed_json, expected, shown_scalar(token));
}

// Checks a string that has escapes or control characters, which is rare.
bool scalar_scanner::check_rare_string(string_token const& token, std::uint32_t& size)
{
    if (token.has_control) {
        fail(errc::malformed_json, "string", "raw control character in a string");
        return false;
    }
    auto const decoded = decoded_size(token.view());
    if (!decoded) fail(errc::malformed_json, "string", "unknown escape in a string");
    size = decoded.value_or(0);
    return decoded.has_value();
}

// Decodes the escapes of a key or a time. If there is an unknown escape, the result matches no key, and is no
// time.
std::string_view scalar_scanner::decode(string_token const& token, std::string& into)
{
    into = decode_escapes(token.view());
    auto const size = into.size();
    into.append(16, '\0'); // keys are compared 16 bytes at a time
    return std::string_view(into).substr(0, size);
}

char const* scalar_scanner::fail(errc code, std::string expected, std::string found)
{
    scanned_object::fail(code, std::move(expected), std::move(found));
    return nullptr;
}

} // namespace coinformer::detail
