#pragma once

#include "core/exceptions.hpp"
#include "shard/release_functions.hpp"

#include <coinformer/core/nursery.hpp>

#include <boost/asio/this_coro.hpp>

#include <exception>
#include <memory>
#include <utility>

namespace coinformer::detail {

/// The work of this process in parts that the group asks of it. The users' functions stop the work in a part;
/// when all of them have ended, the part may be handed over.
///
/// States     of a hash: its work goes on (in neither set); is being stopped; has stopped. A part that is
///            being stopped stays so until the functions have ended, even if nobody asks for it any more,
///            because the work cannot be told to go on. A part that has stopped waits to be handed over; if
///            nobody asks for it any more, its work goes on.
/// Threads    the client's strand.
class part_release {
public:
    std::shared_ptr<release_functions> const& functions() const noexcept { return functions_; }

    /// Returns the parts, among those that are asked for, in which the work has to be stopped. Call stop()
    /// for them.
    [[nodiscard]] shard_ranges begin(shard_ranges const& asked)
    {
        auto const more = asked - stopping_ - has_stopped_;
        stopping_ = stopping_ | more;
        return more;
    }
    /// Stops the work in these parts. It has stopped, too, if this throws what one of the functions has
    /// thrown.
    [[nodiscard]] task<> stop(shard_ranges parts) &
    {
        nursery calls(co_await boost::asio::this_coro::executor);
        auto const thrown = std::make_shared<std::exception_ptr>();
        std::exception_ptr failure;
        try {
            for (auto& one : functions_->present()) calls.start(call(std::move(one), parts, thrown));
        } catch (...) { // no memory: those that were started are waited for
            failure = std::current_exception();
        }
        try {
            co_await calls.join();
        } catch (...) {
            failure = std::current_exception();
        }
        stopping_ = stopping_ - parts;
        has_stopped_ = has_stopped_ | parts;
        if (*thrown && (!failure || is_cancellation(failure))) failure = *thrown;
        if (failure) std::rethrow_exception(failure);
    }
    /// Takes note that nothing else is asked for any more: the work goes on where it has stopped.
    void resume_except(shard_ranges const& asked) { has_stopped_ = has_stopped_ - (has_stopped_ - asked); }
    /// Forgets all parts. No stop() may be under way.
    void clear() { stopping_ = has_stopped_ = {}; }

    bool has_stopped(shard_ranges const& parts) const { return (parts - has_stopped_).empty(); }
    shard_ranges const& stopping() const noexcept { return stopping_; }
    shard_ranges const& stopped() const noexcept { return has_stopped_; }

private:
    [[nodiscard]] static task<> run(std::shared_ptr<release_functions::function const> stop,
                                    shard_ranges parts)
    {
        co_await (*stop)(parts);
    }
    // A function that throws must not stop the others, and neither must one that is destroyed with its
    // execution context, for which this coroutine waits in a nursery of its own.
    [[nodiscard]] static task<> call(std::shared_ptr<release_functions::function const> stop,
                                     shard_ranges parts, std::shared_ptr<std::exception_ptr> thrown)
    {
        executor const ex = co_await boost::asio::this_coro::executor;
        nursery alone(ex);
        alone.start(run(std::move(stop), std::move(parts)));
        try {
            co_await alone.join();
        } catch (...) {
            if (!*thrown || is_cancellation(*thrown)) *thrown = std::current_exception();
        }
    }

    std::shared_ptr<release_functions> functions_ = std::make_shared<release_functions>();
    shard_ranges stopping_, has_stopped_;
};

} // namespace coinformer::detail
