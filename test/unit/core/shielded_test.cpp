#include <coinformer/core/error.hpp>
#include <coinformer/core/shielded.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

#include <stdexcept>
#include <string>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// A task that shields a part of its work and then waits again, and what has become of it.
struct shielded_world {
    asio::io_context io;
    testing::virtual_clock time{io};
    asio::cancellation_signal stop;
    std::string steps;
    bool ended = false;
    error_code code;

    task<> careful_work()
    {
        steps += "begun ";
        co_await time.sleep_for(2s);
        steps += "done ";
    }
    task<> caller()
    {
        co_await shielded(careful_work());
        steps += "after ";
        co_await time.sleep_for(1s);
        steps += "end ";
    }
    task<> failing_caller() { co_await shielded(fail()); }
    static task<> fail()
    {
        throw std::runtime_error("in the shielded part");
        co_return;
    }
    void start(task<> body)
    {
        auto const finish = [this](std::exception_ptr failure) {
            ended = true;
            try {
                if (failure) std::rethrow_exception(failure);
            } catch (boost::system::system_error const& e) {
                code = e.code();
            } catch (std::exception const& e) {
                steps += e.what();
            }
        };
        asio::co_spawn(io, std::move(body), asio::bind_cancellation_slot(stop.slot(), finish));
    }
};

} // namespace

TEST_CASE_METHOD(shielded_world, "a shielded task runs to its end, and its caller goes on")
{
    start(caller());
    time.run_for(10s);
    CHECK(steps == "begun done after end ");
    CHECK(ended);
    CHECK_FALSE(code);
}

TEST_CASE_METHOD(shielded_world,
                 "a cancellation during a shielded task takes effect at the next wait after it")
{
    start(caller());
    time.run_for(1s);
    stop.emit(asio::cancellation_type::terminal);
    stop.emit(asio::cancellation_type::terminal);
    time.run_for(500ms);
    CHECK_FALSE(ended);
    time.run_for(500ms);
    CHECK(steps == "begun done after ");
    CHECK(ended);
    CHECK(code == condition::cancelled);
}

TEST_CASE_METHOD(shielded_world, "an exception of a shielded task reaches its caller")
{
    start(failing_caller());
    time.run_for(1s);
    CHECK(ended);
    CHECK(steps == "in the shielded part");
}
