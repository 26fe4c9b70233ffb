// Keys are compared as a server orders them, so that a list in order takes no memory for the keys it passes.

#include "cache/reflector/passed_keys.hpp"

#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("keys have the order of the texts that a server sorts")
{
    std::vector<object_key> const sorted{{"", "a"},       {"a", "z"},    {"b", "a"},    {"shop", "a.b"},
                                         {"shop", "web"}, {"shopA", ""}, {"shopA", "a"}};
    for (std::size_t i = 0; i != sorted.size(); ++i)
        for (std::size_t j = 0; j != sorted.size(); ++j) {
            INFO(i << ' ' << j);
            auto const order = compare_paths(sorted[i], sorted[j]);
            CHECK((order < 0) == (i < j));
            CHECK((order == 0) == (i == j));
        }
    CHECK((compare_paths({"shop-2", "a"}, {"shop", "a"}) < 0)); // '-' comes before '/'
    CHECK((compare_paths({"shop", "a"}, {"shop-2", "a"}) > 0));
}
