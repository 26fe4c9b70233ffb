#pragma once

#include "core/bound_executor.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/strand.hpp>

namespace coinformer {

/// Returns the executor that a user has given, in a form that may outlive its execution context.
inline executor bound(executor ex)
{
    return bound_executor<executor>::bind(std::move(ex));
}

/// Returns a new strand of an executor. A function that is dispatched from inside of the strand runs at once.
///
/// That matters for cancellation: co_spawn passes a cancellation on by dispatching a function that refers to
/// the child. If that function were queued, the child might be gone before it runs.
///
/// Errors     errc::config_invalid if the executor never runs anything inline.
inline executor strand_of(executor const& ex)
{
    namespace asio = boost::asio;
    executor const eager = asio::prefer(ex, asio::execution::blocking.possibly);
    if (asio::query(eager, asio::execution::blocking) == asio::execution::blocking.never)
        throw api_error(errc::config_invalid, "executor",
                        "it never runs inline: give one that supports blocking.possibly");
    return bound_executor<asio::strand<executor>>::bind(asio::make_strand(eager));
}

} // namespace coinformer
