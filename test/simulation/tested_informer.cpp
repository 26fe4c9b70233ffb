#include "tested_informer.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/parts/fan_out.hpp>
#include <coinformer/parts/reflector.hpp>

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <vector>

namespace simulation {

using namespace coinformer;

namespace {

std::string tier_of(thing const& t)
{
    return std::string(t.metadata.labels.value_or("tier", "none"));
}

class usual_informer final : public tested_informer {
public:
    usual_informer(client& api, informer_options options, resource const& of)
        : informer_(api, std::move(options), of)
    {
        informer_.index("tier", tier_of);
    }

    handler_registration on_change(handlers<thing> h, handler_options options) override
    {
        return informer_.on_change(std::move(h), options);
    }
    task<> run() override { return informer_.run(); }
    task<> synced() override { return informer_.synced(); }
    task<> at_least(std::string version) override { return informer_.at_least(std::move(version)); }
    task<> until(predicate holds) override { return informer_.until(std::move(holds)); }
    task<std::size_t> queued() override
    {
        auto const status = co_await informer_.status();
        co_return status.queued;
    }
    coinformer::snapshot<thing> snapshot() const override { return informer_.snapshot(); }
    shared_informer<thing> const* shared() const override { return &informer_; }

private:
    shared_informer<thing> informer_;
};

/// Does by hand what a shared_informer does, with nothing but the public parts: a reflector for each
/// namespace, one queue, a loop that applies the deltas and tells handlers, and the waits.
class composed_informer final : public tested_informer {
public:
    composed_informer(client& api, environment const& env, informer_options options, resource const& of)
        : env_(env), resync_(options.resync),
          queue_(env, {.capacity = options.queue_capacity, .order = options.order}),
          store_(env, options.namespaces), handlers_(env, store_, std::string(of.plural))
    {
        store_.index("tier", tier_of);
        auto scopes = options.namespaces;
        if (scopes.empty()) scopes.emplace_back();
        causes_.resize(scopes.size());
        for (std::size_t i = 0; i != scopes.size(); ++i) {
            options.namespaces.clear();
            if (!scopes[i].empty()) options.namespaces.push_back(scopes[i]);
            auto& r = reflectors_.emplace_back(api, queue_, options, of);
            r.skip_unchanged(store_);
            r.on_cause([this, i](std::exception_ptr cause) { return report(i, std::move(cause)); });
        }
    }

    handler_registration on_change(handlers<thing> h, handler_options options) override
    {
        if (!options.resync) options.resync = resync_;
        return handlers_.on_change(std::move(h), options);
    }

    task<> run() override
    {
        nursery parts(env_.ex);
        for (auto& r : reflectors_) parts.start(r.run());
        parts.start(process());
        std::exception_ptr ending;
        try {
            co_await parts.join();
        } catch (...) {
            ending = std::current_exception();
        }
        co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
        co_await handlers_.stop();
        stopped_ = true;
        progressed_.notify();
        if (ending) std::rethrow_exception(ending);
    }

    task<> synced() override { return handlers_.synced(); }

    task<> at_least(std::string version) override
    {
        return until([version = std::move(version)](coinformer::snapshot<thing> const& now) {
            return !now.resource_version().empty() &&
                   compare_resource_versions(now.resource_version(), version) >= 0;
        });
    }

    task<> until(predicate holds) override
    {
        while (!holds(snapshot())) {
            if (stopped_) throw api_error(errc::stopped, "a composed informer");
            co_await progressed_.wait();
        }
    }

    task<std::size_t> queued() override { co_return queue_.size(); }
    coinformer::snapshot<thing> snapshot() const override { return store_.snapshot(); }

private:
    task<> process()
    {
        for (;;) {
            auto deltas = co_await queue_.pop(64);
            if (deltas.empty()) co_return; // the queue was closed
            auto changes = store_.apply(std::move(deltas));
            progressed_.notify();
            co_await handlers_.distribute(std::move(changes));
        }
    }

    // The handlers' waiters get one cause. So it is taken back only when no reflector has one.
    bool report(std::size_t reflector, std::exception_ptr cause)
    {
        causes_[reflector] = cause;
        if (!cause) {
            auto const other = std::ranges::find_if(causes_, [](auto const& c) { return c != nullptr; });
            if (other != causes_.end()) return false;
        }
        return handlers_.report(std::move(cause));
    }

    environment env_;
    duration resync_; // the period of handlers that have none of their own
    parts::delta_fifo<thing> queue_;
    parts::indexer<thing> store_;
    parts::fan_out<thing> handlers_;
    std::vector<parts::reflector<thing>> reflectors_; // one for each namespace, or one for all
    std::vector<std::exception_ptr> causes_;          // one for each reflector; null if nothing is wrong
    wakeup progressed_;                               // notified when the store has changed, and at the end
    bool stopped_ = false;
};

} // namespace

std::unique_ptr<tested_informer> make_shared_informer(client& api, informer_options options,
                                                      resource const& of)
{
    return std::make_unique<usual_informer>(api, std::move(options), of);
}

std::unique_ptr<tested_informer> make_composed_informer(client& api, environment const& env,
                                                        informer_options options, resource const& of)
{
    return std::make_unique<composed_informer>(api, env, std::move(options), of);
}

} // namespace simulation
