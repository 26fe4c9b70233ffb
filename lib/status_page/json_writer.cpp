#include "status_page/json_writer.hpp"

#include "core/printable.hpp"

#include <charconv>
#include <cmath>

namespace coinformer::detail {

void json_writer::separate()
{
    if (after_value_) text_ += ',';
    after_value_ = true;
}

json_writer& json_writer::raw(std::string_view text)
{
    separate();
    text_ += text;
    return *this;
}

json_writer& json_writer::begin_object()
{
    raw("{");
    after_value_ = false;
    return *this;
}

json_writer& json_writer::end_object()
{
    text_ += '}';
    after_value_ = true;
    return *this;
}

json_writer& json_writer::begin_array()
{
    raw("[");
    after_value_ = false;
    return *this;
}

json_writer& json_writer::end_array()
{
    text_ += ']';
    after_value_ = true;
    return *this;
}

json_writer& json_writer::key(std::string_view name)
{
    raw("\"");
    text_ += name; // the names of members are our own, and need no escapes
    text_ += "\":";
    after_value_ = false;
    return *this;
}

json_writer& json_writer::value(std::string_view text)
{
    raw("\"");
    for (char const c : printable(text)) { // no control character is left in it
        if (c == '"' || c == '\\') text_ += '\\';
        text_ += c;
    }
    text_ += '"';
    return *this;
}

json_writer& json_writer::value(std::uint64_t n)
{
    return raw(std::to_string(n));
}

json_writer& json_writer::value(double number)
{
    if (!std::isfinite(number)) return null();
    char digits[32];
    auto const end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 6).ptr;
    return raw({digits, end});
}

json_writer& json_writer::seconds(double number)
{
    if (!std::isfinite(number)) return null();
    char digits[400]; // the largest double has 309 digits before the point
    auto const end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, 3).ptr;
    std::string_view text(digits, end);
    while (text.back() == '0') text.remove_suffix(1);
    if (text.back() == '.') text.remove_suffix(1);
    return raw(text);
}

} // namespace coinformer::detail
