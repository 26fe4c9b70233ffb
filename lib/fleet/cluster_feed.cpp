#include <coinformer/fleet/cluster_feed.hpp>

#include "core/exceptions.hpp"
#include "core/repeated_failure.hpp"
#include "core/run_on.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// Waits until one informer is synced. An informer that has ended will never be: that is thrown.
task<> wait_for_sync(environment env, feed_source source)
{
    repeated_failure seen(*env.time);
    while (!source.has_synced()) {
        std::exception_ptr failure;
        try {
            co_await source.wait_until_synced();
        } catch (...) {
            failure = std::current_exception();
        }
        if (!failure) co_return;
        auto const code = code_of(failure);
        if (is_cancellation(failure) || code == errc::stopped) std::rethrow_exception(failure);
        auto const which = to_string(source.watched);
        auto const cause = message_of(failure);
        bool const is_logged_elsewhere = code == condition::unavailable; // see collection_health
        if (seen.failed(code.message()))
            env.log->log(is_logged_elsewhere ? log_level::info : log_level::warning,
                         "the keys of a cluster wait for a source",
                         {{"collection", which}, {"cause", cause}});
    }
}

task<> throw_when_ended(feed_source source)
{
    co_await source.wait_until_ended();
    throw api_error(errc::stopped, "cluster_feed",
                    "the informer of " + to_string(source.watched) + " has ended");
}

// The handlers come when every informer is synced, so that a reconcile sees no store that is half read. They
// first get all objects, as every handler that is added late.
task<> feed_until_ended(environment env, std::vector<feed_source> sources)
{
    executor const ex = co_await asio::this_coro::executor;
    nursery waits(ex);
    for (auto const& s : sources) waits.start(wait_for_sync(env, s));
    co_await waits.join();

    std::vector<handler_registration> attached;
    nursery ends(ex);
    for (auto const& s : sources) {
        attached.push_back(s.attach());
        ends.start(throw_when_ended(s));
    }
    std::exception_ptr failure;
    try {
        co_await ends.join();
    } catch (...) {
        failure = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    for (auto const& handler : attached) co_await handler.remove();
    if (failure) std::rethrow_exception(failure);
}

} // namespace

// The feed switches its cancellation off at its end, to remove its handlers. In an awaitable thread of its
// own (run_on) it does not do that to its caller as well.
task<> run_feed(environment env, std::vector<feed_source> sources)
{
    executor const ex = co_await asio::this_coro::executor;
    co_await run_on(strand_of(ex), feed_until_ended(std::move(env), std::move(sources)));
}

} // namespace coinformer::detail
