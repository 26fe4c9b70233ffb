#include <coinformer/core/error.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/assert.hpp>

#include <list>

namespace coinformer {

namespace asio = boost::asio;

namespace {

// Asio 1.26's any_completion_handler recurses when it is moved into a lambda
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

struct wakeup::waiters {
    struct node {
        std::unique_ptr<completion> done;
        asio::cancellation_slot slot;
        executor resume_on;
    };

    enum class resumed { later, inline_if_possible };

    void complete(std::list<node>::iterator it, error_code ec, resumed how = resumed::later)
    {
        it->slot.clear();
        auto done = std::move(it->done);
        auto const resume_on = std::move(it->resume_on);
        list.erase(it);
        auto resume = [done = std::move(done), ec] { done->call(ec); };
        if (how == resumed::later)
            asio::post(resume_on, std::move(resume));
        else
            asio::dispatch(resume_on, std::move(resume));
    }

    std::list<node> list;
};

wakeup::wakeup() : waiters_(std::make_unique<waiters>()) {}
wakeup::wakeup(wakeup&&) noexcept = default;

wakeup::~wakeup()
{
    BOOST_ASSERT(!waiters_ || waiters_->list.empty());
}

task<> wakeup::wait()
{
    executor const resume_on = co_await asio::this_coro::executor;
    auto enlist = [w = waiters_.get(), ex = &resume_on](auto&& done) {
        auto const it = w->list.emplace(w->list.end());
        it->slot = asio::get_associated_cancellation_slot(done);
        it->done = std::make_unique<completion_of<std::decay_t<decltype(done)>>>(std::forward<decltype(done)>(done));
        it->resume_on = *ex;
        if (it->slot.is_connected())
            it->slot.assign([w, it](asio::cancellation_type type) {
                if (type != asio::cancellation_type::none) w->complete(it, asio::error::operation_aborted);
            });
    };
    co_await asio::async_initiate<asio::use_awaitable_t<> const, void(error_code)>(enlist, asio::use_awaitable);
}

void wakeup::notify() noexcept
{
    while (!waiters_->list.empty()) waiters_->complete(waiters_->list.begin(), {});
}

bool wakeup::run_waiters()
{
    auto& list = waiters_->list;
    bool const is_awaited = !list.empty();
    for (auto now = list.size(); now != 0 && !list.empty(); --now) // who runs may wait again
        waiters_->complete(list.begin(), {}, waiters::resumed::inline_if_possible);
    return is_awaited;
}

} // namespace coinformer
