// Contract: the owner of an object reconciles its deletion, whenever that comes.
#include "controlled.hpp"
#include "shard_controllers.hpp"

TEST_CASE_METHOD(controlling_world, "a deletion is reconciled by the owner, and again if that fails")
{
    add_three();
    put_objects(30);
    settle();
    auto& owner = **std::ranges::find_if(processes, [](auto const& p) { return count_of(p->begun, "o7"); });
    owner.process.stands_still = true; // its reconciles fail
    remove("o7");
    time.run_for(100ms);
    CHECK(count_of(owner.deleted, "o7") >= 1);
    CHECK(count_of(owner.ended, "o7") == 1);
    owner.process.stands_still = false;
    settle();
    CHECK(count_of(owner.ended, "o7") == 2);
    owner.tested->add({"shop", "o7"}); // it has no hash any more
    settle();
    CHECK(count_of(owner.ended, "o7") == 2);
    CHECK(owner.tested->status().dropped == 1);
    for (auto const& p : processes)
        CHECK(p->deleted.size() == (p.get() == &owner ? owner.deleted.size() : 0));
}

TEST_CASE_METHOD(controlling_world, "an object that is deleted while it is reconciled is reconciled again")
{
    add_three();
    put_objects(30);
    settle();
    auto& owner = **std::ranges::find_if(processes, [](auto const& p) { return count_of(p->begun, "o7"); });
    owner.takes = 5s;
    set("o7", "2");
    time.run_for(1s);
    remove("o7");
    settle();
    CHECK(count_of(owner.deleted, "o7") == 1);
    CHECK(owner.tested->status().dropped == 0);
    owner.tested->add({"shop", "o7"}); // its hash is forgotten after that
    settle();
    CHECK(owner.tested->status().dropped == 1);
}

TEST_CASE_METHOD(controlling_world,
                 "a deletion in a part that is being handed over is not taken for anything")
{
    add_three(with_grace(20s));
    put_objects(30);
    settle();
    at(0).takes = 5s;
    set(at(0).begun.at(0), "2");
    auto const deleted = at(0).begun.at(1);
    time.run_for(1s);
    at(0).process.stop();
    time.run_for(1s);
    remove(deleted);
    time.run_for(1s);
    CHECK(at(0).tested->status().parked == 1);
    CHECK(at(0).process.group.held().fraction() > 0.3);
    settle();
    CHECK(at(0).tested->status().parked == 0);
    CHECK(at(0).tested->status().dropped == 1);
    for (auto const& p : processes) CHECK(p->deleted.empty());
    CHECK(stale().empty());
}
