#include "cache/handlers/sync_state.hpp"

#include "catch.hpp"

using namespace coinformer::detail;

TEST_CASE("handlers are synced when the first list has come, and each of them has handled it")
{
    sync_state sync;
    sync.join();
    sync.join();
    sync.leave(); // the handler was removed
    CHECK_FALSE(sync.is_synced());
    CHECK_FALSE(sync.includes_first_list(100));

    CHECK(sync.end_first_list(7));
    CHECK_FALSE(sync.is_synced());
    CHECK_FALSE(sync.includes_first_list(6));
    CHECK(sync.includes_first_list(7));
    sync.leave(); // the handler has handled the list
    CHECK(sync.is_synced());
}

TEST_CASE("without handlers the first list alone makes the informer synced, and a second list changes nothing")
{
    sync_state sync;
    CHECK(sync.end_first_list(1));
    CHECK(sync.is_synced());
    CHECK_FALSE(sync.end_first_list(9));
    CHECK(sync.includes_first_list(1));
}

TEST_CASE("a handler that is added before the sync counts, and one that is added later does not undo it")
{
    sync_state sync;
    sync.join();
    sync.end_first_list(1);
    sync.join();
    sync.leave();
    CHECK_FALSE(sync.is_synced());
    sync.leave();
    CHECK(sync.is_synced());
    sync.join();
    CHECK(sync.is_synced());
}

TEST_CASE("a sync that was reached before the informer ends stays true")
{
    sync_state sync;
    sync.end_first_list(1);
    sync.freeze();
    sync.join();
    CHECK(sync.is_synced());
}

TEST_CASE("handlers that end with the informer do not make it synced")
{
    sync_state sync;
    sync.join();
    sync.end_first_list(5);
    sync.freeze();
    sync.leave();
    CHECK_FALSE(sync.is_synced());
}
