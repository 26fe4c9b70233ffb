#include "api/json/path.hpp"

#include "api/json/blocks.hpp"
#include "api/object/scalar.hpp"

#include <coinformer/api/compact.hpp>
#include <coinformer/core/error.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

namespace coinformer::detail {

namespace {

/// Follows a JSON pointer through JSON that may be cut off anywhere, and that nothing has checked. It does
/// not use json_scanner, because no zeros follow the text of an object. Its functions return false when the
/// pointer leads no further.
///
/// Where the index lists the members of a container, it reads only those keys that may be the wanted one. It
/// compares each position of the index with the end of the JSON, so that a wrong index leads to a wrong value
/// at worst.
class json_path {
public:
    json_path(std::string_view json, whole_index index) noexcept
        : begin_(json.data()), p_(json.data()), end_(json.data() + json.size()), index_(index)
    {
    }

    /// Goes to the value of the member, or to the element, with that name.
    bool enter(std::string_view name)
    {
        skip_space();
        if (p_ == end_ || (*p_ != '{' && *p_ != '[')) return false;
        whole_index::members listed;
        bool const is_listed = index_.find(static_cast<std::size_t>(p_ - begin_), listed);
        if (*p_ == '{') return is_listed ? enter_listed(listed, name) : enter_member(name);
        std::size_t number = 0;
        if (!is_number(name, number)) return false;
        return is_listed
                   ? number < listed.size() && go_to(listed.position(static_cast<std::uint32_t>(number)))
                   : enter_element(number);
    }

    /// Goes to the value of a key of labels or annotations, whose entries the index knows.
    bool enter(whole_part map, std::string_view name) { return enter_listed(index_.members_of(map), name); }

    /// Returns the value here; an empty view if there is none, or if it is cut off.
    std::string_view value() noexcept
    {
        skip_space();
        auto const* const begin = p_;
        return skip_value() ? std::string_view(begin, p_) : std::string_view();
    }

private:
    bool go_to(std::size_t position) noexcept
    {
        if (position >= static_cast<std::size_t>(end_ - begin_)) return false;
        p_ = begin_ + position;
        return true;
    }

    bool enter_listed(whole_index::members const& listed, std::string_view name)
    {
        auto const tag = key_tag(name);
        for (auto i = listed.find(tag); i != listed.size(); i = listed.find(tag, i + 1)) {
            std::string_view key;
            if (go_to(listed.position(i)) && read_key(key) && is_named(key, name)) return true;
        }
        return false;
    }

    bool enter_member(std::string_view name)
    {
        while (next_key()) {
            skip_space();
            std::string_view key;
            if (!read_key(key)) return false;
            if (is_named(key, name)) return true;
            skip_space();
            if (!skip_value()) return false;
            skip_space();
        }
        return false;
    }

    bool enter_element(std::size_t index) noexcept
    {
        while (next_key()) {
            skip_space();
            if (p_ == end_ || *p_ == ']') return false;
            if (index-- == 0) return true;
            if (!skip_value()) return false;
            skip_space();
        }
        return false;
    }

    // Goes past a key and its colon.
    bool read_key(std::string_view& key) noexcept
    {
        auto const* const quote = p_;
        if (p_ == end_ || *p_ != '"' || !skip_string()) return false;
        key = {quote + 1, p_ - 1};
        skip_space();
        if (p_ == end_ || *p_ != ':') return false;
        ++p_;
        return true;
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
        auto const* const quote = p_;
        for (auto const* p = quote + 1; p != end_; ++p) {
            p = static_cast<char const*>(std::memchr(p, '"', static_cast<std::size_t>(end_ - p)));
            if (!p) break;
            auto const* before = p; // a quote behind an odd number of backslashes is part of the string
            while (before - 1 != quote && before[-1] == '\\') --before;
            if ((p - before) % 2 != 0) continue;
            p_ = p + 1;
            return true;
        }
        p_ = end_;
        return false;
    }

    // Skips a value. Counting brackets is enough to find the end of a container.
    bool skip_value() noexcept
    {
        if (p_ == end_) return false;
        switch (*p_) {
        case '"': return skip_string();
        case '{':
        case '[': ++p_; return skip_container();
        case '}':
        case ']': return false;
        default: return skip_scalar();
        }
    }

    bool skip_scalar() noexcept
    {
        auto const* const begin = p_;
        while (p_ != end_ && !std::strchr(",}] \n\r\t", *p_)) ++p_;
        return p_ != begin;
    }

    // Skips 64 bytes at a time. The bytes behind the last whole block are copied, because a skip would read
    // beyond their end.
    bool skip_container() noexcept
    {
        nesting state{.depth = 1};
        auto const size = static_cast<std::size_t>(end_ - p_), rest = size % padding;
        auto const* const last = end_ - rest;
        if (auto const* past = skip_nested(p_, last, state)) {
            p_ = past;
            return true;
        }
        char copy[padding] = {};
        std::memcpy(copy, last, rest);
        auto const* const past = skip_nested(copy, copy + rest, state);
        p_ = past ? last + (past - copy) : end_;
        return past != nullptr;
    }

    static bool is_number(std::string_view name, std::size_t& number) noexcept
    {
        auto const* const end = name.data() + name.size();
        auto const [past, failed] = std::from_chars(name.data(), end, number);
        return failed == std::errc() && past == end && (name.size() == 1 || name.front() != '0');
    }

    static bool is_named(std::string_view key, std::string_view name)
    {
        return key.find('\\') == key.npos ? key == name : decoded_size(key) && decode_escapes(key) == name;
    }

    char const* begin_;
    char const* p_;
    char const* end_;
    whole_index index_;
};

} // namespace

std::optional<std::string_view> next_step(std::string_view& pointer, name_room& room)
{
    if (!pointer.starts_with('/'))
        throw api_error(errc::bad_request, "JSON pointer \"" + std::string(pointer) + '"',
                        "a JSON pointer has to begin with '/', such as \"/spec/nodeName\"");
    std::size_t end = 1; // names are short: a loop is faster than two searches
    bool has_escapes = false;
    for (; end != pointer.size() && pointer[end] != '/'; ++end) has_escapes |= pointer[end] == '~';
    auto const escaped = pointer.substr(1, end - 1);
    pointer.remove_prefix(end);
    if (!has_escapes) return escaped;
    auto* const name = room.of(escaped.size());
    std::size_t size = 0;
    for (std::size_t i = 0; i != escaped.size(); ++i) {
        auto c = escaped[i];
        if (c == '~') {
            auto const kind = ++i != escaped.size() ? escaped[i] : '\0';
            if (kind != '0' && kind != '1') return std::nullopt;
            c = kind == '1' ? '/' : '~';
        }
        name[size++] = c;
    }
    return std::string_view(name, size);
}

bool take_part(std::string_view& pointer, whole_part& part) noexcept
{
    constexpr std::string_view labels = "/metadata/labels/", annotations = "/metadata/annotations/";
    bool const is_labels = pointer.starts_with(labels);
    if (!is_labels && !pointer.starts_with(annotations)) return false;
    pointer.remove_prefix((is_labels ? labels : annotations).size() - 1);
    part = is_labels ? whole_part::labels : whole_part::annotations;
    return true;
}

std::string pointer_to(whole_part part, std::string_view name)
{
    auto pointer = "/metadata/" + std::string(name_of(part)) + '/';
    for (auto const c : name) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return pointer;
}

std::string_view value_at(std::string_view json, std::string_view pointer, whole_index index)
{
    json_path here(json, index);
    name_room room;
    auto rest = pointer;
    if (whole_part part{}; take_part(rest, part) && index.knows_all(part)) {
        pointer = rest;
        auto const name = next_step(pointer, room);
        if (!name || !here.enter(part, *name)) return {};
    }
    while (!pointer.empty()) {
        auto const name = next_step(pointer, room);
        if (!name || !here.enter(*name)) return {};
    }
    return here.value();
}

std::string_view part_value(std::string_view json, whole_part part, std::string_view name, whole_index index)
{
    json_path here(json, index);
    return here.enter(part, name) ? here.value() : std::string_view();
}

std::string_view plain_view(std::string_view value, std::string& room)
{
    if (!value.starts_with('"')) return value == "null" ? std::string_view() : value;
    auto const inner = value.substr(1, value.size() - 2);
    if (inner.find('\\') == inner.npos || !decoded_size(inner)) return inner;
    return room = decode_escapes(inner);
}

std::string plain_text(std::string_view value)
{
    std::string room;
    auto const text = plain_view(value, room);
    return text.data() == room.data() ? std::move(room) : std::string(text);
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
