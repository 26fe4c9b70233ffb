#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <list>

namespace coinformer {

namespace asio = boost::asio;

struct nursery::state : std::enable_shared_from_this<nursery::state> {
    using signals = std::list<asio::cancellation_signal>;

    explicit state(executor e) : ex(std::move(e)) {}

    void ended(signals::iterator child, std::exception_ptr failed);
    void request_stop();

    executor ex;
    wakeup changed;
    signals children;
    std::size_t posted = 0; // stop signals on their way
    std::exception_ptr failure;
    bool stopping = false;
};

namespace {

bool is_cancellation(std::exception_ptr const& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (boost::system::system_error const& e) {
        return e.code() == condition::cancelled;
    } catch (...) {
        return false;
    }
}

} // namespace

void nursery::state::ended(signals::iterator child, std::exception_ptr failed)
{
    if (failed && !failure && !(stopping && is_cancellation(failed))) failure = failed;
    children.erase(child);
    if (failure) request_stop();
    if (children.empty()) changed.notify();
}

void nursery::state::request_stop()
{
    if (std::exchange(stopping, true) || children.empty()) return;
    ++posted;
    asio::post(ex, [self = shared_from_this()] {
        // children leave the list in posted turns only, so that it stays as it is while we walk it
        for (auto& child : self->children) child.emit(asio::cancellation_type::terminal);
        --self->posted;
        if (self->children.empty()) self->changed.notify();
    });
}

nursery::nursery(executor ex) : state_(std::make_shared<state>(std::move(ex))) {}

nursery::~nursery()
{
    state_->request_stop();
}

namespace {

// In a turn of its own; not at all when the nursery was stopped before that.
template <class State>
task<> later(std::shared_ptr<State> owner, task<> child)
{
    co_await asio::post(owner->ex, asio::use_awaitable);
    if (owner->stopping) co_return;
    co_await std::move(child);
}

} // namespace

void nursery::start(task<> child)
{
    auto const self = state_;
    auto const it = self->children.emplace(self->children.end());
    auto body = later(self, std::move(child));
    asio::co_spawn(self->ex, std::move(body),
                   asio::bind_cancellation_slot(it->slot(), [self, it](std::exception_ptr e) {
                       // not erased here: the signal may be on the stack, emitting
                       asio::post(self->ex, [self, it, e] { self->ended(it, e); });
                   }));
}

void nursery::request_stop()
{
    state_->request_stop();
}

bool nursery::stopping() const noexcept
{
    return state_->stopping;
}

task<> nursery::join() &
{
    auto const self = state_;
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    co_await asio::this_coro::throw_if_cancelled(false); // a cancelled join goes on waiting
    while (!self->children.empty() || self->posted != 0) {
        try {
            co_await self->changed.wait();
        } catch (boost::system::system_error const&) { // the only error of a wait
        }
        auto const state = co_await asio::this_coro::cancellation_state;
        if (state.cancelled() != asio::cancellation_type::none) self->request_stop();
    }
    co_await asio::this_coro::throw_if_cancelled(throws);
    if (self->failure) std::rethrow_exception(std::exchange(self->failure, nullptr));
    auto const state = co_await asio::this_coro::cancellation_state;
    if (throws && state.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error(make_error_code(errc::cancelled));
}

} // namespace coinformer
