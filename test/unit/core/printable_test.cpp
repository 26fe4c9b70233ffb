#include "core/printable.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("a harmless text does not change")
{
    for (std::string const text :
         {"", "list /api/v1/pods: forbidden", "f\u00fcr \u65e5\u672c \u2026 \U0001F600", "a\\b\"c"}) {
        INFO(text);
        CHECK(is_printable(text));
        CHECK(printable(text) == text);
    }
}

TEST_CASE(
    "line ends become spaces, and characters that move or hide text on a terminal become question marks")
{
    auto const [text, shown] = GENERATE(table<std::string, std::string>({
        {"a\nERROR b", "a ERROR b"},
        {"a\r\nb\tc", "a  b c"},
        {"\x1b[2Jgone", "?[2Jgone"},
        {std::string("a\0b\x7f", 4), "a?b?"},
        {"\u009b31m", "?31m"},               // a C1 character, which also begins an escape sequence
        {"\u202egnp.exe", "?gnp.exe"},       // makes a terminal write from right to left
        {"a\u2028b\u200bc\ufeff", "a?b?c?"}, // line separator, zero-width space, byte order mark
        {"\xff\xc3x\xe2\x82", "??x??"},      // not UTF-8
        {"\xc0\x8a\xed\xa0\x80", "???"
                                 "??"}, // a line feed in two bytes, a surrogate
        {"\xf4\x90\x80\x80\xf0\x9f\x98", "????"
                                         "???"} // beyond Unicode, and cut off
    }));

    CHECK_FALSE(is_printable(text));
    CHECK(printable(text) == shown);
    CHECK(printable(shown) == shown);
}

TEST_CASE(
    "the first and the last character of each length are accepted, and byte sequences beyond them are not")
{
    for (std::string const text :
         {"\u00a0", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\ufffd", "\U00010000", "\U000dffff"}) {
        INFO(text);
        CHECK(is_printable(text));
    }
    auto const [bytes, shown] = GENERATE(table<std::string, std::string>({
        {"\xc2\x80", "?"},            // U+0080, which is invisible
        {"\xc1\xbf", "??"},           // a longer form of U+007F
        {"\xdf\xc0", "??"},           // the second byte cannot follow the first
        {"\xe0\x9f\xbf", "???"},      // a longer form of U+07FF
        {"\xed\xa0\x80", "???"},      // the first surrogate
        {"\xed\xbf\xbf", "???"},      // the last one
        {"\xf0\x8f\xbf\xbf", "????"}, // a longer form of U+FFFF
        {"\xf4\x8f\xbf\xbf", "?"},    // U+10FFFF, which is for private use
        {"\xf4\x90\x80\x80", "????"}, // beyond it
        {"\xf5\x80\x80\x80", "????"},
    }));
    CHECK(printable(bytes) == shown);
}

TEST_CASE("a citation ends at white space and at its limit")
{
    CHECK(cited(std::string(101, 'a')) == std::string(100, 'a') + "...");
    CHECK(cited(std::string(100, 'a')) == std::string(100, 'a'));
    CHECK(cited("https://h:6443") == "https://h:6443");
    CHECK(cited("https://h:6443 token: abc") == "https://h:6443...");
    CHECK(cited("joe\n  token: abc") == "joe...");
    CHECK(cited("\u202ejoe") == "?joe");
    CHECK(cited(R"(joe,"user":{"token":"abc"})") == "joe,...");
    CHECK(cited("'joe','user':{'token':'abc'}") == "...");
    CHECK(cited("abcdef", 4) == "abcd...");
    CHECK(cited("") == "");
}
