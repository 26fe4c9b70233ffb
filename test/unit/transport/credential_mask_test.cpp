#include "transport/credential_mask.hpp"

#include "catch.hpp"

using namespace coinformer;

TEST_CASE("each occurrence of a token is hidden, and nothing else")
{
    credential_mask const mask(secret("abc"));
    CHECK(mask.apply("Authorization: Bearer abc, abcabc; ab") == "Authorization: Bearer ***, ******; ab");
    CHECK(mask.apply("ab") == "ab");
    CHECK(mask.apply("") == "");
    auto const copy = mask;
    CHECK(copy.apply("xabc") == "x***");
}

TEST_CASE("a token that overlaps itself is hidden, too")
{
    CHECK(credential_mask(secret("aba")).apply("ababa") == "***ba");
}

TEST_CASE("without a token every text stays as it is")
{
    CHECK(credential_mask().apply("abc") == "abc");
    CHECK(credential_mask(secret()).apply("abc") == "abc");
}
