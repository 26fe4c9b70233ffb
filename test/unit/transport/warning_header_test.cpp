#include "transport/http/warning_header.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using texts = std::vector<std::string>;

TEST_CASE("the texts of a Warning header are read as RFC 7234 writes them")
{
    CHECK(warning_texts(R"(299 - "old version")") == texts{"old version"});
    CHECK(warning_texts(
              R"(299 kube "say \"x\" or \\", 299 - "b" "Sun, 06 Nov 1994 08:49:37 GMT" ,299 - "c")") ==
          texts{R"(say "x" or \)", "b", "c"});
    CHECK(warning_texts(R"(199 - "of no use", 299 - "", 299 - "kept")") == texts{"kept"});
    CHECK(warning_texts("299 - \"one\tline\x1b[31m\"") == texts{"one line [31m"});
}

TEST_CASE("the part of a malformed Warning header before its error is read")
{
    CHECK(warning_texts("").empty());
    for (auto const* bad : {"299", "299 -", "299 - ", "299 - x", R"(299 - "open)", R"(299 - "open\)",
                            "299  \"x\"", R"(299 - "dated" "open)", R"("x")"})
        CHECK(warning_texts(R"(299 - "first", )" + std::string(bad)) == texts{"first"});
}
