#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A plain reader of one complete HTTP/1 answer. It is strict: each line ends with CR LF. If two readers could
// disagree about the length of the body, the answer is refused, because a proxy in between may be the other
// reader.

namespace fuzz {

struct http_reading {
    enum class state { incomplete, complete, refused } is = state::refused;
    int status = 0;                                               ///< 0 if the header was not read
    std::vector<std::pair<std::string, std::string>> fields = {}; ///< the fields of the header
    std::string body = {};
    std::size_t size = 0; ///< the number of bytes of the answer, if it is complete
    bool keeps_alive = false;
    bool is_unclear = false; ///< the reference has no opinion: see is_unclear_header()

    friend bool operator==(http_reading const& a, http_reading const& b)
    {
        return a.is == b.is && a.status == b.status && a.fields == b.fields && a.body == b.body &&
               a.size == b.size && a.keeps_alive == b.keeps_alive;
    }
    friend std::ostream& operator<<(std::ostream& out, http_reading const& r)
    {
        out << (r.is == state::complete  ? "complete"
                : r.is == state::refused ? "refused"
                                         : "incomplete")
            << " status " << r.status << " size " << r.size << (r.keeps_alive ? " keeps alive" : "")
            << " body " << r.body;
        for (auto const& [name, value] : r.fields) out << "\n  " << name << '=' << value;
        return out;
    }
};

inline bool is_same_word(std::string_view a, std::string_view b)
{
    auto const lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::ranges::equal(a, b, {}, lower, lower);
}

inline std::string_view trimmed(std::string_view text)
{
    auto const from = std::min(text.find_first_not_of(" \t"), text.size());
    return text.substr(from, text.find_last_not_of(" \t") + 1 - from);
}

inline bool is_token(std::string_view text)
{
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::ranges::all_of(text, [&](char c) {
        return (static_cast<unsigned char>(c) < 0x80 && std::isalnum(c)) || others.find(c) != others.npos;
    });
}

inline std::vector<std::string_view> list_items(std::string_view text)
{
    std::vector<std::string_view> all;
    for (std::size_t from = 0; from <= text.size();) {
        auto const end = std::min(text.find(',', from), text.size());
        all.push_back(trimmed(text.substr(from, end - from)));
        from = end + 1;
    }
    return all;
}

/// The parts of an answer's header that decide where the answer ends.
struct http_header {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> fields = {};
    std::size_t size = 0;
    bool is_http11 = false, closes = false, keeps = false, is_chunked = false, has_encoding = false;
    std::string first_encoding = {};
    std::optional<std::uint64_t> length = {};

    /// Takes one field. Returns false if its value is not allowed.
    bool take(std::string_view name, std::string_view value)
    {
        if (is_same_word(name, "Connection") || is_same_word(name, "Proxy-Connection")) {
            for (auto const item : list_items(value)) {
                if (!item.empty() && !is_token(item)) return false;
                closes |= is_same_word(item, "close");
                keeps |= is_same_word(item, "keep-alive");
            }
        }
        if (is_same_word(name, "Content-Length")) {
            if (is_chunked) return false;
            for (auto const item : list_items(value)) {
                if (item.empty() || item.find_first_not_of("0123456789") != item.npos) return false;
                unsigned __int128 number = 0;
                for (auto const c : item)
                    number = std::min<unsigned __int128>(number * 10 + unsigned(c - '0'),
                                                         ~0ull + (unsigned __int128)(1));
                if (number > ~0ull || (length && *length != number)) return false;
                length = static_cast<std::uint64_t>(number);
            }
        }
        if (is_same_word(name, "Transfer-Encoding")) {
            if (is_chunked || length) return false;
            is_chunked = is_same_word(list_items(value).back(), "chunked");
            if (!std::exchange(has_encoding, true)) first_encoding = value;
        }
        return true;
    }
};

/// Reads a header from its lines. Returns nullopt if they are no header.
inline std::optional<http_header> read_http_header(std::vector<std::string> lines)
{
    http_header h;
    auto const is_text = [](std::string_view text) {
        return std::ranges::none_of(text,
                                    [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7f; });
    };
    auto const& first = lines.front();
    bool const has_version = first.starts_with("HTTP/1.0 ") || first.starts_with("HTTP/1.1 ");
    if (!has_version || first.size() < 13 || first[12] != ' ' || !is_text(first)) return std::nullopt;
    for (std::size_t i = 9; i != 12; ++i) {
        if (!std::isdigit(static_cast<unsigned char>(first[i]))) return std::nullopt;
        h.status = h.status * 10 + (first[i] - '0');
    }
    h.is_http11 = first[7] == '1';
    for (std::size_t i = 1; i != lines.size(); ++i) {
        auto& line = lines[i];
        auto const colon = line.find(':');
        if (colon == line.npos || !is_token(std::string_view(line).substr(0, colon)) || !is_text(line))
            return std::nullopt;
        std::string value(trimmed(std::string_view(line).substr(colon + 1)));
        for (; i + 1 != lines.size() && (lines[i + 1].starts_with(' ') || lines[i + 1].starts_with('\t'));
             ++i) {
            auto const more = trimmed(lines[i + 1]); // a folded line
            if (!is_text(more)) return std::nullopt;
            value.append(value.empty() || more.empty() ? "" : " ").append(more);
        }
        if (!h.take(line.substr(0, colon), value)) return std::nullopt;
        h.fields.emplace_back(line.substr(0, colon), std::move(value));
    }
    return h;
}

/// Returns true for an answer without a body that names unusual encodings. Nothing depends on them, and a
/// reader is free to refuse them.
inline bool is_unclear_header(std::vector<std::string> const& lines, bool is_head_request)
{
    if (lines.empty() || lines.front().size() < 12) return false;
    auto const status = lines.front().substr(9, 3);
    bool const is_bodiless = is_head_request || status.starts_with('1') || status == "204" || status == "304";
    static constexpr std::string_view name = "Transfer-Encoding:";
    std::size_t encodings = 0;
    bool is_usual = true;
    for (auto const& line : lines) {
        // the line may be a part of the field
        if (line.starts_with(' ') || line.starts_with('\t')) is_usual &= encodings == 0;
        if (!is_same_word(std::string_view(line).substr(0, name.size()), name)) continue;
        ++encodings;
        is_usual &= is_same_word(trimmed(std::string_view(line).substr(name.size())), "chunked");
    }
    return is_bodiless && (encodings > 1 || !is_usual);
}

/// Takes a line off the front, without its end. Returns nullopt if the end is missing.
inline std::optional<std::string> take_line(std::string_view& bytes, bool& is_wrong)
{
    auto const end = bytes.find_first_of('\n');
    if (end == bytes.npos) return std::nullopt;
    is_wrong = end == 0 || bytes[end - 1] != '\r';
    std::string line(bytes.substr(0, is_wrong ? end : end - 1));
    bytes.remove_prefix(end + 1);
    return line;
}

/// Reads chunks. Afterwards `into.is` says how the body ended, and `bytes` is what follows it.
inline void read_chunks(std::string_view& bytes, http_reading& into)
{
    using state = http_reading::state;
    into.is = state::refused;
    auto const incomplete = [&] { into.is = state::incomplete; };
    for (;;) {
        auto const digits = std::min(bytes.find_first_not_of("0123456789abcdefABCDEF"), bytes.size());
        std::uint64_t size = 0;
        for (auto const c : bytes.substr(0, digits)) {
            if (size >> 56 != 0) return;
            size = size * 16 + static_cast<std::uint64_t>(std::stoi(std::string(1, c), nullptr, 16));
        }
        if (digits == bytes.size()) return incomplete();
        if (digits == 0 || std::string_view("\r; \t").find(bytes[digits]) == std::string_view::npos) return;
        // A line ends at the first CR, which a LF must follow.
        auto end = bytes.find_first_of("\r\n", digits);
        if (end == bytes.npos || end + 1 == bytes.size())
            return bytes[std::min(end, bytes.size() - 1)] == '\n' ? void() : incomplete();
        if (bytes.substr(end, 2) != "\r\n") return;
        bytes.remove_prefix(end + 2);
        if (size == 0) break;
        into.body += bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes.size())));
        if (bytes.size() < size) return incomplete();
        bytes.remove_prefix(static_cast<std::size_t>(size));
        if (!std::string_view("\r\n").starts_with(bytes.substr(0, 2))) return;
        if (bytes.size() < 2) return incomplete();
        bytes.remove_prefix(2);
    }
    for (;;) { // trailers, which may be anything, up to an empty line
        auto const end = bytes.find_first_of("\r\n");
        if (end == bytes.npos) return incomplete();
        if (bytes[end] == '\n') return;
        if (end + 1 == bytes.size()) return incomplete();
        if (bytes[end + 1] != '\n') return;
        bytes.remove_prefix(end + 2);
        if (end != 0) continue;
        into.is = state::complete;
        return;
    }
}

/// Reads the answer at the front of `all`. With `closes`, the peer ends the connection after these bytes.
inline http_reading read_http(std::string_view all, bool is_head_request, bool closes)
{
    using state = http_reading::state;
    http_reading r;
    auto bytes = all;
    auto const ended = [&](bool is_whole) { // called where bytes are missing
        r.is = closes ? (is_whole ? state::complete : state::refused) : state::incomplete;
        r.size = r.is == state::complete ? all.size() : 0;
        return r;
    };
    std::optional<http_header> header;
    do {
        std::vector<std::string> lines;
        for (;;) {
            constexpr std::string_view magic = "HTTP/1.";
            if (lines.empty() && !magic.starts_with(bytes.substr(0, magic.size()))) return r;
            bool is_wrong = false;
            auto line = take_line(bytes, is_wrong);
            if (!line) return ended(false);
            if (is_wrong) return r;
            if (line->empty()) break;
            lines.push_back(std::move(*line));
        }
        r.is_unclear = is_unclear_header(lines, is_head_request);
        if (r.is_unclear) return r;
        header = read_http_header(std::move(lines));
        if (!header || header->status < 100 || header->status == 101) return r;
    } while (header->status < 200);

    bool const is_bodiless = is_head_request || header->status == 204 || header->status == 304;
    if (!is_bodiless && header->has_encoding && !is_same_word(header->first_encoding, "chunked")) return r;
    r.status = header->status;
    r.fields = std::move(header->fields);
    bool const has_end = is_bodiless || header->is_chunked || header->length;
    bool const keeps = has_end && (header->is_http11 ? !header->closes : header->keeps);
    if (header->is_chunked && !is_bodiless) {
        read_chunks(bytes, r);
        if (r.is == state::incomplete) return ended(false);
    } else {
        auto const length = is_bodiless ? 0 : header->length.value_or(~std::uint64_t(0));
        r.body = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(length, bytes.size())));
        bytes.remove_prefix(r.body.size());
        if (r.body.size() != length) return ended(!has_end);
        r.is = state::complete;
    }
    if (r.is != state::complete) return r;
    r.size = all.size() - bytes.size();
    r.keeps_alive = keeps;
    return r;
}

} // namespace fuzz
