// The characters that lie next to the letters of hexadecimal digits, numbers and words.

#include "api/json/blocks.hpp"
#include "api/json/check.hpp"
#include "api/stream/json_list_decoder.hpp"

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/projection.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

struct flagged {
    bool flag = false;
    std::int32_t number = 0;
};
BOOST_DESCRIBE_STRUCT(flagged, (), (flag, number))

struct usual_blocks_at_end {
    ~usual_blocks_at_end() { use_best_blocks(); }
};

decode_fault fault_of_letters(std::string const& member)
{
    json_list_decoder decoder(object_type_of<flagged>(), 1 << 20);
    decoder.feed(R"({"items":[{"metadata":{"name":"a"},)" + member + "}]}");
    REQUIRE(decoder.next() == list_decoder::step::fault);
    return decoder.fault();
}

} // namespace

TEST_CASE("the neighbours of the letters a to f are no hexadecimal digits, with each set of instructions")
{
    usual_blocks_at_end const restored;
    for (auto const kind : {blocks::portable, blocks::sse2, blocks::avx2, blocks::avx512}) {
        if (!use_blocks(kind)) continue;
        for (char const c : {'@', 'G', '`', 'g', '/', ':'})
            CHECK_FALSE(is_json(R"({"a":"\u00)" + std::string(1, c) + R"(0"})"));
        for (char const c : {'A', 'F', 'a', 'f', '0', '9'})
            CHECK(is_json(R"({"a":"\u00)" + std::string(1, c) + R"(0"})"));
    }
}

TEST_CASE("a word that ends in the last letter is one word, and a fault of its member alone")
{
    CHECK(fault_of_letters(R"("flag":buzz)").found == "text without quotes");
    CHECK(fault_of_letters(R"("flag":BUZZ)").found == "text without quotes");
    CHECK(fault_of_letters(R"("number":12z)").found == "text without quotes");
}
