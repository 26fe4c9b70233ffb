#include "cache/handlers/sync_state.hpp"

#include "catch.hpp"

#include <thread>

using namespace coinformer::detail;

TEST_CASE("handlers are synced when the first list has come, and each of them has handled it")
{
    sync_state sync;
    sync.join();
    sync.join();
    sync.leave(); // the handler was removed
    CHECK_FALSE(sync.update_synced());
    CHECK_FALSE(sync.includes_first_list(100));

    CHECK(sync.end_first_list(7));
    CHECK_FALSE(sync.update_synced());
    CHECK_FALSE(sync.includes_first_list(6));
    CHECK(sync.includes_first_list(7));
    sync.leave(); // the handler has handled the list
    CHECK(sync.update_synced());
}

TEST_CASE(
    "without handlers the first list alone makes the informer synced, and a second list changes nothing")
{
    sync_state sync;
    CHECK(sync.end_first_list(1));
    CHECK(sync.update_synced());
    CHECK_FALSE(sync.end_first_list(9));
    CHECK(sync.includes_first_list(1));
}

TEST_CASE("a sync that was reported stays true for handlers that are added later; until then they count")
{
    sync_state sync, asked;
    for (auto* const s : {&sync, &asked}) s->end_first_list(1);
    CHECK(asked.update_synced());
    for (auto* const s : {&sync, &asked}) s->join();
    CHECK(asked.update_synced());
    CHECK_FALSE(sync.update_synced());
    sync.leave();
    CHECK(sync.update_synced());
}

TEST_CASE("a sync that was reached before the informer ends stays true, even if it was never asked for")
{
    sync_state sync;
    sync.end_first_list(1);
    sync.freeze();
    sync.join();
    CHECK(sync.update_synced());
}

TEST_CASE("handlers that end with the informer do not make it synced")
{
    sync_state sync;
    sync.join();
    sync.end_first_list(5);
    sync.freeze();
    sync.leave();
    CHECK_FALSE(sync.update_synced());
}

TEST_CASE("a sync that one thread has been told of is not undone by a handler that is added at the same time")
{
    for (int round = 0; round != 200; ++round) {
        sync_state sync;
        sync.end_first_list(1);
        bool told = false;
        std::thread asking([&] { told = sync.update_synced(); });
        sync.join();
        asking.join();
        CHECK((!told || sync.update_synced()));
    }
}
