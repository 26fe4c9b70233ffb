#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Writes a JSON text from front to back. Boost.JSON would build all values in memory first, and write 1 as
/// "1E0"; the plots hold up to a hundred thousand numbers.
class json_writer {
public:
    json_writer& begin_object();
    json_writer& end_object();
    json_writer& begin_array();
    json_writer& end_array();
    json_writer& key(std::string_view name);

    /// Writes a text without the bytes that could do harm on a terminal or are not UTF-8: see printable().
    json_writer& value(std::string_view text);
    json_writer& value(char const* text) { return value(std::string_view(text)); }
    json_writer& value(std::same_as<bool> auto b) { return raw(b ? "true" : "false"); }
    json_writer& value(std::uint64_t n);
    /// Writes six digits, which is enough for a plot; null for a number that is not finite.
    json_writer& value(double number);
    json_writer& null() { return raw("null"); }
    /// Writes a number of seconds with three digits behind the point.
    json_writer& seconds(double number);
    template <class T>
    json_writer& value(std::optional<T> const& v)
    {
        return v ? value(*v) : null();
    }

    template <class T>
    json_writer& member(std::string_view name, T const& v)
    {
        return key(name).value(v);
    }

    std::string text() && { return std::move(text_); }

private:
    json_writer& raw(std::string_view text);
    void separate(); // writes a comma if a value stands before this one

    std::string text_;
    bool after_value_ = false;
};

} // namespace coinformer::detail
