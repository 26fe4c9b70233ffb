// Contract: a call of next_batch(), of a watcher's next(), of a pager's next() or of pop() of a queue of
// deltas loses nothing when it is cancelled while its result is on the way, as the slower of two tasks
// that Asio's operator || runs is.

#include "parts_world.hpp"
#include "watched.hpp"

#include <coinformer/api/pager.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <functional>

namespace late_result {

/// A call that was cancelled, and its result if that came first.
template <class T>
struct cancelled_call {
    std::optional<T> result;
    error_code code;
    bool was_cancelled = false;
};

/// Awaits a call as operator || does: it drops what a task returns that has been cancelled.
template <class T>
task<> as_slower_task(task<T> call, std::optional<T>& result)
{
    auto got = co_await std::move(call);
    auto const state = co_await asio::this_coro::cancellation_state;
    bool const is_dropped = state.cancelled() != asio::cancellation_type::none;
    if (!is_dropped) result.emplace(std::move(got));
}

/// Runs a call on a strand of its own, and cancels it on that strand after this number of turns of the
/// io_context. `just_before` is called in the turn of the cancellation, in front of it.
template <class T>
cancelled_call<T>
cancel_after(int turns, world& w, task<T> call, std::function<void()> const& just_before = [] {})
{
    cancelled_call<T> outcome;
    bool ended = false;
    asio::cancellation_signal stop;
    auto on_end = [&](std::exception_ptr failure) {
        ended = true;
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (boost::system::system_error const& e) {
            outcome.code = e.code();
        }
    };
    auto const strand = asio::make_strand(w.io);
    asio::co_spawn(strand, as_slower_task(std::move(call), outcome.result),
                   asio::bind_cancellation_slot(stop.slot(), on_end));
    for (int i = 0; i != turns && !ended; ++i) {
        w.io.restart();
        if (w.io.poll_one() == 0) w.time.run_for(100ms);
    }
    outcome.was_cancelled = !ended;
    asio::post(strand, [&] {
        just_before();
        if (!ended) stop.emit(asio::cancellation_type::terminal);
    });
    w.time.settle();
    REQUIRE(ended);
    return outcome;
}

/// Returns what a call has brought that was cancelled, or what the next call brings.
template <class T, class Next>
T result_of(cancelled_call<T> first, world& w, Next next)
{
    if (first.result) return std::move(*first.result);
    CHECK(first.code == condition::cancelled);
    return testing::run(w.io, w.time, next());
}

std::string names_on(std::optional<object_list<config_map>> const& page)
{
    std::string all;
    for (auto const& o : page.value().objects) all += o.key().name;
    return all;
}

words words_of(std::vector<parts::delta<config_map>> const& popped)
{
    words all;
    for (auto const& d : popped) all.push_back(word_of(d));
    return all;
}

constexpr int most_turns = 1000; // so that a test ends whose calls never end

} // namespace late_result

TEST_CASE_METHOD(informed,
                 "a batch that was on its way when next_batch() was cancelled is returned by the next call")
{
    using namespace late_result;
    auto events = informer.events();
    time.run_for(1s);
    (void)testing::run(io, time, events.next_batch()); // a and b
    bool was_cancelled = true;
    for (int turns = 0; was_cancelled; ++turns) {
        INFO("cancelled after " << turns << " turns");
        REQUIRE(turns != most_turns);
        auto const value = std::to_string(turns + 2);
        set("a", value);
        time.run_for(1s); // the batch is there before it is asked for
        auto call = cancel_after(turns, *this, events.next_batch());
        was_cancelled = call.was_cancelled;
        auto const batch = result_of(std::move(call), *this, [&] { return events.next_batch(); });
        REQUIRE(batch.size() == 1);
        CHECK(batch[0].cur->data.at("v") == value);
    }
}

TEST_CASE("an event that was on its way when a watcher's next() was cancelled is returned by the next call")
{
    using namespace late_result;
    bool const is_ready = GENERATE(true, false);
    bool was_cancelled = true;
    for (int turns = 0; was_cancelled; ++turns) {
        INFO("cancelled after " << turns << " turns");
        REQUIRE(turns != most_turns);
        watched w;
        auto const next = [&w] { return w.events->next(); };
        w.put("c", "1");
        w.put("d", "1");
        if (is_ready) (void)testing::run(w.io, w.time, next()); // c, and d comes with it
        auto call = cancel_after(turns, w, next());
        was_cancelled = call.was_cancelled;
        auto const event = result_of(std::move(call), w, next);
        CHECK(event.object.key().name == (is_ready ? "d" : "c"));
        w.put("e", "1");
        auto const later = testing::run(w.io, w.time, next());
        CHECK(later.object.key().name == (is_ready ? "e" : "d"));
    }
}

TEST_CASE_METHOD(
    world, "a page that was on its way when a pager's next() was cancelled is returned by the next call")
{
    using namespace late_result;
    for (auto const* name : {"a", "b", "c", "d", "e"}) put(name, "1");
    std::size_t const read_ahead = GENERATE(1U, 0U);
    bool was_cancelled = true;
    for (int turns = 0; was_cancelled; ++turns) {
        INFO("cancelled after " << turns << " turns");
        REQUIRE(turns != most_turns);
        pager<config_map> pages(api, {.page_size = 2, .read_ahead = read_ahead});
        auto const next = [&pages] { return pages.next(); };
        CHECK(names_on(testing::run(io, time, next())) == "ab");
        time.run_for(1s); // the page that is read ahead comes
        auto call = cancel_after(turns, *this, next());
        was_cancelled = call.was_cancelled;
        CHECK(names_on(result_of(std::move(call), *this, next)) == "cd");
        CHECK(names_on(testing::run(io, time, next())) == "e");
        CHECK_FALSE(testing::run(io, time, next()));
    }
}

TEST_CASE_METHOD(world,
                 "deltas that were on their way when a pop() was cancelled are returned by the next one")
{
    using namespace late_result;
    enum class moment { before_the_call, before_the_cancellation, after_the_cancellation };
    auto const pushed =
        GENERATE(moment::before_the_call, moment::before_the_cancellation, moment::after_the_cancellation);
    for (int turns = 0; turns != 5; ++turns) {
        INFO("cancelled after " << turns << " turns");
        parts::delta_fifo<config_map> queue(env);
        auto const push = [&queue](std::string const& name) {
            queue.push(parts::delta<config_map>::updated(object_of(name, "1")));
        };
        auto const push_two = [&] {
            push("a");
            push("b");
        };
        auto const pop = [&queue] { return queue.pop(10); };
        if (pushed == moment::before_the_call) push_two();
        auto call = cancel_after(turns, *this, pop(), [&] {
            if (pushed == moment::before_the_cancellation) push_two();
        });
        if (pushed == moment::before_the_cancellation) CHECK_FALSE(call.result);
        if (pushed == moment::after_the_cancellation) push_two();
        CHECK(words_of(result_of(std::move(call), *this, pop)) == words{"=a1", "=b1"});
        CHECK(queue.size() == 0);
        push("c");
        CHECK(words_of(testing::run(io, time, pop())) == words{"=c1"});
    }
}
