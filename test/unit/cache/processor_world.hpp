#pragma once

#include "cache/handlers/processor.hpp"
#include "cache/store/store.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <memory>
#include <utility>

/// A processor beside a store, in virtual time.
struct processor_world {
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time{io};
    coinformer::environment env{
        .ex = boost::asio::make_strand(io), .time = &time, .log = &coinformer::no_log(), .seed = 1};
    coinformer::detail::store objects;
    std::shared_ptr<coinformer::detail::processor> handlers_ =
        coinformer::detail::processor::make_shared(env, io.get_executor(), [this] { return objects.snapshot(); });

    coinformer::handler_registration add(coinformer::detail::untyped_handler h,
                                         coinformer::handler_options options = {})
    {
        auto const added = handlers_->make(std::move(h), options);
        boost::asio::post(env.ex, [this, added] { handlers_->add(added); });
        time.settle();
        return coinformer::handler_registration(added);
    }
};
