#pragma once

#include "core/bound_executor.hpp"
#include "core/executor_target.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/strand.hpp>

namespace coinformer {

/// The executor that a user gave, in a form that may outlive its execution context. One that is in such a form already
/// is returned as it is.
inline executor bound(executor ex)
{
    namespace asio = boost::asio;
    if (target_of<bound_executor<executor>>(ex) || target_of<bound_executor<asio::strand<executor>>>(ex)) return ex;
    return bound_executor<executor>::bind(std::move(ex));
}

/// The executor in a form that runs at once what is dispatched to it from within one of its own turns. co_spawn hands a
/// cancellation on by a dispatch that refers to the child: if it were queued, the child might be gone before it runs.
/// Errors: errc::bad_request if the executor never runs anything inline.
inline executor able_to_run_inline(executor const& ex)
{
    namespace asio = boost::asio;
    executor const eager = asio::prefer(ex, asio::execution::blocking.possibly);
    if (asio::query(eager, asio::execution::blocking) == asio::execution::blocking.never)
        throw api_error(errc::bad_request, "executor",
                        "it never runs inline: give one that supports blocking.possibly");
    return eager;
}

/// A strand of the executor, on which a function that is dispatched from within runs at once.
/// Errors: errc::bad_request if the executor never runs anything inline.
inline executor strand_of(executor const& ex)
{
    namespace asio = boost::asio;
    return bound_executor<asio::strand<executor>>::bind(asio::make_strand(able_to_run_inline(ex)));
}

} // namespace coinformer
