#include "transport/http/interruption.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/assert.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// A signal in the list. The awaiting coroutine's own cancellation goes to it as well.
class entry {
public:
    entry(std::list<asio::cancellation_signal>& signals, asio::cancellation_slot outer)
        : signals_(signals), signal_(signals.emplace(signals.end())), outer_(outer)
    {
        if (!outer_.is_connected()) return;
        auto* const inner = &*signal_;
        outer_.assign([inner](asio::cancellation_type type) { inner->emit(type); });
    }
    entry(entry const&) = delete;
    ~entry()
    {
        if (outer_.is_connected()) outer_.clear();
        signals_.erase(signal_);
    }
    asio::cancellation_slot slot() { return signal_->slot(); }

private:
    std::list<asio::cancellation_signal>& signals_;
    std::list<asio::cancellation_signal>::iterator signal_;
    asio::cancellation_slot outer_;
};

} // namespace

interruption::~interruption()
{
    BOOST_ASSERT(signals_.empty());
}

task<> interruption::run(task<> body) &
{
    executor const ex = co_await asio::this_coro::executor;
    auto const state = co_await asio::this_coro::cancellation_state;
    entry under_way(signals_, state.slot());
    auto child = asio::bind_cancellation_slot(under_way.slot(), asio::use_awaitable);
    co_await asio::co_spawn(ex, std::move(body), child);
}

void interruption::interrupt() noexcept
{
    for (auto& signal : signals_) signal.emit(asio::cancellation_type::terminal);
}

} // namespace coinformer::detail
