#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/task.hpp>

#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/strand.hpp>

namespace coinformer {

/// A strand on which what is dispatched from within runs at once. co_spawn hands a cancellation on by a dispatch that
/// refers to the child: were it queued, the child might be gone before it runs.
inline executor strand_of(executor const& ex)
{
    namespace asio = boost::asio;
    executor const eager = asio::prefer(ex, asio::execution::blocking.possibly);
    if (asio::query(eager, asio::execution::blocking) == asio::execution::blocking.never)
        throw api_error(errc::config_invalid, "executor",
                        "it never runs inline: give one that supports blocking.possibly");
    return asio::make_strand(eager);
}

} // namespace coinformer
