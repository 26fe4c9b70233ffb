#include "api/json/path.hpp"

#include "api/object/scalar.hpp"

#include <coinformer/api/compact.hpp>
#include <coinformer/core/error.hpp>

#include <charconv>
#include <cstring>

namespace coinformer::detail {

namespace {

/// Follows a JSON pointer through JSON that may be cut off anywhere, and that nothing has checked. It does
/// not use json_scanner, because no zeros follow the text of an object. Its functions return false when the
/// pointer leads no further.
class json_path {
public:
    explicit json_path(std::string_view json) noexcept : p_(json.data()), end_(json.data() + json.size()) {}

    /// Goes to the value of the member, or to the element, with that name.
    bool enter(std::string_view name)
    {
        skip_space();
        if (p_ == end_) return false;
        if (*p_ == '{') return enter_member(name);
        return *p_ == '[' && enter_element(name);
    }

    /// Returns the value here; an empty view if there is none, or if it is cut off.
    std::string_view value() noexcept
    {
        skip_space();
        auto const* const begin = p_;
        return skip_value() ? std::string_view(begin, p_) : std::string_view();
    }

private:
    bool enter_member(std::string_view name)
    {
        while (next_key()) {
            skip_space();
            auto const* const quote = p_;
            if (p_ == end_ || *p_ != '"' || !skip_string()) return false;
            std::string_view const key(quote + 1, p_ - 1);
            skip_space();
            if (p_ == end_ || *p_ != ':') return false;
            ++p_;
            if (is_named(key, name)) return true;
            skip_space();
            if (!skip_value()) return false;
            skip_space();
        }
        return false;
    }

    bool enter_element(std::string_view name) noexcept
    {
        std::size_t index = 0;
        auto const [past, failed] = std::from_chars(name.data(), name.data() + name.size(), index);
        auto const is_number = failed == std::errc() && past == name.data() + name.size();
        if (!is_number || (name.size() > 1 && name.front() == '0')) return false;
        while (next_key()) {
            skip_space();
            if (p_ == end_ || *p_ == ']') return false;
            if (index-- == 0) return true;
            if (!skip_value()) return false;
            skip_space();
        }
        return false;
    }

    // goes past an opening bracket or a comma
    bool next_key() noexcept
    {
        if (p_ == end_ || (*p_ != '{' && *p_ != '[' && *p_ != ',')) return false;
        ++p_;
        return true;
    }

    void skip_space() noexcept
    {
        while (p_ != end_ && (*p_ == ' ' || *p_ == '\n' || *p_ == '\r' || *p_ == '\t')) ++p_;
    }

    bool skip_string() noexcept
    {
        for (++p_; p_ != end_; ++p_) {
            if (*p_ == '"') {
                ++p_;
                return true;
            }
            if (*p_ == '\\' && ++p_ == end_) return false;
        }
        return false;
    }

    // Skips a value by counting brackets, which is enough to find its end.
    bool skip_value() noexcept
    {
        std::size_t depth = 0;
        auto const* const begin = p_;
        while (p_ != end_) {
            auto const c = *p_;
            if (c == '"') {
                if (!skip_string()) return false;
            } else if (c == '{' || c == '[') {
                ++depth;
                ++p_;
            } else if (c == '}' || c == ']') {
                if (depth == 0) return false;
                --depth;
                ++p_;
            } else if (depth == 0) {
                while (p_ != end_ && !std::strchr(",}] \n\r\t", *p_)) ++p_;
                return p_ != begin;
            } else {
                ++p_;
                continue;
            }
            if (depth == 0) return true;
        }
        return false;
    }

    static bool is_named(std::string_view key, std::string_view name)
    {
        return key.find('\\') == key.npos ? key == name : decoded_size(key) && decode_escapes(key) == name;
    }

    char const* p_;
    char const* end_;
};

} // namespace

std::string first_step(std::string_view pointer)
{
    if (!pointer.starts_with('/'))
        throw api_error(errc::bad_request, "JSON pointer \"" + std::string(pointer) + '"',
                        "a JSON pointer has to begin with '/', such as \"/spec/nodeName\"");
    pointer.remove_prefix(1);
    auto const escaped = pointer.substr(0, pointer.find('/'));
    std::string name;
    for (std::size_t i = 0; i < escaped.size(); ++i) {
        bool const is_escape = escaped[i] == '~' && i + 1 < escaped.size();
        name += !is_escape ? escaped[i] : escaped[++i] == '1' ? '/' : '~';
    }
    return name;
}

std::string_view rest_of(std::string_view pointer) noexcept
{
    auto const next = pointer.find('/', 1);
    return next == pointer.npos ? std::string_view() : pointer.substr(next);
}

std::string_view value_at(std::string_view json, std::string_view pointer)
{
    json_path here(json);
    for (; !pointer.empty(); pointer = rest_of(pointer))
        if (auto const name = first_step(pointer); !here.enter(name)) return {};
    return here.value();
}

std::string plain_text(std::string_view value)
{
    if (value == "null") return {};
    if (value.empty() || value.front() != '"') return std::string(value);
    auto const inner = value.substr(1, value.size() - 2);
    return decoded_size(inner) ? decode_escapes(inner) : std::string(inner);
}

} // namespace coinformer::detail

namespace coinformer {

std::string_view raw_json::at(std::string_view pointer) const
{
    return detail::value_at(view(), pointer);
}

std::string raw_json::text_at(std::string_view pointer) const
{
    return detail::plain_text(at(pointer));
}

} // namespace coinformer
