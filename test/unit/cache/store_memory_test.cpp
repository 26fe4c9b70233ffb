#include "accounted.hpp"
#include "allocated.hpp"
#include "cache/store/store.hpp"
#include "item.hpp"

#include "catch.hpp"

#include <string>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("an object that is deleted alone costs the same, however many were deleted before")
{
    store objects;
    store::replacement list;
    for (int i = 0; i != 20'000; ++i) list.put.push_back(make("n/" + std::to_string(i), "1"));
    objects.replace(list, "1");
    auto const allocated_by = [&](slot_id from, slot_id to) {
        auto const before = allocated_so_far().all;
        for (auto slot = from; slot != to; ++slot) {
            std::vector<store::operation> one{{.object = objects.at(slot), .erase = true}};
            objects.apply(one, "2");
        }
        return allocated_so_far().all - before;
    };
    auto const first = allocated_by(1, 10'000);
    CHECK(allocated_by(10'000, 20'000) < 2 * first);
}
