// on_strand() is how every public function reaches the object behind it, so these tests say what all of them
// rely on: the executors, the results, and how long the object lives.

#include "core/run_on.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/time_source.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

using events = std::vector<std::string>;

/// Writes its name into the events when it is destroyed.
struct destruction_event {
    destruction_event(events& seen, std::string name) : seen(seen), name(std::move(name)) {}
    destruction_event(destruction_event const&) = delete;
    ~destruction_event() { seen.push_back(name); }
    events& seen;
    std::string name;
};

/// An object behind a public function.
class counting_object {
public:
    counting_object(executor strand, events& seen) : strand_(std::move(strand)), event_(seen, "object") {}

    executor const& strand() const noexcept { return strand_; }
    task<std::string> add(std::string what, int number)
    {
        executor const here = co_await asio::this_coro::executor;
        where_.push_back(here == strand_ ? "strand" : "elsewhere");
        co_return what + std::to_string(number) + where_.back();
    }
    task<> sleep()
    {
        destruction_event const frame(event_.seen, "frame");
        co_await system_time().sleep_for(1h);
    }
    task<> fail() { return fail_with("no"); }

private:
    task<> fail_with(std::string what)
    {
        co_await asio::this_coro::executor;
        throw std::runtime_error(what);
    }

    executor strand_;
    events where_;
    destruction_event event_;
};

} // namespace

TEST_CASE("on_strand() runs a member function on its object's strand, and resumes its caller on the caller's "
          "executor")
{
    asio::io_context of_caller, of_object;
    events seen;
    auto const object = std::make_shared<counting_object>(strand_of(of_object.get_executor()), seen);
    auto caller = [&]() -> task<> {
        auto const text = co_await on_strand(object, &counting_object::add, "a", 1);
        executor const here = co_await asio::this_coro::executor;
        seen.push_back(text);
        seen.push_back(here == of_caller.get_executor() ? "caller" : "elsewhere");
    };
    asio::co_spawn(of_caller, caller(), asio::detached);
    of_caller.poll();
    CHECK(seen.empty()); // the object's strand has not run
    of_object.poll();
    CHECK(seen.empty()); // the caller's executor has not run
    of_caller.restart();
    of_caller.poll();
    CHECK(seen == events{"a1strand", "caller"});
}

TEST_CASE("on_strand() throws what the member function throws, which need not be a coroutine itself")
{
    asio::io_context io;
    events seen;
    auto const object = std::make_shared<counting_object>(strand_of(io.get_executor()), seen);
    std::exception_ptr failure;
    asio::co_spawn(io, on_strand(object, &counting_object::fail), [&](std::exception_ptr e) { failure = e; });
    io.run();
    REQUIRE(failure);
    CHECK_THROWS_WITH(std::rethrow_exception(failure), "no");
}

TEST_CASE("on_strand() keeps the object from the call on, even if the task is never awaited")
{
    asio::io_context io;
    events seen;
    auto object = std::make_shared<counting_object>(strand_of(io.get_executor()), seen);
    {
        auto const unstarted = on_strand(object, &counting_object::sleep);
        object.reset();
        CHECK(seen.empty());
    }
    CHECK(seen == events{"object"});
}

TEST_CASE(
    "on_strand() keeps the object until the frames of its member function are destroyed with the io_context")
{
    events seen;
    {
        asio::io_context io;
        auto object = std::make_shared<counting_object>(strand_of(io.get_executor()), seen);
        asio::co_spawn(io, on_strand(std::move(object), &counting_object::sleep), asio::detached);
        io.poll();
        CHECK(seen.empty());
    }
    CHECK(seen == events{"frame", "object"});
}

TEST_CASE("on_strand() does not keep the object longer than the task runs")
{
    asio::io_context io;
    events seen;
    auto caller = [&]() -> task<> {
        auto const sum =
            co_await on_strand(std::make_shared<counting_object>(strand_of(io.get_executor()), seen),
                               &counting_object::add, "b", 2);
        seen.push_back(sum);
    };
    asio::co_spawn(io, caller(), asio::detached);
    io.run();
    CHECK(seen == events{"object", "b2strand"});
}
