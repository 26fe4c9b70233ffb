// Handlers are called for all changes as soon as the next change comes, although their executor, or that of
// their informer, had no memory for a function.

#include "cache/handlers/change_batch.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/require.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;
namespace execution = boost::asio::execution;

namespace {

/// Says which posts and coroutines a scarce_executor has memory for.
struct memory_left {
    std::size_t good_posts = 0;                    ///< posts that succeed before one fails
    std::size_t failing_posts = 0;                 ///< posts that fail after these
    std::size_t failing_spawns = 0;                ///< coroutines that cannot be started
    std::function<void()> at_failing_post = [] {}; ///< what another thread does before the failure is noticed
};

/// An executor of an io_context that has no memory for some posts.
class scarce_executor {
public:
    scarce_executor(asio::io_context& io, std::shared_ptr<memory_left> memory, bool may_block = true) noexcept
        : io_(&io), memory_(std::move(memory)), may_block_(may_block)
    {
    }

    asio::execution_context& query(execution::context_t) const noexcept { return *io_; }
    execution::blocking_t query(execution::blocking_t) const noexcept
    {
        if (may_block_) return execution::blocking.possibly;
        return execution::blocking.never;
    }
    scarce_executor require(execution::blocking_t::never_t) const noexcept { return {*io_, memory_, false}; }
    scarce_executor require(execution::blocking_t::possibly_t) const noexcept
    {
        return {*io_, memory_, true};
    }
    /// co_spawn() calls this when it starts a coroutine.
    scarce_executor require(execution::outstanding_work_t::tracked_t) const
    {
        if (memory_->failing_spawns == 0) return *this;
        --memory_->failing_spawns;
        throw std::bad_alloc();
    }
    template <class Function>
    void execute(Function&& f) const
    {
        if (may_block_) return io_->get_executor().execute(std::forward<Function>(f));
        if (memory_->good_posts != 0) {
            --memory_->good_posts;
        } else if (memory_->failing_posts != 0) {
            --memory_->failing_posts;
            memory_->at_failing_post();
            throw std::bad_alloc();
        }
        asio::require(io_->get_executor(), execution::blocking.never).execute(std::forward<Function>(f));
    }
    bool operator==(scarce_executor const& o) const noexcept
    {
        return io_ == o.io_ && may_block_ == o.may_block_;
    }

private:
    asio::io_context* io_;
    std::shared_ptr<memory_left> memory_;
    bool may_block_;
};

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
    void put(std::string const& name)
    {
        auto const version = std::to_string(++puts);
        std::vector<store::operation> one;
        one.push_back({.object = make("n/" + name, version)});
        objects.apply(one, version);
        std::vector<change> changes;
        append_changes(changes, one.front(), initial_list::no, final_state::known);
        asio::co_spawn(env.ex, handlers_->distribute(std::move(changes)), [](std::exception_ptr) {});
        time.settle();
    }
    void stop() { testing::run(io, handlers_->stop(nullptr)); }

    std::shared_ptr<memory_left> const memory = std::make_shared<memory_left>();
    executor const scarce = scarce_executor(io, memory);
    object_names seen;
    int puts = 0;
};

} // namespace

TEST_CASE_METHOD(handlers_in_shortage,
                 "if there was no memory to have a handler called, the next change has it called for both")
{
    bool const by_task = GENERATE(true, false);
    add(erase_type(by_task ? awaited() : plain()), {.executor = scarce});
    memory->failing_posts = 1;
    put("a");
    REQUIRE(memory->failing_posts == 0);
    CHECK(seen.empty());
    put("b");
    CHECK(seen == object_names{"a", "b"});
    stop();
}

TEST_CASE_METHOD(
    handlers_in_shortage,
    "if there was no memory to start the coroutine that awaits a handler's tasks, the next change "
    "has the handler called for both")
{
    add(erase_type(awaited()), {.executor = scarce});
    memory->failing_spawns = 1;
    CHECK_THROWS_AS(put("a"), std::bad_alloc);
    REQUIRE(memory->failing_spawns == 0);
    CHECK(seen.empty());
    put("b");
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
    *memory = {.good_posts = 1, .failing_posts = 1'000'000};
    put("a");
    CHECK(std::ranges::count(calls, 1) == size);
    *memory = {};
    put("b");
    CHECK(std::ranges::count(calls, 2) == size);
    stop();
}

TEST_CASE_METHOD(handlers_in_shortage,
                 "if there was no memory to look after a handler that has been shown the objects, "
                 "the next changes reach it all the same")
{
    put("a");
    memory->failing_posts = GENERATE(1u, 2u); // the handler's runner posts, and then the change does
    add(erase_type(plain()));
    CHECK(seen == object_names{"a"});
    put("b");
    REQUIRE(memory->failing_posts == 0);
    put("c");
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
    memory->failing_posts = 1;
    CHECK_THROWS_AS(handlers_->add(erase_type(std::move(refused)), {}, handlers_), std::bad_alloc);
    CHECK(is_kept.expired());
    (void)handlers_->add(erase_type(plain()), {}, handlers_);
    time.settle();
    CHECK(handlers_->handler_count() == 1);
    put("a");
    CHECK(seen == object_names{"a"});
    stop();
}

TEST_CASE_METHOD(
    handlers_in_shortage,
    "a handler that another thread has added during an on_change() without memory is called from "
    "the next change on")
{
    put("a");
    memory->failing_posts = 1;
    memory->at_failing_post = [&] { (void)handlers_->add(erase_type(plain()), {}, handlers_); };
    CHECK_THROWS_AS(handlers_->add(erase_type(awaited()), {}, handlers_), std::bad_alloc);
    time.settle();
    put("b");
    put("c");
    CHECK(seen == object_names{"a", "b", "c"});
    stop();
}

TEST_CASE_METHOD(
    handlers_in_shortage,
    "a handler that was admitted with others is there, although there was no memory to post that")
{
    memory->failing_posts = 1;
    memory->at_failing_post = [&] { handlers_->admit_submitted(); };
    (void)handlers_->add(erase_type(plain()), {}, handlers_);
    REQUIRE(memory->failing_posts == 0);
    put("a");
    CHECK(seen == object_names{"a"});
    stop();
}
