// deliver() keeps events::next_batch(), watcher::next() and pager::next() from losing what they have taken
// when their caller is cancelled. These tests decide which of the two executors runs next.

#include "core/run_on.hpp"
#include "core/undelivered.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <memory>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

namespace {

/// A queue of the numbers from 1 on, and one caller. Each has an io_context of its own.
struct number_queue {
    task<int> next() { return deliver(late, run_on(of_queue.get_executor(), take(*this))); }

    /// Begins a call of next(), or of the task that is given.
    void begin() { begin(next()); }
    void begin(task<int> call)
    {
        number = 0;
        code = {};
        asio::co_spawn(of_caller, std::move(call),
                       asio::bind_cancellation_slot(stop.slot(), [this](std::exception_ptr failure, int n) {
                           number = n;
                           try {
                               if (failure) std::rethrow_exception(failure);
                           } catch (boost::system::system_error const& e) {
                               code = e.code();
                           }
                       }));
    }
    void cancel() { stop.emit(asio::cancellation_type::terminal); }
    void run_caller()
    {
        of_caller.restart();
        of_caller.poll();
    }
    /// Runs both sides until nothing is ready.
    void settle()
    {
        for (std::size_t ran = 1; ran != 0;) {
            of_caller.restart();
            of_queue.restart();
            ran = of_caller.poll() + of_queue.poll();
        }
    }
    /// Makes a call, and cancels it before its number can arrive.
    void lose_a_call()
    {
        begin();
        run_caller(); // now the caller waits for the queue
        cancel();
        settle();
    }

    int taken = 0;  ///< by the queue
    int number = 0; ///< what the last call has returned
    error_code code;
    std::shared_ptr<undelivered<int>> late = std::make_shared<undelivered<int>>();
    asio::cancellation_signal stop;
    asio::io_context of_queue, of_caller;

private:
    static task<int> take(number_queue& self)
    {
        co_await asio::this_coro::executor; // makes this function a coroutine
        co_return ++self.taken;
    }
};

task<int> next_despite_cancellation(number_queue& from)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    auto const number = co_await from.next();
    co_return number;
}

} // namespace

TEST_CASE("a result that was on its way to a caller which was cancelled is returned by the next call")
{
    number_queue numbers;
    numbers.lose_a_call();
    CHECK(numbers.taken == 1);
    CHECK(numbers.code == condition::cancelled);
    numbers.begin();
    numbers.settle();
    CHECK(numbers.number == 1);
    CHECK(numbers.taken == 1);
    numbers.begin();
    numbers.settle();
    CHECK(numbers.number == 2);
}

TEST_CASE("a result that waits for the next call outlasts calls that are cancelled as well")
{
    number_queue numbers;
    numbers.lose_a_call();
    for (int i = 0; i != 3; ++i) {
        numbers.begin();
        numbers.cancel();
        numbers.settle();
        CHECK(numbers.code == condition::cancelled);
    }
    numbers.begin();
    numbers.settle();
    CHECK(numbers.number == 1);
    CHECK(numbers.taken == 1);
}

TEST_CASE("a caller that wants no exception when it is cancelled gets its result")
{
    number_queue numbers;
    numbers.begin(next_despite_cancellation(numbers));
    numbers.run_caller();
    numbers.cancel();
    numbers.settle();
    CHECK(numbers.number == 1);
}
