// When an informer reports that it takes more memory than its budget.

#include "cache/memory_budget.hpp"

#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("memory above the budget is reported at once, and again after it has been below nine tenths of it")
{
    std::vector<std::size_t> reported;
    auto const note = [&](memory_account const& now) { reported.push_back(now.total()); };
    memory_budget budget(1000, note, no_log(), "/api/v1/pods");
    auto const check = [&](std::size_t bytes) { budget.check({.objects = bytes}); };

    check(1001);
    CHECK(reported == std::vector<std::size_t>{1001});
    check(900); // nine tenths, and not less
    check(1002);
    CHECK(reported.size() == 1);
    check(899);
    check(1000); // the budget, and not more
    CHECK(reported.size() == 1);
    check(1003);
    CHECK(reported == std::vector<std::size_t>{1001, 1003});
}
