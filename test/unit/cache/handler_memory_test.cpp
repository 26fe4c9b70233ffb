// Handlers come and go completely or not at all. To show that, each allocation fails in its turn.

#include "allocated.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/cache/events.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

using seen_names = std::vector<std::string>;

/// The handlers of an informer, which have no memory at times.
struct handlers_without_memory : fan_out_world {
    void tell(std::string const& name)
    {
        testing::run(io, time, handlers_->distribute(put(name)));
        time.settle();
    }
    handler_ptr submit_recording(seen_names& into, handler_options options = {})
    {
        return submit(erase_type(handlers<item>{
                          .added = [&into](object_ptr<item> const& o) { into.emplace_back(o.key().name); }}),
                      std::move(options));
    }
    /// Takes this number of changes from a handler of events().
    seen_names pull(handler_ptr const& events, std::size_t number)
    {
        seen_names all;
        while (all.size() < number) {
            auto const batch = testing::run(io, time, handlers_->next_batch(events));
            puller::note_returned(handler_registration(events));
            for (auto const& c : batch) all.emplace_back(c.cur->key().name);
        }
        return all;
    }
    /// Begins to tell handlers of an object, in a turn in which allocations fail. Returns true if one has.
    bool tell_in_shortage(std::string const& name, std::size_t good, memory_shortage how)
    {
        boost::asio::co_spawn(io, handlers_->distribute(put(name)), [](std::exception_ptr) {});
        bool const failed = meets_shortage(good, how, [&] {
            io.restart();
            io.run_one();
        });
        time.settle();
        return failed;
    }
    bool are_synced()
    {
        handlers_->end_first_list();
        time.settle();
        return handlers_->update_synced();
    }
    void stop() { testing::run(io, time, handlers_->stop(nullptr)); }
};

/// Writes down what one next_batch() returns. `into` has room for it.
task<> next(events<item>& from, seen_names& into)
{
    auto const batch = co_await from.next_batch();
    for (auto const& e : batch) into.emplace_back(e.cur.key().name);
}

/// Calls `with(good, how)` for each number of allocations that may succeed, until none has failed. It returns
/// true if one has.
void for_each_failure(std::function<bool(std::size_t, memory_shortage)> const& with)
{
    for (auto const how : {memory_shortage::passes, memory_shortage::lasts}) {
        std::size_t good = 0;
        while (with(good, how)) ++good;
        CHECK(good > 2); // fewer would mean that nothing was tested
    }
}

} // namespace

TEST_CASE("handlers that could not be admitted for want of memory are admitted later, and miss nothing")
{
    for_each_failure([](std::size_t good, memory_shortage how) {
        INFO("with " << good << " allocations");
        handlers_without_memory w;
        w.put("a");
        w.put("b");
        std::vector<seen_names> seen(3);
        for (auto& into : seen) w.submit_recording(into, {.resync = 1h});
        auto const events = w.submit({});
        bool const failed = meets_shortage(good, how, [&] { w.handlers_->admit_submitted(); });
        w.time.settle(); // another admission has been posted
        w.tell("c");
        for (auto const& into : seen) REQUIRE(into == seen_names{"a", "b", "c"});
        REQUIRE(w.pull(events, 3) == seen_names{"a", "b", "c"});
        REQUIRE(w.handlers_->handler_count() == 4);
        REQUIRE(w.are_synced());
        w.stop();
        return failed;
    });
}

TEST_CASE("a handler that could not be removed for want of memory goes on, and can be removed later")
{
    auto const how_to_remove = GENERATE(removal::drop, removal::drain);
    bool const is_alone = GENERATE(true, false);
    for_each_failure([&](std::size_t good, memory_shortage how) {
        INFO("with " << good << " allocations");
        handlers_without_memory w;
        seen_names goes, stays;
        auto const h = w.submit_recording(goes);
        if (!is_alone) w.submit_recording(stays);
        w.time.settle();
        bool const failed = meets_shortage(good, how, [&] { w.handlers_->begin_removal(h, how_to_remove); });
        bool const is_there = w.handlers_->handler_count() == (is_alone ? 1 : 2);
        w.tell("a");
        REQUIRE(goes == (is_there ? seen_names{"a"} : seen_names{}));
        testing::run(w.io, w.time, w.handlers_->remove(h, how_to_remove));
        w.tell("b");
        REQUIRE(goes == (is_there ? seen_names{"a"} : seen_names{}));
        REQUIRE(stays == (is_alone ? seen_names{} : seen_names{"a", "b"}));
        REQUIRE(w.handlers_->handler_count() == (is_alone ? 0 : 1));
        REQUIRE(w.are_synced());
        w.stop();
        return failed;
    });
}

TEST_CASE("if there is no memory to remove a handler that is too slow, the end of the informer ends it")
{
    for_each_failure([](std::size_t good, memory_shortage how) {
        INFO("with " << good << " allocations");
        handlers_without_memory w;
        auto const never_ends = [&](item const&) { return w.time.sleep_for(duration::max()); };
        auto const h = w.submit(erase_type(handlers<item>{.added = never_ends}),
                                {.policy = overflow::fail, .capacity = 1});
        w.time.settle();
        for (auto const* name : {"a", "b", "c"}) w.tell(name);
        REQUIRE(w.handlers_->handler_count() == 1);
        bool const failed = w.tell_in_shortage("d", good, how);
        w.stop(); // would never end if the handler had been counted out twice
        REQUIRE(w.handlers_->handler_count() == 0);
        if (!failed) REQUIRE(w.handlers_->removed_count() == 1);
        return failed;
    });
}

TEST_CASE("waits end although there is no memory to end the handlers")
{
    std::size_t good = 0, ended_without_memory = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        handlers_without_memory w;
        seen_names seen;
        auto const called = w.submit_recording(seen);
        auto const pulled = w.submit({});
        w.time.settle();
        w.handlers_->await_snapshot(); // so that the next handler is not admitted yet
        auto const held_back = w.submit({}, {.restored = restored_objects::not_told});
        w.time.settle();
        int waits = 4;
        auto const note_end = [&waits](std::exception_ptr, auto const&...) { --waits; };
        boost::asio::co_spawn(w.io, w.handlers_->synced(nullptr), note_end);
        boost::asio::co_spawn(w.io, w.handlers_->at_least(called, "1000"), note_end);
        boost::asio::co_spawn(w.io, w.handlers_->next_batch(pulled), note_end);
        boost::asio::co_spawn(w.io, w.handlers_->next_batch(held_back), note_end);
        w.time.settle();
        REQUIRE(waits == 4);
        boost::asio::co_spawn(w.io, w.handlers_->stop(nullptr), [](std::exception_ptr) {});
        failed = meets_shortage(good, memory_shortage::passes, [&] {
            w.io.restart();
            w.io.run_one();
        });
        w.time.settle();
        REQUIRE((waits == 0 || waits == 4)); // all of them end, unless there was no memory to begin the end
        ended_without_memory += failed && waits == 0;
        w.stop();
        w.time.settle();
        REQUIRE(waits == 0);
        REQUIRE(w.handlers_->handler_count() == 0);
    }
    CHECK(ended_without_memory > 1); // fewer would mean that nothing was tested
}

TEST_CASE("a next_batch() that had no memory loses nothing, and what it returns counts as handled once")
{
    seen_names names;
    for (int i = 10; i != 40; ++i) names.push_back("o" + std::to_string(i));
    std::size_t good = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        handlers_without_memory w;
        for (auto const& name : names) w.put(name);
        std::optional<events<item>> pulled(std::in_place,
                                           std::make_unique<puller>(handler_registration(w.submit({}))));
        w.time.settle();
        seen_names seen;
        seen.reserve(100); // so that the test needs no memory itself
        boost::asio::co_spawn(w.io, next(*pulled, seen), [](std::exception_ptr) {});
        failed = meets_shortage(good, memory_shortage::passes, [&] {
            w.io.restart();
            w.io.poll();
        });
        w.time.settle();
        while (seen.size() < names.size()) testing::run(w.io, w.time, next(*pulled, seen));
        REQUIRE(seen == names);
        w.tell("last");
        testing::run(w.io, w.time, next(*pulled, seen));
        REQUIRE(seen.back() == "last");
        REQUIRE(testing::run(w.io, w.time, pulled->status()).handled == names.size());
        pulled.reset();
        w.stop();
    }
    CHECK(good > 2); // fewer would mean that nothing was tested
}
