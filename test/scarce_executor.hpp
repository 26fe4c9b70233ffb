#pragma once

#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/require.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <utility>

namespace test {

/// Says which functions and coroutines a scarce_executor has memory for: the next `good` ones, but not the
/// `failing` ones after these.
struct memory_left {
    struct of_kind {
        std::atomic<std::size_t> good{0}, failing{0};
        std::function<void()> at_failure = [] {}; ///< what another thread does before the failure is noticed

        void use()
        {
            if (good != 0) {
                --good;
            } else if (failing != 0) {
                --failing;
                at_failure();
                throw std::bad_alloc();
            }
        }
    };

    of_kind posts;  ///< functions that may not run inline
    of_kind spawns; ///< coroutines that are started: each asks more than once, and a strand does, too
};

/// An executor of an io_context that has no memory for some functions and coroutines. It does not keep the
/// context running.
///
/// Threads    any, but only one while memory is short.
class scarce_executor {
public:
    scarce_executor(boost::asio::io_context& io, std::shared_ptr<memory_left> memory,
                    bool may_block = true) noexcept
        : io_(&io), memory_(std::move(memory)), may_block_(may_block)
    {
    }

    boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept { return *io_; }
    boost::asio::execution::blocking_t query(boost::asio::execution::blocking_t) const noexcept
    {
        if (may_block_) return boost::asio::execution::blocking.possibly;
        return boost::asio::execution::blocking.never;
    }
    scarce_executor require(boost::asio::execution::blocking_t::never_t) const noexcept
    {
        return {*io_, memory_, false};
    }
    scarce_executor require(boost::asio::execution::blocking_t::possibly_t) const noexcept
    {
        return {*io_, memory_, true};
    }
    /// co_spawn() calls this when it starts a coroutine.
    scarce_executor require(boost::asio::execution::outstanding_work_t::tracked_t) const
    {
        memory_->spawns.use();
        return *this;
    }
    template <class Function>
    void execute(Function&& f) const
    {
        if (may_block_) return io_->get_executor().execute(std::forward<Function>(f));
        memory_->posts.use();
        boost::asio::require(io_->get_executor(), boost::asio::execution::blocking.never)
            .execute(std::forward<Function>(f));
    }
    bool operator==(scarce_executor const& o) const noexcept
    {
        return io_ == o.io_ && may_block_ == o.may_block_;
    }

private:
    boost::asio::io_context* io_;
    std::shared_ptr<memory_left> memory_;
    bool may_block_;
};

} // namespace test
