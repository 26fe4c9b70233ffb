// An informer may end while one of its handlers has been called with some of its changes, and waits for the
// rest. That handler is not called any more.

#include "cache/handlers/fan_out.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

task<> stop_after(wakeup& call, fan_out& handlers)
{
    co_await call.wait();
    co_await handlers.stop(nullptr);
}

} // namespace

TEST_CASE_METHOD(fan_out_world,
                 "a handler that is being shown the objects when its informer ends is not called after that")
{
    std::vector<store::operation> batch;
    for (int i = 0; i != 300; ++i) batch.push_back({.object = make("n/o" + std::to_string(i), "1")});
    objects.apply(batch, "1");
    wakeup last_of_portion;
    bool has_stopped = false;
    boost::asio::co_spawn(env.ex, stop_after(last_of_portion, *handlers_),
                          [&](std::exception_ptr) { has_stopped = true; });
    time.settle();
    int calls = 0;
    auto const count = [&](item const&) {
        if (++calls == 256) last_of_portion.notify(); // the informer ends before it reviews the handler
    };
    auto const handler = add(erase_type(handlers<item>{.added = count}));
    REQUIRE(has_stopped);
    CHECK(calls == 256);
    CHECK(testing::run(io, handler.status()).ended);
}
