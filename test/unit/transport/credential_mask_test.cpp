#include "transport/config/credential_mask.hpp"

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

TEST_CASE("parts of a token are hidden in an excerpt that was cut anywhere")
{
    credential_mask const mask(secret("abcdef.0123456789"));
    CHECK(mask.apply_to_excerpt("x abcdef.0123456789 y abcdef.0123456789") == "x *** y ***");
    CHECK(mask.apply_to_excerpt("Bearer abcdef.012345678") == "Bearer ***"); // its end is missing
    CHECK(mask.apply_to_excerpt("def.0123456789\" x") == "***\" x");         // its beginning is missing
    CHECK(mask.apply_to_excerpt("f.0123") == "***");
    // the second part alone is too short to be recognized
    CHECK(mask.apply_to_excerpt("56789abcdef.0") == "56789***");
    CHECK(mask.apply_to_excerpt("abcdef.012abcdef.012") == "***");
    CHECK(mask.apply_to_excerpt("def.0") == "def.0");
    CHECK(mask.apply_to_excerpt("") == "");
    CHECK(credential_mask(secret("abc")).apply_to_excerpt("abcab") == "***ab");
    CHECK(credential_mask().apply_to_excerpt("abcdef") == "abcdef");
}

TEST_CASE("without a token every text stays as it is")
{
    CHECK(credential_mask().apply("abc") == "abc");
    CHECK(credential_mask(secret()).apply("abc") == "abc");
}
