#pragma once

#include "cache/handlers/change_batch.hpp"
#include "cache/handlers/fan_out.hpp"
#include "cache/store/store.hpp"
#include "item.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// A store and the handlers of an informer, in virtual time. The test is the informer.
struct fan_out_world {
    boost::asio::io_context io;
    coinformer::testing::virtual_clock time{io};
    coinformer::environment env{.ex = boost::asio::make_strand(io), .time = &time, .seed = 1};
    coinformer::detail::store objects;
    std::shared_ptr<coinformer::detail::fan_out> handlers_ = coinformer::detail::fan_out::make_shared(
        env, io.get_executor(), [this] { return objects.snapshot(); });

    /// Submits a handler, which is admitted as soon as the informer's strand runs.
    coinformer::detail::handler_ptr submit(coinformer::detail::untyped_handler h,
                                           coinformer::handler_options options = {})
    {
        auto added = handlers_->submit(std::move(h), options);
        if (added.is_first) boost::asio::post(env.ex, [this] { handlers_->admit_submitted(); });
        return added.submitted;
    }
    coinformer::handler_registration add(coinformer::detail::untyped_handler h,
                                         coinformer::handler_options options = {})
    {
        auto const added = submit(std::move(h), std::move(options));
        time.settle();
        return coinformer::handler_registration(added);
    }
    /// Puts an object into the store, and returns what handlers are told of it.
    std::vector<coinformer::detail::change> put(std::string const& name)
    {
        using namespace coinformer::detail;
        auto const version = std::to_string(++puts);
        std::vector<store::operation> one;
        one.push_back({.object = make("n/" + name, version)});
        objects.apply(one, version);
        std::vector<change> changes;
        append_changes(changes, one.front(), coinformer::initial_list::no, coinformer::final_state::known);
        return changes;
    }

    int puts = 0;
};
