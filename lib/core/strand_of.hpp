#pragma once

#include "core/bound_executor.hpp"
#include "core/executor_target.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>

#include <boost/asio/strand.hpp>

namespace coinformer::detail {

/// Returns the executor that a user has given, in a form that may outlive its execution context. An executor
/// in such a form is returned unchanged.
inline executor bound(executor ex)
{
    namespace asio = boost::asio;
    if (target_of<bound_executor<executor>>(ex) || target_of<bound_executor<asio::strand<executor>>>(ex))
        return ex;
    return bound_executor<executor>::bind(std::move(ex));
}

/// Returns an executor that runs a dispatched function at once if the call comes from inside of one of its
/// own turns.
///
/// That matters for cancellation: co_spawn passes a cancellation on by dispatching a function that refers to
/// the child. If that function were queued, the child might be gone before it runs.
///
/// Errors     errc::bad_request if the executor never runs anything inline.
inline executor able_to_run_inline(executor const& ex)
{
    namespace asio = boost::asio;
    executor const eager = asio::prefer(ex, asio::execution::blocking.possibly);
    if (asio::query(eager, asio::execution::blocking) == asio::execution::blocking.never)
        throw api_error(errc::bad_request, "executor",
                        "it never runs inline: give one that supports blocking.possibly");
    return eager;
}

/// Returns a new strand of an executor. A function that is dispatched from inside of the strand runs at once.
///
/// Errors     errc::bad_request if the executor never runs anything inline.
inline executor strand_of(executor const& ex)
{
    namespace asio = boost::asio;
    return bound_executor<asio::strand<executor>>::bind(asio::make_strand(able_to_run_inline(ex)));
}

/// Returns the environment with a new strand of its executor in the executor's place.
inline environment with_strand(environment env)
{
    env.ex = strand_of(env.ex);
    return env;
}

} // namespace coinformer::detail
