// Tests of the bytes that the parts of an informer add to its memory account.

#include "api/object/object_bytes.hpp"
#include "cache/handlers/change_batch.hpp"
#include "cache/handlers/merge_queue.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/api/allocated_bytes.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

object_ref large_item(int i, std::string const& version)
{
    return make("n/o" + std::to_string(i), version, i, std::string(2000, 'x'));
}

/// Handlers whose account the test reads.
struct counted_handlers : fan_out_world {
    counted_handlers()
    {
        handlers_ = fan_out::make_shared(
            env, io.get_executor(), [this] { return objects.snapshot(); }, {}, 1, counts);
    }
    /// Begins to distribute a list that changes this number of large objects.
    std::shared_ptr<bool> distribute_list(int size)
    {
        std::vector<store::operation> old;
        store::replacement list;
        for (int i = 0; i != size; ++i) {
            old.push_back({.object = large_item(i, "1")});
            list.put.push_back(large_item(i, "2"));
        }
        objects.apply(old, "1");
        objects.replace(list, "2");
        left_bytes = list.left_bytes;
        auto const done = std::make_shared<bool>(false);
        boost::asio::co_spawn(env.ex, handlers_->distribute(change_batch(std::move(list), initial_list::no)),
                              [done](std::exception_ptr) { *done = true; });
        time.settle();
        return done;
    }

    // Distributes 10,000 changes of one object, one by one.
    void change_one_object()
    {
        for (int i = 1; i <= 10'000; ++i) {
            auto const version = std::to_string(i);
            std::vector<store::operation> one;
            one.push_back({.object = make("n/a", version)});
            objects.apply(one, version);
            std::vector<change> changes;
            append_changes(changes, one.front(), initial_list::no, final_state::known);
            boost::asio::co_spawn(env.ex, handlers_->distribute(std::move(changes)),
                                  [](std::exception_ptr) {});
            time.settle();
        }
    }

    memory_counts_ptr const counts = std::make_shared<memory_counts>();
    std::size_t left_bytes = 0;
};

} // namespace

TEST_CASE("the tables of a list count with all their vectors")
{
    store::replacement list;
    list.gone.reserve(10);
    list.put.reserve(30);
    list.old.reserve(20);
    for (int i = 0; i != 10; ++i) list.gone.push_back(large_item(i, "1"));
    for (int i = 10; i != 40; ++i) list.put.push_back(large_item(i, "2"));
    change_batch const batch(std::move(list), initial_list::no);
    CHECK(batch.table_bytes() == allocated_bytes(60 * sizeof(object_ref)));
}

TEST_CASE_METHOD(counted_handlers,
                 "an object that a list replaces counts once, with the rest of the list or with what waits")
{
    auto handler = add(erase_type(handlers<item>{
                           .updated = [this](item const&, item const&) { return time.sleep_for(1'000h); }}),
                       {.policy = overflow::block, .capacity = 2});
    auto const done = distribute_list(512);
    REQUIRE_FALSE(*done); // the handler holds it up
    CHECK(counts->waiting.value() > left_bytes / 4 * 3);
    CHECK(counts->waiting.value() < left_bytes / 4 * 5);
    testing::run(io, time, handler.remove());
    time.settle();
    CHECK(*done);
    CHECK(counts->waiting.value() < 10'000);
    testing::run(io, handlers_->stop(nullptr));
}

TEST_CASE_METHOD(
    counted_handlers,
    "while one call of a handler lasts, further changes of one object do not take more and more memory")
{
    std::vector<std::string> seen;
    auto const slowly = [&](object_ptr<item> const&, object_ptr<item> const& o) {
        seen.emplace_back(o.resource_version());
        return time.sleep_for(1h);
    };
    add(erase_type(handlers<item>{.updated = slowly}), {.policy = overflow::merge, .capacity = 4});
    change_one_object();
    CHECK(counts->waiting.value() < 10'000);
    time.run_for(1h);
    CHECK(seen == std::vector<std::string>{"2", "10000"});
    testing::run(io, handlers_->stop(nullptr));
}

TEST_CASE("the last state of a deleted object counts while it waits for a handler")
{
    auto const counts = std::make_shared<memory_counts>();
    merge_queue waiting(counts);
    waiting.add({.what = change::kind::updated, .old = large_item(1, "1"), .cur = large_item(1, "2")});
    auto const before = counts->waiting.value();
    auto const last = large_item(1, "3");
    waiting.add({.what = change::kind::deleted, .old = large_item(1, "2"), .cur = last});
    CHECK(counts->waiting.value() == before + object_bytes(last));
}

TEST_CASE("an object that came and went while it waited can come again")
{
    merge_queue waiting;
    waiting.add({.what = change::kind::added, .old = {}, .cur = make("n/a", "1")});
    waiting.add({.what = change::kind::deleted, .old = make("n/a", "1"), .cur = make("n/a", "2")});
    waiting.add({.what = change::kind::added, .old = {}, .cur = make("n/a", "3")});
    REQUIRE(waiting.size() == 1);
    auto const changes = waiting.take(10);
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].what == change::kind::added);
    CHECK(changes[0].cur->resource_version() == "3");
}

TEST_CASE_METHOD(
    counted_handlers,
    "while the last call of a handler that was too slow lasts, further changes of one object do not "
    "take more and more memory")
{
    add(erase_type(handlers<item>{.updated = [this](item const&) { return time.sleep_for(1h); }}),
        {.policy = overflow::fail, .capacity = 4});
    int others = 0;
    add(erase_type(handlers<item>{.updated = [&](item const&) { ++others; }}), {.policy = overflow::block});
    change_one_object();
    CHECK(others == 9'999);
    CHECK(counts->waiting.value() < 10'000);
    testing::run(io, time, handlers_->stop(nullptr));
}
