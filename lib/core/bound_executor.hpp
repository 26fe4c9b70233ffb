#pragma once

#include "core/context_member.hpp"

#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/require.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace coinformer::detail {

/// An executor that may outlive its execution context.
///
/// Copies of a plain `asio::strand` may not: the last one to be destroyed removes itself from a list that
/// belongs to the context. All copies of a bound executor share one `Inner`, which is destroyed when the
/// context ends. A function that is given to them after that is destroyed without being run.
///
/// A bound executor fits into any_io_executor without an allocation; a strand does not.
template <class Inner>
class bound_executor {
public:
    static bound_executor bind(Inner inner)
    {
        return bound_executor(std::make_shared<state>(std::move(inner)), false);
    }

    template <class Function>
    void execute(Function&& f) const
    {
        auto& inner = never_blocks_ ? state_->never_blocking : state_->possibly_blocking;
        if (inner) inner->execute(std::forward<Function>(f));
    }

    boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept
    {
        return state_->context;
    }
    boost::asio::execution::blocking_t query(boost::asio::execution::blocking_t) const noexcept
    {
        if (never_blocks_) return boost::asio::execution::blocking.never;
        return boost::asio::execution::blocking.possibly;
    }
    bound_executor require(boost::asio::execution::blocking_t::never_t) const noexcept
    {
        return {state_, true};
    }
    bound_executor require(boost::asio::execution::blocking_t::possibly_t) const noexcept
    {
        return {state_, false};
    }
    /// Keeps the context running as long as a copy exists.
    bound_executor require(boost::asio::execution::outstanding_work_t::tracked_t) const
    {
        auto const kept = std::make_shared<with_work>(state_);
        return {std::shared_ptr<state>(kept, state_.get()), never_blocks_};
    }
    bound_executor require(boost::asio::execution::outstanding_work_t::untracked_t) const
    {
        return {state_->shared_from_this(), never_blocks_};
    }

    friend bool operator==(bound_executor const& a, bound_executor const& b) noexcept
    {
        return a.state_.get() == b.state_.get() && a.never_blocks_ == b.never_blocks_;
    }

private:
    struct state final : context_member, std::enable_shared_from_this<state> {
        explicit state(Inner inner)
            : context_member(inner), context(boost::asio::query(inner, boost::asio::execution::context)),
              never_blocking(boost::asio::require(inner, boost::asio::execution::blocking.never)),
              possibly_blocking(std::move(inner))
        {
        }

        // The end of the inner executor may destroy functions that wait, and with them the last copy of the
        // bound executor, and so this object: the inner executor is destroyed when nothing here is used any
        // more.
        void context_ends() noexcept override
        {
            auto const first = std::exchange(never_blocking, std::nullopt);
            auto const second = std::exchange(possibly_blocking, std::nullopt);
        }

        boost::asio::execution_context& context;
        std::optional<Inner> never_blocking, possibly_blocking;
    };

    // Keeps the context running, and must not be destroyed after it.
    struct tracked_work final : context_member {
        explicit tracked_work(Inner const& inner)
            : context_member(inner),
              held(boost::asio::prefer(executor(inner), boost::asio::execution::outstanding_work.tracked))
        {
        }
        void context_ends() noexcept override { auto const released = std::exchange(held, executor()); }

        executor held;
    };

    struct with_work {
        explicit with_work(std::shared_ptr<state> s) : of(std::move(s))
        {
            if (of->possibly_blocking) work.emplace(*of->possibly_blocking);
        }
        std::shared_ptr<state> of;
        std::optional<tracked_work> work;
    };

    bound_executor(std::shared_ptr<state> s, bool never_blocks)
        : state_(std::move(s)), never_blocks_(never_blocks)
    {
    }

    std::shared_ptr<state> state_; // its control block may be that of a with_work
    bool never_blocks_ = false;
};

} // namespace coinformer::detail
