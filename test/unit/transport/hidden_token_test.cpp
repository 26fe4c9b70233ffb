// Texts that hold a token are recognized, so that they can be left out as a whole.

#include "transport/config/credential_mask.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("a text that holds a token is told from one that does not")
{
    credential_mask const mask(secret("abc"));
    CHECK(mask.is_in("x abc y"));
    CHECK(mask.is_in("abc"));
    CHECK_FALSE(mask.is_in("ab c"));
    CHECK_FALSE(mask.is_in(""));
    CHECK_FALSE(credential_mask().is_in("abc"));
}
