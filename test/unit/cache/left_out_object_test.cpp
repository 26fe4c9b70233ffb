// An object that a transform leaves out is not in the list, even if an earlier state of it was.

#include "cache/reflector/listing.hpp"
#include "item.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("an object that is left out after it has come is not in the list any more")
{
    store const nothing;
    listing page(nothing);
    page.put(make("s/a", "1"));
    page.put(make("s/b", "1"));
    page.leave_out({"s", "a"});
    page.put_version("2");
    auto const all = page.take();
    REQUIRE(all.objects.size() == 1);
    CHECK(key_of(all.objects[0]) == "s/b");
}
