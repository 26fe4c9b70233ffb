// Shows which forms the library may use although g++ 12.2 miscompiles similar ones: see docs/compilers.md.
// Each idiom runs with objects that notice when they are destroyed twice, at a wrong address, or never. The
// whole program runs under ASan.

#include "idioms.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

struct aggregate {
    tracer name;
    int n = 0;
};
struct trivial_aggregate {
    int limit = 0;
    std::chrono::milliseconds timeout{};
    char const* ns = "";
};
/// Like an aggregate, except for the constructor.
struct options {
    options() = default;
    options& labels(std::string s)
    {
        name = tracer(std::move(s));
        return *this;
    }
    tracer name;
    int n = 0;
};
struct constructed {
    constructed(tracer t, int k) : name(std::move(t)), n(k) {}
    tracer name;
    int n;
};

task<int> take(aggregate a)
{
    co_await tick();
    co_return a.n;
}
task<int> take_reference(aggregate const& a)
{
    co_await tick();
    co_return a.n;
}
task<int> take_options(options o)
{
    co_await tick();
    co_return static_cast<int>(o.name.size());
}
task<int> take_constructed(constructed c)
{
    co_await tick();
    co_return c.n;
}
task<int> take_trivial(trivial_aggregate t)
{
    co_await tick();
    co_return t.limit;
}
task<std::size_t> take_all(std::vector<tracer> v)
{
    co_await tick();
    co_return v.size();
}
task<std::size_t> take_text(std::string s)
{
    co_await tick();
    co_return s.size();
}
template <class F>
task<std::size_t> call(F f)
{
    co_await tick();
    co_return f();
}

// --- rule 1: no aggregate temporary and no capturing lambda beside co_await ---

task<> aggregate_named_first()
{
    aggregate a{.name = tracer(), .n = 1};
    expect(co_await take(std::move(a)) == 1);
}
task<> aggregate_named_and_referred_to()
{
    aggregate const a{.name = tracer(), .n = 1};
    expect(co_await take_reference(a) == 1);
}
aggregate made_by_a_call()
{
    return {.name = tracer(), .n = 2};
}
task<> aggregate_returned_by_a_call()
{
    expect(co_await take(made_by_a_call()) == 2);
}
task<> class_with_a_constructor()
{
    auto const n = co_await take_constructed(constructed(tracer(), 1));
    expect(n == 1);
}
task<> class_that_is_no_aggregate()
{
    auto const n = co_await take_options(options());
    expect(n == 60);
}
task<> fluent_options_named_first()
{
    auto o = options().labels(std::string(50, 'y'));
    expect(co_await take_options(std::move(o)) == 50);
}
task<> trivially_destructible_aggregate()
{
    // lint: allow brace-temporary: this is what the guard is about
    expect(co_await take_trivial({.limit = 3, .ns = "x"}) == 3);
}
task<> aggregate_built_from_a_named_value()
{
    auto name = co_await make();
    aggregate a{.name = std::move(name), .n = 4};
    expect(co_await take(std::move(a)) == 4);
}
task<aggregate> returns_an_aggregate()
{
    auto name = co_await make();
    co_return aggregate{.name = std::move(name), .n = 1};
}
task<> aggregate_awaited()
{
    auto const a = co_await returns_an_aggregate();
    co_await tick();
    expect(a.n == 1 && a.name.size() == 60);
}
task<> object_named_before_its_task()
{
    struct holder {
        explicit holder(aggregate a) : t(std::move(a.name)) {}
        task<std::size_t> run() &
        {
            co_await tick();
            co_return t.size();
        }
        tracer t;
    };
    holder h(made_by_a_call());
    expect(co_await h.run() == 60);
}
task<> lambda_named_then_moved()
{
    tracer t;
    auto f = [t] { return t.size(); };
    expect(co_await call(std::move(f)) == 60);
}
task<> lambda_that_refers()
{
    tracer t;
    expect(co_await call([&] { return t.size(); }) == 60);
    expect(co_await call([p = &t] { return p->size(); }) == 60);
}
task<> lambda_without_captures()
{
    auto const n = co_await [](tracer t) -> task<std::size_t> {
        co_await tick();
        co_return t.size();
    }(tracer());
    expect(n == 60);
}
task<> spawned_by_name()
{
    auto ex = co_await asio::this_coro::executor;
    auto made = co_await asio::co_spawn(ex, make(), use_awaitable);
    expect(made.size() == 60);
    tracer t;
    auto f = [t]() -> task<> { co_await tick(); };
    co_await asio::co_spawn(ex, std::move(f), use_awaitable);
}
task<> function_object_of_a_coroutine()
{
    tracer t;
    std::function<task<std::size_t>()> f = [t]() -> task<std::size_t> {
        co_await tick();
        co_return t.size();
    };
    expect(co_await f() == 60);
}

// --- rule 4: no braced list beside co_await ---

task<> container_named_first()
{
    std::vector<tracer> v;
    v.push_back(co_await make());
    v.emplace_back(co_await make());
    expect(co_await take_all(std::move(v)) == 2);
}

// --- found sound ---

task<> member_of_an_awaited_value()
{
    auto const n = (co_await make()).size();
    expect(n == 60);
}
task<> several_awaits_in_one_call()
{
    auto add = [](tracer a, tracer b) { return a.size() + b.size(); };
    auto const n = add(co_await make(), co_await make());
    expect(n == 120);
}
task<> sum_of_awaited_strings()
{
    std::string const s = "a" + co_await text() + "b";
    expect(s.size() == 62);
    std::string const a(40, 'a');
    expect(co_await take_text(a + "/" + std::string(20, 'b')) == 61);
}
task<> range_for_over_an_awaited_vector()
{
    auto many = []() -> task<std::vector<tracer>> {
        co_await tick();
        co_return std::vector<tracer>(3);
    };
    std::size_t n = 0;
    for (auto const& t : co_await many()) {
        co_await tick();
        n += t.size();
    }
    expect(n == 180);
}
task<> structured_binding_of_trivial_elements()
{
    asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::microseconds(10));
    auto const [ec] = co_await timer.async_wait(asio::as_tuple(use_awaitable));
    expect(!ec);
}
task<> optional_assigned_and_emplaced()
{
    std::optional<tracer> o;
    o = co_await make();
    o.emplace(co_await make());
    co_await tick();
    expect(o->size() == 60);
}
task<> shared_and_unique_pointers_as_arguments()
{
    auto f = [](std::shared_ptr<tracer> a, std::unique_ptr<tracer> b) -> task<std::size_t> {
        co_await tick();
        co_return a->size() + b->size();
    };
    auto const n = co_await f(std::make_shared<tracer>(), std::make_unique<tracer>());
    expect(n == 120);
}
task<> throws(tracer)
{
    co_await tick();
    throw std::runtime_error("on purpose");
}
task<> exception_through_an_await()
{
    bool caught = false;
    try {
        co_await throws(tracer());
    } catch (std::runtime_error const&) {
        caught = true;
    }
    co_await tick();
    expect(caught);
}
task<> hundred_thousand_awaits_that_end_at_once()
{
    auto one = []() -> task<int> { co_return 1; };
    int n = 0;
    for (int i = 0; i < 100'000; ++i) n += co_await one();
    expect(n == 100'000);
}
task<> locals_of_a_suspended_frame_are_destroyed_with_its_context()
{
    tracer const t;
    asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::hours(1));
    co_await timer.async_wait(use_awaitable);
    expect(t.size() == 60);
}

} // namespace

int main()
{
    idioms all;
    condition_idioms(all);
#define IDIOM(name) all.run(#name, name)
    // clang-format off
    IDIOM(aggregate_named_first); IDIOM(aggregate_named_and_referred_to); IDIOM(aggregate_returned_by_a_call);
    IDIOM(class_with_a_constructor); IDIOM(class_that_is_no_aggregate); IDIOM(fluent_options_named_first);
    IDIOM(trivially_destructible_aggregate); IDIOM(aggregate_built_from_a_named_value); IDIOM(aggregate_awaited);
    IDIOM(object_named_before_its_task); IDIOM(lambda_named_then_moved); IDIOM(lambda_that_refers);
    IDIOM(lambda_without_captures); IDIOM(spawned_by_name); IDIOM(function_object_of_a_coroutine);
    IDIOM(container_named_first); IDIOM(member_of_an_awaited_value); IDIOM(several_awaits_in_one_call);
    IDIOM(sum_of_awaited_strings); IDIOM(range_for_over_an_awaited_vector);
    IDIOM(structured_binding_of_trivial_elements); IDIOM(optional_assigned_and_emplaced);
    IDIOM(shared_and_unique_pointers_as_arguments); IDIOM(exception_through_an_await);
    IDIOM(hundred_thousand_awaits_that_end_at_once);
    // clang-format on
    all.run("locals_of_a_suspended_frame_are_destroyed_with_its_context",
            locals_of_a_suspended_frame_are_destroyed_with_its_context, false);
    std::printf("%d passed, %d failed\n", all.passed, all.failed);
    return all.failed == 0 ? 0 : 1;
}
