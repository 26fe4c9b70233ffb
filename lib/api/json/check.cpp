#include "api/json/check.hpp"

#include "api/json/scanner.hpp"
#include "api/json/utf8.hpp"
#include "api/object/scalar.hpp"

#include <bitset>
#include <charconv>
#include <cstdint>

namespace coinformer::detail {

namespace {

/// Checks one value from its first to its last byte. It does not recurse, so that a deeply nested value
/// cannot overflow the stack: one bit for each open bracket says if it is an object. Used for text that the
/// fast way (past_compact_json) does not accept.
class json_reader {
public:
    explicit json_reader(std::string_view text) noexcept : p_(text.data()), end_(p_ + text.size()) {}

    bool read() noexcept
    {
        for (skip_space();;) {
            auto const began = value();
            if (began == begun::nothing) return false;
            // its first element, or the value of its first key, comes next
            if (began == begun::container) continue;
            bool has_next = false;
            while (!has_next) {
                skip_space();
                if (depth_ == 0) return p_ == end_;
                if (!close_or_go_on(has_next)) return false;
            }
        }
    }

private:
    bool is_at(char c) const noexcept { return p_ < end_ && *p_ == c; }

    bool take(char c) noexcept
    {
        if (!is_at(c)) return false;
        ++p_;
        return true;
    }

    void skip_space() noexcept
    {
        while (p_ < end_ && (*p_ == ' ' || *p_ == '\n' || *p_ == '\r' || *p_ == '\t')) ++p_;
    }

    // What value() has found. Scalars and empty containers are read as a whole; of another container, the
    // bracket and the first key are read.
    enum class begun { nothing, container, whole };
    begun value() noexcept
    {
        if (p_ >= end_) return begun::nothing;
        auto const whole_if = [](bool is_right) { return is_right ? begun::whole : begun::nothing; };
        switch (*p_) {
        case '"': return whole_if(string());
        case '{': return open(true);
        case '[': return open(false);
        case 't': return whole_if(word("true"));
        case 'f': return whole_if(word("false"));
        case 'n': return whole_if(word("null"));
        default: return whole_if(number());
        }
    }

    begun open(bool is_object) noexcept
    {
        if (depth_ == deepest_json) return begun::nothing; // an empty container is a level, too
        ++p_;
        skip_space();
        if (take(is_object ? '}' : ']')) return begun::whole;
        is_object_[depth_++] = is_object;
        return !is_object || key() ? begun::container : begun::nothing;
    }

    // Reads what follows a value in a container: a comma and, in an object, the next key; or the closing
    // bracket.
    bool close_or_go_on(bool& has_next) noexcept
    {
        bool const in_object = is_object_[depth_ - 1];
        if (take(in_object ? '}' : ']')) {
            --depth_;
            return true;
        }
        if (!take(',')) return false;
        has_next = true;
        skip_space();
        return !in_object || key();
    }

    bool key() noexcept
    {
        if (!is_at('"') || !string()) return false;
        skip_space();
        if (!take(':')) return false;
        skip_space();
        return true;
    }

    bool word(std::string_view text) noexcept
    {
        if (!std::string_view(p_, end_).starts_with(text)) return false;
        p_ += text.size();
        return true;
    }

    bool number() noexcept
    {
        auto const* const begin = p_;
        while (p_ < end_ && json_scanner::is_scalar(*p_)) ++p_;
        return detail::is_number({begin, p_});
    }

    bool string() noexcept
    {
        for (++p_;;) {
            skip_plain();
            if (p_ >= end_) return false;
            auto const c = static_cast<unsigned char>(*p_);
            if (c == '"') {
                ++p_;
                return true;
            }
            if (c == '\\') {
                if (!escape()) return false;
            } else {
                p_ = c >= 0x80 ? past_character(p_, end_) : nullptr;
                if (!p_) return false;
            }
        }
    }

    // Skips the bytes of a string that stand for themselves.
    void skip_plain() noexcept
    {
#if defined(__SSE2__)
        auto const quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), first = _mm_set1_epi8(' ');
        for (; end_ - p_ >= 16; p_ += 16) {
            auto const x = _mm_loadu_si128(reinterpret_cast<__m128i const*>(p_));
            auto const other = _mm_or_si128(_mm_cmpeq_epi8(x, quote), _mm_cmpeq_epi8(x, backslash));
            // the comparison is signed: bytes of 0x80 and more are below a space, too
            auto const hits =
                static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(other, _mm_cmplt_epi8(x, first))));
            if (hits == 0) continue;
            p_ += __builtin_ctz(hits);
            return;
        }
#endif
        while (p_ < end_ && *p_ >= ' ' && static_cast<unsigned char>(*p_) < 0x80 && *p_ != '"' && *p_ != '\\')
            ++p_;
    }

    // Reads "\n" and its like, or one code unit, or two that are a pair. Half of a pair is not a character,
    // and is refused.
    bool escape() noexcept
    {
        if (++p_ >= end_) return false;
        if (*p_ != 'u') return std::string_view("\"\\/bfnrt").find(*p_++) != std::string_view::npos;
        auto const unit = code_unit();
        if (unit < 0 || (unit >= 0xdc00 && unit < 0xe000)) return false;
        if (unit < 0xd800 || unit > 0xdfff) return true;
        if (!take('\\') || !is_at('u')) return false;
        auto const low = code_unit();
        return low >= 0xdc00 && low < 0xe000;
    }

    // Reads the four hexadecimal digits behind the 'u'. Returns -1 if there are others.
    int code_unit() noexcept
    {
        ++p_;
        if (end_ - p_ < 4) return -1;
        int unit = 0;
        auto const [past, failed] = std::from_chars(p_, p_ + 4, unit, 16);
        if (failed != std::errc() || past != p_ + 4 || *p_ == '-') return -1;
        p_ = past;
        return unit;
    }

    char const* p_;
    char const* end_;
    std::size_t depth_ = 0;
    std::bitset<deepest_json> is_object_;
};

} // namespace

bool is_json(std::string_view text) noexcept
{
    // API servers write without space, so that nearly every text is accepted by the fast way
    auto const* const end = text.data() + text.size();
    return past_compact_json(text.data(), end) == end || json_reader(text).read();
}

} // namespace coinformer::detail
