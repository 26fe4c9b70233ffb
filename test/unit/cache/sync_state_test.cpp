#include "cache/handlers/sync_state.hpp"

#include "catch.hpp"

using namespace coinformer::detail;

TEST_CASE("handlers are synced when the first list has come, and each of them has handled it")
{
    sync_state sync;
    sync.join();
    sync.join();
    sync.leave(); // it was removed
    CHECK_FALSE(sync.is_synced());
    CHECK_FALSE(sync.includes_first_list(100));

    CHECK(sync.end_first_list(7));
    CHECK_FALSE(sync.is_synced());
    CHECK_FALSE(sync.includes_first_list(6));
    CHECK(sync.includes_first_list(7));
    sync.leave(); // it has handled the list
    CHECK(sync.is_synced());
}

TEST_CASE("without handlers the first list alone makes the sync, and a second list changes nothing")
{
    sync_state sync;
    CHECK(sync.end_first_list(1));
    CHECK(sync.is_synced());
    CHECK_FALSE(sync.end_first_list(9));
    CHECK(sync.includes_first_list(1));
}

TEST_CASE("a sync that somebody was told of stays, whoever comes later; before that, who comes late counts")
{
    sync_state sync, asked;
    for (auto* const s : {&sync, &asked}) s->end_first_list(1);
    CHECK(asked.is_synced());
    for (auto* const s : {&sync, &asked}) s->join();
    CHECK(asked.is_synced());
    CHECK_FALSE(sync.is_synced());
    sync.leave();
    CHECK(sync.is_synced());
}

TEST_CASE("what was reached before the informer ends stays reached, though nobody had asked")
{
    sync_state sync;
    sync.end_first_list(1);
    sync.freeze();
    sync.join();
    CHECK(sync.is_synced());
}

TEST_CASE("handlers that go when the informer ends do not make a sync")
{
    sync_state sync;
    sync.join();
    sync.end_first_list(5);
    sync.freeze();
    sync.leave();
    CHECK_FALSE(sync.is_synced());
}
