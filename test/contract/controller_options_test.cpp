// Contract: which limits a controller refuses, and that a limit without an end is none.

#include "controlled.hpp"

TEST_CASE_METHOD(world, "a controller refuses limits that are negative, and the message names the option")
{
    auto const nothing = [](object_name) -> task<reconcile_result> { co_return reconcile_result::done(); };
    CHECK_THROWS_WITH(controller<>(env, nothing, {.name = "web", .deadline = -1s}),
                      Catch::Contains("controller web") &&
                          Catch::Contains("controller_options::deadline is negative"));
    CHECK_THROWS_WITH(controller<>(env, nothing, {.name = "web", .grace = -1s}),
                      Catch::Contains("controller web") &&
                          Catch::Contains("controller_options::grace is negative"));
}

TEST_CASE("a deadline of duration::max() cancels no reconcile, however long it takes")
{
    controlled w(quick({.deadline = duration::max()}));
    w.tested.watches(w.informer);
    w.put("a", "1");
    w.takes = 100h;
    w.start_controller();
    w.time.run_for(99h);
    CHECK(w.ended.empty());
    w.time.run_for(2h);
    CHECK(w.ended == lines{"a"});
    auto const s = w.tested.status();
    CHECK(s.timeouts == 0);
    CHECK(s.failures == 0);
}
