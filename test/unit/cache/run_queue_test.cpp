// Strands of handlers, and the runners that call them. The handlers here are counters, without a log and an
// informer.
#include "cache/handlers/run_queues.hpp"
#include "core/strand_of.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <deque>
#include <future>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

namespace {

change_span const three_changes{std::vector<change>(3)};

/// A hub that counts reviews.
struct counting_hub final : strand_hub {
    void post_review() override { ++reviews; }
    std::atomic<int> reviews{0};
};

task<> await_turns(int n)
{
    for (int i = 0; i < n; ++i) co_await asio::post(asio::use_awaitable);
}

/// A handler that has `left` pieces of work, each of three changes.
class fake final : public handler_strand {
public:
    explicit fake(int turns_of_a_call = 0) : turns_(turns_of_a_call) {}
    ~fake() = default;

    int left = 0, calls = 0, references = 0, handled = 0, failures = 0, destroy_count = 0;
    bool review = false;
    std::function<void()> during_call;

    bool has_work(held_lock const&) const noexcept override { return left != 0; }
    void claim_work(held_lock const&, handler_work& work) override
    {
        --left;
        work.span = &three_changes;
    }
    void give_back_work(held_lock const&, handler_work& work) override
    {
        handled += static_cast<int>(work.handled);
    }
    bool wants_review(held_lock const& held) const noexcept override { return review || needs_review(held); }
    void run_calls(handler_work& work) noexcept override
    {
        for (std::size_t i = 0; i < work.span->changes.size() && !is_stop_requested(); ++i) {
            one_call();
            work.count_handled();
        }
    }
    task<> start_call(change const&, borrowed_objects&) override
    {
        one_call();
        if (turns_ == 0) return {};
        return await_turns(turns_);
    }
    void note_failure(change const&, std::exception_ptr) noexcept override { ++failures; }
    void destroy_callables() noexcept override { ++destroy_count; }
    void add_reference() noexcept override { ++references; }
    void drop_reference() noexcept override { --references; }

private:
    void one_call()
    {
        if (during_call) during_call();
        ++calls;
    }
    int turns_;
};

struct run_queue_fixture {
    /// Makes a handler without work, which is idle in its queue.
    fake& add(call_form form = call_form::plain, int turns = 0, executor given = {})
    {
        auto& f = all.emplace_back(turns);
        auto const held = hub->hold();
        auto& q = queues.find_or_make(held, given, form);
        q.join(held, f);
        q.take_out(held, f); // as for a handler that is admitted
        q.put(held, f);
        return f;
    }
    /// Gives each handler a piece of work, as a segment of the log does.
    void wake(int pieces = 1)
    {
        {
            auto const held = hub->hold();
            for (auto& f : all) f.left += pieces;
            queues.wake_idle(held);
        }
        queues.start_runners();
    }
    void run()
    {
        io.restart();
        io.poll();
    }
    handler_strand::place where(fake const& f) { return f.where(hub->hold()); }
    std::size_t queue_count() { return queues.size(hub->hold()); }
    ~run_queue_fixture()
    {
        std::vector<boost::intrusive_ptr<run_queue>> left; // destroyed without the lock held
        auto const held = hub->hold();
        for (auto& f : all) {
            if (auto* const q = f.queue(held); q && !f.is_running(held)) q->take_out(held, f);
            left.push_back(queues.leave(held, f));
        }
    }

    asio::io_context io;
    boost::intrusive_ptr<counting_hub> hub{new counting_hub};
    std::deque<fake> all;
    run_queues queues{*hub, bound(io.get_executor())};
};

using place = handler_strand::place;

} // namespace

TEST_CASE_METHOD(
    run_queue_fixture,
    "an idle strand keeps nothing running on the executor; when it has work, its handler is called")
{
    auto& f = add();
    run();
    CHECK(io.stopped());
    CHECK(where(f) == place::queued);
    wake();
    run();
    CHECK(f.calls == 3);
    CHECK(f.handled == 3);
    CHECK(where(f) == place::queued);
    CHECK(io.stopped());
}

TEST_CASE_METHOD(run_queue_fixture, "one turn of the executor serves any number of strands, in their order")
{
    std::vector<int> order;
    for (int i = 0; i < 1000; ++i) {
        auto& f = add();
        f.during_call = [&order, i] { order.push_back(i); };
    }
    wake();
    io.restart();
    auto const turns = io.poll();
    CHECK(turns <= 3); // the runner, and successors that find no strand left
    REQUIRE(order.size() == 3000);
    CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE_METHOD(run_queue_fixture,
                 "a strand is not idle while its handler is called: work that comes then waits for its turn")
{
    auto& f = add();
    int depth = 0, deepest = 0;
    f.during_call = [&] {
        deepest = std::max(deepest, ++depth);
        if (f.calls == 0) wake();
        CHECK(where(f) == place::running);
        --depth;
    };
    wake();
    run();
    CHECK(f.calls == 6);
    CHECK(deepest == 1);
}

TEST_CASE_METHOD(run_queue_fixture,
                 "a task that waits delays no other strand, and its own handler's next call comes after it")
{
    auto& waits = add(call_form::awaited, 5);
    auto& quick = add(call_form::awaited, 0);
    wake(2);
    io.restart();
    while (quick.calls < 6) REQUIRE(io.poll_one() == 1);
    CHECK(waits.calls == 1);
    run();
    CHECK(waits.calls == 6);
    CHECK(waits.handled == 6);
}

TEST_CASE_METHOD(run_queue_fixture,
                 "a strand that needs a review goes to the hub, and is not called until it is put back")
{
    auto& f = add();
    f.review = true;
    wake(2);
    run();
    CHECK(f.calls == 3);
    CHECK(where(f) == place::returned);
    CHECK(hub->reviews == 1);

    f.review = false;
    {
        auto const held = hub->hold();
        CHECK(hub->take_returned(held) == &f);
        CHECK_FALSE(hub->take_returned(held));
        f.queue(held)->put(held, f);
    }
    queues.start_runners();
    run();
    CHECK(f.calls == 6);
}

TEST_CASE_METHOD(run_queue_fixture,
                 "after a stop is requested no further call of the strand begins, and its task is cancelled")
{
    auto& plain = add();
    plain.during_call = [&] { plain.request_stop(hub->hold()); };
    auto& awaited = add(call_form::awaited, 1000);
    wake();
    io.restart();
    while (awaited.calls == 0) io.poll_one();
    {
        auto const held = hub->hold();
        awaited.request_stop(held);
        awaited.queue(held)->cancel_call(held, awaited);
    }
    awaited.review = true;
    run();
    CHECK(plain.calls == 1);
    CHECK(awaited.calls == 1);
    CHECK(awaited.handled == 0);
    CHECK(where(awaited) == place::returned);
}

TEST_CASE_METHOD(run_queue_fixture,
                 "the runner of a cancelled task calls no other handler, whose task would be cancelled, too")
{
    auto& cancelled = add(call_form::awaited, 1000);
    wake();
    io.restart();
    while (cancelled.calls == 0) io.poll_one();
    auto& other = add(call_form::awaited, 1);
    {
        auto const held = hub->hold();
        cancelled.request_stop(held);
        cancelled.queue(held)->cancel_call(held, cancelled);
        other.left = 1;
        other.queue(held)->take_out(held, other);
        other.queue(held)->put(held, other); // it is ready, and no other runner was posted for it
    }
    cancelled.review = true;
    run();
    CHECK(where(cancelled) == place::returned);
    CHECK(other.calls == 3);
    CHECK(other.handled == 3);
    CHECK(other.failures == 0);
}

TEST_CASE_METHOD(run_queue_fixture,
                 "each distinct executor has a queue, which is destroyed with its last strand")
{
    asio::io_context other;
    executor const strand = asio::make_strand(other);
    auto& a = add(call_form::plain, 0, strand);
    auto& b = add(call_form::plain, 0, strand);
    add(call_form::plain, 0, other.get_executor());
    add();
    CHECK(queue_count() == 3);
    add(call_form::awaited, 0, strand);
    CHECK(queue_count() == 4);
    wake();
    run();
    CHECK(a.calls == 0);
    other.poll();
    CHECK(a.calls == 3);
    CHECK(b.calls == 3);

    boost::intrusive_ptr<run_queue> left[2];
    auto const held = hub->hold();
    for (auto* const f : {&a, &b}) {
        CHECK(queues.size(held) == 4);
        f->queue(held)->take_out(held, *f);
        left[f == &b] = queues.leave(held, *f);
    }
    CHECK(queues.size(held) == 3);
    CHECK_FALSE(a.queue(held));
}

TEST_CASE_METHOD(
    run_queue_fixture,
    "when the execution context is destroyed, callables are destroyed, and strands are returned for review")
{
    auto other = std::make_unique<asio::io_context>();
    executor given = other->get_executor();
    auto& idle = add(call_form::plain, 0, given);
    auto& ready = add(call_form::plain, 0, given);
    auto& in_task = add(call_form::awaited, 1000, given);
    auto& parked = all.emplace_back();
    auto& elsewhere = add();
    {
        auto const held = hub->hold();
        queues.find_or_make(held, given, call_form::plain).join(held, parked);
    }
    given = {};
    wake();
    run();
    while (in_task.calls == 0) other->poll_one();
    CHECK(idle.calls == 3);
    {
        auto const held = hub->hold();
        ready.queue(held)->take_out(held, ready);
        ready.left = 1;
        ready.queue(held)->put(held, ready);
    }
    other.reset();

    for (auto* const f : {&idle, &ready, &in_task, &parked}) {
        CHECK(f->destroy_count == 1);
        CHECK(f->has_lost_context(hub->hold()));
        CHECK(f->is_stop_requested());
        CHECK(f->references == 1); // the handler's own reference: the informer's strand has not ended it yet
    }
    CHECK(where(idle) == place::returned);
    CHECK(where(ready) == place::returned);
    CHECK(where(in_task) == place::returned);
    CHECK(where(parked) == place::outside);
    CHECK(elsewhere.destroy_count == 0);
    CHECK(hub->reviews == 1);
}

TEST_CASE_METHOD(run_queue_fixture,
                 "when the hub is closed, a runner gives up the strand that it was running")
{
    auto& f = add();
    f.during_call = [&] { hub->close(hub->hold()); };
    wake();
    run();
    CHECK(f.references == 0);
    CHECK(f.destroy_count == 1);
    CHECK(where(f) == place::outside);
}

TEST_CASE_METHOD(
    run_queue_fixture,
    "on several threads the calls of a strand never overlap, and each sees what the one before has written")
{
    asio::thread_pool pool(4);
    for (int i = 0; i < 20; ++i) {
        auto& f = add(i % 2 == 0 ? call_form::plain : call_form::awaited, i % 3, pool.get_executor());
        f.during_call = [depth = std::make_shared<std::atomic<int>>(0), &f] {
            if (depth->fetch_add(1) != 0) f.destroy_count += 1000; // two calls overlap
            --*depth;
        };
    }
    for (int i = 0; i < 200; ++i) wake();
    pool.join();
    auto const held = hub->hold();
    for (auto const& f : all) {
        CHECK(f.calls == 600);
        CHECK(f.handled == 600);
        CHECK(f.destroy_count < 1000);
    }
}
