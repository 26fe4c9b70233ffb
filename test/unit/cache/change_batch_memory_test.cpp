// The memory that it takes to show all objects to handlers which are added while a list is distributed in
// parts.

#include "cache/handlers/change_batch.hpp"

#include "allocated.hpp"
#include "item.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("the rest of a list is described once, not for each part during which a handler is added")
{
    store objects;
    std::vector<store::operation> old;
    store::replacement list;
    for (int i = 0; i != 10'000; ++i) {
        auto const name = "n/o" + std::to_string(i);
        if (i % 3 != 0) old.push_back({.object = make(name, "1")});
        if (i % 3 != 1) list.put.push_back(make(name, "2"));
    }
    objects.apply(old, "1");
    for (int i = 1; i < 10'000; i += 3) list.gone.push_back(objects.find({"n", "o" + std::to_string(i)}));
    objects.replace(list, "2");
    change_batch batch(std::move(list), initial_list::no);

    auto const cost_of_asking = [&] {
        auto const before = allocated_so_far().all;
        (void)batch.pending("1");
        return allocated_so_far().all - before;
    };
    auto const first = cost_of_asking();
    std::size_t later = 0, parts = 0;
    for (; !batch.empty(); ++parts) {
        (void)batch.take(100);
        if (!batch.empty()) later += cost_of_asking();
    }
    CHECK(parts > 50);
    CHECK(later < first);
}
