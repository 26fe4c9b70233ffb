#include "fault_proxy.hpp"

#include <coinformer/core/time_source.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using coinformer::task;

namespace chaos {

namespace {

constexpr auto with_error = asio::as_tuple(asio::use_awaitable);
using boost::system::error_code;

task<> wait(std::chrono::milliseconds time)
{
    if (time > 0ms) co_await coinformer::system_time().sleep_for(time);
}

void reset_now(asio::ip::tcp::socket& s)
{
    error_code ignored;
    s.set_option(asio::socket_base::linger(true, 0), ignored); // so that close() sends RST
    s.close(ignored);
}

} // namespace

void fault_proxy::link::reset()
{
    reset_now(client);
    reset_now(server);
}

fault_proxy::fault_proxy(coinformer::executor ex) : ex_(ex), acceptor_(ex), work_(ex)
{
    bind();
    acceptor_.listen();
}

// Binds the acceptor's port again at once, so that no other program can take it while the proxy refuses
// connections.
void fault_proxy::bind()
{
    tcp::endpoint const here(asio::ip::address_v4::loopback(), port_);
    acceptor_.open(here.protocol());
    acceptor_.set_option(asio::socket_base::reuse_address(true));
    acceptor_.bind(here);
    port_ = acceptor_.local_endpoint().port();
}

void fault_proxy::refuse(bool refuses)
{
    if (refuses == refuses_) return;
    refuses_ = refuses;
    if (!refuses) return acceptor_.listen();
    acceptor_.close();
    bind();
}

void fault_proxy::reset()
{
    for (auto const& weak : links_)
        if (auto const l = weak.lock()) l->reset();
}

void fault_proxy::freeze()
{
    for (auto const& weak : links_)
        if (auto const l = weak.lock()) l->dead = {true, true};
}

void fault_proxy::heal()
{
    weather_ = {};
    refuse(false);
}

task<> fault_proxy::run() &
{
    work_.start(accept());
    co_await work_.join();
}

task<> fault_proxy::accept() &
{
    for (;;) {
        auto come = co_await acceptor_.async_accept(with_error);
        if (std::get<0>(come)) { // refuse(true) was called
            co_await wait(5ms);
            continue;
        }
        ++accepted_;
        links_.remove_if([](auto const& weak) { return weak.expired(); });
        auto const l = std::make_shared<link>(std::get<1>(std::move(come)), ex_);
        links_.push_back(l);
        work_.start(relay(l));
    }
}

task<> fault_proxy::relay(link_ptr l) &
{
    tcp::endpoint const there(asio::ip::address_v4::loopback(), target_);
    auto const [ec] = co_await l->server.async_connect(there, with_error);
    if (ec || target_ == 0) co_return l->reset();
    error_code ignored;
    l->client.set_option(tcp::no_delay(true), ignored);
    l->server.set_option(tcp::no_delay(true), ignored);
    work_.start(pump(l, way::to_server));
    work_.start(pump(l, way::to_client));
}

task<> fault_proxy::pump(link_ptr l, way which) &
{
    auto& from = which == way::to_server ? l->client : l->server;
    auto& to = which == way::to_server ? l->server : l->client;
    auto& dead = l->dead[static_cast<std::size_t>(which)];
    std::array<char, 4096> buffer;
    for (;;) {
        auto const [ec, n] = co_await from.async_read_some(asio::buffer(buffer), with_error);
        if (ec) break;
        dead |= at(which).swallows;
        if (dead) continue;
        auto const passed = co_await pass_on(l, which, buffer.data(), n);
        if (!passed) co_return l->reset();
    }
    if (dead) co_return; // a black hole: the other side learns nothing of the end
    co_await wait(at(which).late_close);
    error_code ignored;
    to.shutdown(tcp::socket::shutdown_send, ignored);
}

// Returns false if the direction cannot go on, or must not.
task<bool> fault_proxy::pass_on(link_ptr l, way which, char const* data, std::size_t size) &
{
    co_await wait(at(which).latency);
    auto& to = which == way::to_server ? l->server : l->client;
    auto& carried = l->carried[static_cast<std::size_t>(which)];
    while (size != 0) {
        auto const now = at(which);
        auto n = now.slice == 0 ? size : std::min(now.slice, size);
        if (now.cut_after) n = std::min(n, *now.cut_after - std::min(carried, *now.cut_after));
        auto const [ec, written] = co_await asio::async_write(to, asio::buffer(data, n), with_error);
        if (ec) co_return false;
        data += n;
        size -= n;
        if (now.cut_after) carried += n;
        if (now.cut_after && carried >= *now.cut_after) co_return false;
        if (size != 0 && now.slice != 0) co_await wait(2ms);
    }
    co_return true;
}

} // namespace chaos
