#pragma once
// Objects that notice when they are destroyed twice, at a wrong address, or never, and tasks that return
// them.

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

namespace asio = boost::asio;
using asio::use_awaitable;
template <class T = void>
using task = asio::awaitable<T>;

/// Counts the living objects, and those that are copied or destroyed where none was made.
class tracer {
public:
    static inline int live = 0;
    static inline int wrong = 0;

    explicit tracer(std::string text = std::string(60, 'x')) : self_(this), text_(std::move(text)) { ++live; }
    tracer(tracer const& other) : self_(this), text_(other.text_)
    {
        wrong += other.self_ != &other;
        ++live;
    }
    tracer(tracer&& other) noexcept : self_(this), text_(std::move(other.text_))
    {
        wrong += other.self_ != &other;
        ++live;
    }
    tracer& operator=(tracer const& other)
    {
        text_ = other.text_; // `self_` stays
        return *this;
    }
    tracer& operator=(tracer&& other) noexcept
    {
        text_ = std::move(other.text_);
        return *this;
    }
    ~tracer()
    {
        wrong += self_ != this;
        self_ = nullptr;
        --live;
    }

    std::size_t size() const { return text_.size(); }

private:
    tracer const* self_;
    std::string text_;
};

inline void expect(bool truth)
{
    if (!truth) throw std::runtime_error("a wrong value");
}

inline task<> tick()
{
    asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::microseconds(10));
    co_await timer.async_wait(use_awaitable);
}
inline task<int> number(int n)
{
    co_await tick();
    co_return n;
}
inline task<tracer> make()
{
    co_await tick();
    co_return tracer();
}
inline task<std::string> text()
{
    co_await tick();
    co_return std::string(60, 'x');
}
