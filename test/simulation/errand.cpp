#include "errand.hpp"

#include "core/strand_of.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>

namespace simulation {

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;

namespace {

task<> begin(std::shared_ptr<errand> e, task<> body)
{
    e->began = true;
    if (e->unwanted) co_return;
    co_await std::move(body);
}

} // namespace

std::shared_ptr<errand> errand::start(environment const& env, task<> body, std::string purpose)
{
    auto e = std::make_shared<errand>();
    e->purpose = std::move(purpose);
    e->asked_ns = env.time->now().time_since_epoch().count();
    auto started = begin(e, std::move(body));
    asio::co_spawn(strand_of(env.ex), std::move(started),
                   asio::bind_cancellation_slot(e->stop.slot(), [e, time = env.time](std::exception_ptr f) {
                       e->ended_ns = time->now().time_since_epoch().count();
                       e->failure = f;
                       e->ended = true;
                   }));
    return e;
}

void errand::cancel()
{
    if (began)
        stop.emit(asio::cancellation_type::terminal);
    else
        unwanted = true;
}

std::string errand::how() const
{
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (std::exception const& e) {
        return e.what();
    }
    return ended ? "well" : "not yet";
}

error_code errand::code() const
{
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (boost::system::system_error const& e) {
        return e.code();
    } catch (...) {
        return make_error_code(errc::stopped);
    }
    return {};
}

} // namespace simulation
