#pragma once

#include "api/json/blocks.hpp"

#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace coinformer::detail {

/// A string as it stands between its quotes, with its escapes.
struct string_token {
    char const* data = nullptr;
    std::uint32_t size = 0;
    bool is_escaped = false;
    bool has_control = false; ///< it has a raw control character, which JSON does not allow

    std::string_view view() const noexcept { return {data, size}; }
};

/// Reads JSON tokens. At least 64 zero bytes follow the end of the bytes. They end every token, so that the
/// loops need not compare with the end: only stop() has to ask if the bytes are at an end or have a mistake.
/// All functions return the first byte behind what they read, or nullptr. After nullptr, is_malformed() tells
/// which of the two it was, and position() where.
///
/// Threads    one at a time: that of the decoder which uses it.
class json_scanner {
public:
    void start(char const* end) noexcept
    {
        end_ = end;
        malformed_at_ = nullptr;
    }
    bool is_malformed() const noexcept { return malformed_at_ != nullptr; }
    char const* position() const noexcept { return malformed_at_; }

    /// Ends a scan at `p`: with a mistake, unless `p` is the end of the bytes. Returns nullptr.
    char const* stop(char const* p) noexcept
    {
        if (p < end_) malformed_at_ = p;
        return nullptr;
    }

    static char const* skip_space(char const* p) noexcept
    {
        while (static_cast<unsigned char>(*p) <= ' ' && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
            ++p;
        return p;
    }

    /// True for a character of a number, or of true, false and null.
    static bool is_scalar(char c) noexcept
    {
        auto const lower = static_cast<unsigned char>(c | 0x20);
        return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
    }

    static bool starts_number(char c) noexcept { return c == '-' || (c >= '0' && c <= '9'); }

    /// Reads a string. `p` is at the opening quote.
    char const* string(char const* p, string_token& token) noexcept
    {
        auto const* const start = ++p;
#if defined(__SSE2__)
        auto const quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1f);
        for (;; p += 16) {
            auto const x = _mm_loadu_si128(reinterpret_cast<__m128i const*>(p));
            auto const other =
                _mm_or_si128(_mm_cmpeq_epi8(x, backslash), _mm_cmpeq_epi8(_mm_min_epu8(x, control), x));
            auto const hits =
                static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(other, _mm_cmpeq_epi8(x, quote))));
            if (hits == 0) continue; // a control character ends the loop, and so do the zeros behind the end
            p += __builtin_ctz(hits);
            if (*p != '"') break;
            token = {start, static_cast<std::uint32_t>(p - start), false, false};
            return p + 1;
        }
#endif
        return string_with_escapes(start, token);
    }

    /// Reads a key, the colon and the space behind it. `p` is at the opening quote; the result is at the
    /// value.
    char const* key(char const* p, string_token& token) noexcept
    {
        if (*p != '"') return stop(p);
        p = string(p, token);
        if (!p) return nullptr;
        p = skip_space(p);
        if (*p != ':') return stop(p);
        return skip_space(p + 1);
    }

    /// Reads a run of the characters that numbers and words consist of, without checking that they form one.
    char const* scalar(char const* p, std::string_view& token) noexcept
    {
        auto const* const start = p;
        while (is_scalar(*p)) ++p;
        if (p >= end_ || p == start) return stop(p);
        token = {start, static_cast<std::size_t>(p - start)};
        return p;
    }

    /// Skips the rest of a container whose opening bracket was read.
    char const* skip_container(char const* p) noexcept
    {
        nesting state{.depth = 1};
        return skip_nested(p, end_, state);
    }

    char const* skip_value(char const* p) noexcept
    {
        switch (*p) {
        case '"': {
            string_token unused;
            return string(p, unused);
        }
        case '{':
        case '[':
            if (p[1] == *p + 2) return p + 2; // {} and []
            return skip_container(p + 1);
        default: {
            std::string_view unused;
            return scalar(p, unused);
        }
        }
    }

    /// Called behind a member or element. Returns the next one; or sets `is_last`, and returns the place
    /// behind the closing bracket.
    char const* next(char const* p, char closing, bool& is_last) noexcept
    {
        p = skip_space(p);
        if (*p == ',') return skip_space(p + 1);
        if (*p != closing) return stop(p);
        is_last = true;
        return p + 1;
    }

protected:
    char const* end_ = nullptr;

private:
    // Reads a string with backslashes or control characters, which is rare: it stays out of line, so that
    // string() is inlined.
    [[gnu::noinline]] char const* string_with_escapes(char const* start, string_token& token) noexcept
    {
        nesting state;
        auto const* past = skip_string(start, end_, state);
        if (!past) return nullptr;
        token = {start, static_cast<std::uint32_t>(past - start - 1), false, false};
        for (auto const c : token.view()) {
            token.is_escaped |= c == '\\';
            token.has_control |= static_cast<unsigned char>(c) < 0x20;
        }
        return past;
    }

    char const* malformed_at_ = nullptr;
};

} // namespace coinformer::detail
