#pragma once

#include <coinformer/core/random.hpp>

#include <string>
#include <string_view>

namespace test {

/// Generates random JSON text with odd white space, escapes and nesting. The same seed gives the same text.
class json_generator {
public:
    explicit json_generator(std::uint64_t seed) : random_(seed) {}

    std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
    bool one_in(std::uint64_t n) { return random_.below(n) == 0; }

    std::string space()
    {
        static constexpr std::string_view kinds[]{"",  "",   "",        "",
                                                  " ", "\n", "\t \r\n", "                    "};
        return std::string(kinds[below(std::size(kinds))]);
    }

    /// Returns a string with its quotes.
    std::string string()
    {
        static constexpr std::string_view pieces[]{"a",
                                                   "web",
                                                   "{",
                                                   "}",
                                                   "[",
                                                   "]",
                                                   ",",
                                                   ":",
                                                   "\\\"",
                                                   "\\\\",
                                                   "\\/",
                                                   "\\n",
                                                   "\\t",
                                                   "\\b",
                                                   "\\f",
                                                   "\\r",
                                                   "\\u0041",
                                                   "\\u00E9",
                                                   "\\u20ac",
                                                   "\\ud83d\\ude00",
                                                   "\xc3\xa4",
                                                   "\xf0\x9f\x98\x80",
                                                   "\\u0000",
                                                   "0123456789abcdef0123456789abcdef",
                                                   "kubernetes.io/",
                                                   "-",
                                                   ".",
                                                   " "};
        std::string s = "\"";
        for (auto n = below(one_in(10) ? 60 : 6); n != 0; --n) s += pieces[below(std::size(pieces))];
        return s + '"';
    }

    std::string integer() { return (one_in(3) ? "-" : "") + std::to_string(random_.next() >> below(64)); }

    std::string number()
    {
        auto s = integer();
        if (one_in(2)) s += '.' + std::to_string(below(1'000'000));
        if (one_in(3))
            s += std::string(one_in(2) ? "e" : "E") +
                 (one_in(2)   ? "-"
                  : one_in(2) ? "+"
                              : "") +
                 std::to_string(below(30));
        return s;
    }

    std::string any(unsigned depth = 0)
    {
        switch (below(depth > 3 ? 5 : 7)) {
        case 0: return "null";
        case 1: return one_in(2) ? "true" : "false";
        case 2: return number();
        case 3:
        case 4: return string();
        case 5: return array(below(4), [&] { return any(depth + 1); });
        default:
            return object(
                below(4), [&](std::size_t i) { return "\"k" + std::to_string(i) + '"'; },
                [&](std::size_t) { return any(depth + 1); });
        }
    }

    template <class Element>
    std::string array(std::size_t size, Element element)
    {
        std::string s = "[" + space();
        for (std::size_t i = 0; i < size; ++i) s += (i ? "," + space() : "") + element() + space();
        return s + "]";
    }

    template <class Key, class Value>
    std::string object(std::size_t size, Key key, Value value)
    {
        std::string s = "{" + space();
        for (std::size_t i = 0; i < size; ++i)
            s += (i ? "," + space() : "") + key(i) + space() + ":" + space() + value(i) + space();
        return s + "}";
    }

private:
    coinformer::random_source random_;
};

} // namespace test
