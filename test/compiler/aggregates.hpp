#pragma once
// Aggregates and their like, and tasks that take them.

#include "tracer.hpp"

#include <chrono>
#include <string>
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
/// As an aggregate, but for the constructor that makes it none.
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

} // namespace
