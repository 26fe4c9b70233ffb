#include "core/context_member.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <list>

namespace coinformer {

using namespace detail;

namespace asio = boost::asio;

namespace {

// A type-erased completion handler. Asio 1.26 has one, any_completion_handler, but its move constructor
// recurses when it is moved into a lambda.
struct completion {
    virtual ~completion() = default;
    virtual void call(error_code ec) = 0;
};

template <class Handler>
struct completion_of final : completion {
    explicit completion_of(Handler h) : handler(std::move(h)) {}
    void call(error_code ec) override { std::move(handler)(ec); }
    Handler handler;
};

} // namespace

/// A coroutine that waits. It belongs to its execution context, like every pending operation of Asio, and so
/// it is destroyed with the context if nobody wakes it.
struct wakeup::waiter final : context_member {
    waiter(std::list<waiter>& all, executor ex) : context_member(ex), siblings(all), resume_on(std::move(ex))
    {
    }

    void context_ends() noexcept override
    {
        // The end of this function destroys the coroutine, and perhaps the wakeup with it.
        auto const released = release();
    }

    /// Takes the waiter out of the list, and so destroys it.
    std::unique_ptr<completion> release() noexcept
    {
        slot.clear();
        auto released = std::move(done);
        siblings.erase(self);
        return released;
    }

    std::list<waiter>& siblings;
    std::list<waiter>::iterator self;
    std::unique_ptr<completion> done;
    asio::cancellation_slot slot;
    executor resume_on;
};

struct wakeup::waiters {
    enum class resumed { later, inline_if_possible };

    ~waiters()
    {
        while (!list.empty()) complete(list.front(), asio::error::operation_aborted);
    }

    static void complete(waiter& w, error_code ec, resumed how = resumed::later)
    {
        auto const resume_on = std::move(w.resume_on);
        auto resume = [done = w.release(), ec] { done->call(ec); };
        if (how == resumed::later)
            asio::post(resume_on, std::move(resume));
        else
            asio::dispatch(resume_on, std::move(resume));
    }

    std::list<waiter> list;
};

wakeup::wakeup() : waiters_(std::make_unique<waiters>()) {}
wakeup::wakeup(wakeup&&) noexcept = default;
wakeup::~wakeup() = default;

task<> wakeup::wait()
{
    executor const resume_on = co_await asio::this_coro::executor;
    auto enlist = [&all = waiters_->list, ex = &resume_on](auto&& done) {
        auto const slot = asio::get_associated_cancellation_slot(done);
        auto stored =
            std::make_unique<completion_of<std::decay_t<decltype(done)>>>(std::forward<decltype(done)>(done));
        auto& w = all.emplace_back(all, *ex);
        w.self = std::prev(all.end());
        w.slot = slot;
        w.done = std::move(stored);
        if (w.slot.is_connected())
            w.slot.assign([&w](asio::cancellation_type type) {
                if (type != asio::cancellation_type::none)
                    waiters::complete(w, asio::error::operation_aborted);
            });
    };
    co_await asio::async_initiate<asio::use_awaitable_t<> const, void(error_code)>(enlist,
                                                                                   asio::use_awaitable);
}

void wakeup::notify() noexcept
{
    while (!waiters_->list.empty()) waiters::complete(waiters_->list.front(), {});
}

bool wakeup::run_waiters()
{
    auto& list = waiters_->list;
    bool const is_awaited = !list.empty();
    for (auto now = list.size(); now != 0 && !list.empty(); --now) // a waiter may wait again
        waiters::complete(list.front(), {}, waiters::resumed::inline_if_possible);
    return is_awaited;
}

} // namespace coinformer
