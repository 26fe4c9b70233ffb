#include "cache/listener.hpp"

#include "catch.hpp"

using namespace coinformer::detail;

TEST_CASE("a log of a million stretches is let go without recursion")
{
    auto first = std::make_shared<segment>();
    auto last = first;
    for (int i = 0; i < 1'000'000; ++i) {
        last->next = std::make_shared<segment>();
        last = last->next;
    }
    std::weak_ptr<segment> const end = last;
    last.reset();
    first.reset();
    CHECK(end.expired());
}
