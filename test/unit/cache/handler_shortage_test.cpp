// Handlers are called for all changes as soon as the next change comes, although their executor, or that of
// their informer, had no memory for a function.

#include "fan_out_world.hpp"
#include "item.hpp"
#include "scarce_executor.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

namespace {

using object_names = std::vector<std::string>;

task<> write_down_later(object_names& into, std::string name)
{
    into.push_back(std::move(name));
    co_return;
}

/// Handlers of an informer whose strand is on a scarce executor, and so may be their own executor.
struct handlers_in_shortage : fan_out_world {
    handlers_in_shortage()
    {
        auto of_informer = env;
        of_informer.ex = scarce;
        handlers_ =
            fan_out::make_shared(of_informer, io.get_executor(), [this] { return objects.snapshot(); });
    }
    handlers<item> plain()
    {
        return {.added = [this](object_ptr<item> const& o) { seen.emplace_back(o.key().name); }};
    }
    handlers<item> awaited()
    {
        return {.added = [this](object_ptr<item> const& o) {
            return write_down_later(seen, std::string(o.key().name));
        }};
    }
    /// Adds an object to the store, and begins to distribute this change.
    void add_object(std::string const& name)
    {
        asio::co_spawn(env.ex, handlers_->distribute(put(name)), [](std::exception_ptr) {});
        time.settle();
    }
    void stop() { testing::run(io, handlers_->stop(nullptr)); }

    std::shared_ptr<test::memory_left> const memory = std::make_shared<test::memory_left>();
    executor const scarce = test::scarce_executor(io, memory);
    object_names seen;
};

} // namespace

TEST_CASE_METHOD(handlers_in_shortage,
                 "if there was no memory to have a handler called, the next change has it called for both")
{
    bool const by_task = GENERATE(true, false);
    add(erase_type(by_task ? awaited() : plain()), {.executor = scarce});
    memory->posts.failing = 1;
    add_object("a");
    REQUIRE(memory->posts.failing == 0);
    CHECK(seen.empty());
    add_object("b");
    CHECK(seen == object_names{"a", "b"});
    stop();
}

TEST_CASE_METHOD(
    handlers_in_shortage,
    "if there was no memory to start the coroutine that awaits a handler's tasks, the next change "
    "has the handler called for both")
{
    add(erase_type(awaited()), {.executor = scarce});
    memory->spawns.failing = 1;
    CHECK_THROWS_AS(add_object("a"), std::bad_alloc);
    REQUIRE(memory->spawns.failing == 0);
    CHECK(seen.empty());
    add_object("b");
    CHECK(seen == object_names{"a", "b"});
    stop();
}

TEST_CASE_METHOD(handlers_in_shortage,
                 "without memory for a second turn of their executor, all handlers are called "
                 "in the first")
{
    constexpr std::ptrdiff_t size = 9'000; // more than are called in one turn otherwise
    std::vector<int> calls(size);
    for (auto& n : calls)
        submit(erase_type(handlers<item>{.added = [&n](item const&) { ++n; }}), {.executor = scarce});
    time.settle();
    memory->posts.good = 1;
    memory->posts.failing = 1'000'000;
    add_object("a");
    CHECK(std::ranges::count(calls, 1) == size);
    memory->posts.failing = 0;
    add_object("b");
    CHECK(std::ranges::count(calls, 2) == size);
    stop();
}

TEST_CASE_METHOD(handlers_in_shortage,
                 "if there was no memory to look after a handler that has been shown the objects, "
                 "the next changes reach it all the same")
{
    add_object("a");
    memory->posts.failing = GENERATE(1u, 2u); // the handler's runner posts, and then the change does
    add(erase_type(plain()));
    CHECK(seen == object_names{"a"});
    add_object("b");
    REQUIRE(memory->posts.failing == 0);
    add_object("c");
    CHECK(seen == object_names{"a", "b", "c"});
    stop();
}

TEST_CASE_METHOD(handlers_in_shortage,
                 "if there was no memory to have a handler admitted, on_change() throws, and later handlers "
                 "are called all the same")
{
    auto held_by_handler = std::make_shared<int>();
    std::weak_ptr<int> const is_kept = held_by_handler;
    handlers<item> refused{
        .added = [held = std::move(held_by_handler)](item const&) { FAIL("is not there"); }};
    memory->posts.failing = 1;
    CHECK_THROWS_AS(handlers_->add(erase_type(std::move(refused)), {}, handlers_), std::bad_alloc);
    CHECK(is_kept.expired());
    (void)handlers_->add(erase_type(plain()), {}, handlers_);
    time.settle();
    CHECK(handlers_->handler_count() == 1);
    add_object("a");
    CHECK(seen == object_names{"a"});
    stop();
}

TEST_CASE_METHOD(
    handlers_in_shortage,
    "a handler that another thread has added during an on_change() without memory is called from "
    "the next change on")
{
    add_object("a");
    memory->posts.failing = 1;
    memory->posts.at_failure = [&] { (void)handlers_->add(erase_type(plain()), {}, handlers_); };
    CHECK_THROWS_AS(handlers_->add(erase_type(awaited()), {}, handlers_), std::bad_alloc);
    time.settle();
    add_object("b");
    add_object("c");
    CHECK(seen == object_names{"a", "b", "c"});
    stop();
}

TEST_CASE_METHOD(
    handlers_in_shortage,
    "a handler that was admitted with others is there, although there was no memory to post that")
{
    memory->posts.failing = 1;
    memory->posts.at_failure = [&] { handlers_->admit_submitted(); };
    (void)handlers_->add(erase_type(plain()), {}, handlers_);
    REQUIRE(memory->posts.failing == 0);
    add_object("a");
    CHECK(seen == object_names{"a"});
    stop();
}
