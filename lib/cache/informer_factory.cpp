#include "api/client_impl.hpp"
#include "core/run_on.hpp"

#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>

#include <mutex>

namespace coinformer {

/// Threads: the list of informers under a lock, the rest on the client's strand.
class informer_factory::impl {
public:
    struct entry {
        std::type_index type;
        resource which;
        made what;
        bool started = false;
    };

    impl(executor ex, factory_options options) : strand(std::move(ex)), options(std::move(options)) {}

    task<> run_here(std::shared_ptr<impl>) // the owner may go while it runs
    {
        if (std::exchange(running, true)) throw api_error(errc::already_running, "informer factory");
        nursery informers(strand);
        std::exception_ptr ending;
        try {
            informers.start(start_as_they_come(informers));
            stop_all = [&informers] { informers.request_stop(); };
            if (stopping) informers.request_stop();
            co_await informers.join();
        } catch (...) {
            ending = std::current_exception();
        }
        stop_all = nullptr;
        ended = true;
        changed.notify();
        if (ending) std::rethrow_exception(ending);
    }

    task<> synced_here(std::shared_ptr<impl>)
    {
        nursery waits(strand); // the first cause ends the wait, whichever informer has it
        {
            std::lock_guard const hold(lock);
            for (auto const& e : entries) waits.start(e.what.synced());
        }
        co_await waits.join();
    }

    task<> stop_here(std::shared_ptr<impl>) // the owner may go while it runs
    {
        stopping = true;
        if (stop_all) stop_all();
        while (running && !ended) co_await changed.wait();
    }

    executor strand;
    factory_options options;
    std::mutex lock; // of entries
    std::vector<entry> entries;
    wakeup changed;

private:
    task<> start_as_they_come(nursery& informers)
    {
        for (;;) {
            {
                std::lock_guard const hold(lock);
                for (auto& e : entries)
                    if (!std::exchange(e.started, true)) informers.start(e.what.run());
            }
            co_await changed.wait();
        }
    }

    bool running = false, stopping = false, ended = false;
    std::function<void()> stop_all;
};

informer_factory::informer_factory(client& api, factory_options options)
    : api_(api), impl_(std::make_shared<impl>(api.internals().env().ex, std::move(options)))
{
}

informer_factory::~informer_factory() = default;

informer_options informer_factory::options_for(resource const& which) const
{
    informer_options options;
    options.namespaces = impl_->options.namespaces;
    options.resync = impl_->options.resync;
    if (impl_->options.tweak) impl_->options.tweak(which, options);
    return options;
}

void* informer_factory::find_or_make(std::type_index type, resource const& which, std::function<made()> const& make)
{
    auto const find = [&]() -> void* {
        for (auto const& e : impl_->entries)
            if (e.type == type && e.which == which) return e.what.informer.get();
        return nullptr;
    };
    {
        std::lock_guard const hold(impl_->lock);
        if (auto* known = find()) return known;
    }
    auto what = make(); // calls the user's tweak: not under the lock
    std::lock_guard const hold(impl_->lock);
    if (auto* known = find()) return known;
    auto const& e = impl_->entries.emplace_back(impl::entry{type, which, std::move(what)});
    boost::asio::post(impl_->strand, [shared = impl_] { shared->changed.notify(); });
    return e.what.informer.get();
}

task<> informer_factory::run()
{
    return run_on(impl_->strand, impl_->run_here(impl_));
}

task<> informer_factory::stop()
{
    return run_on(impl_->strand, impl_->stop_here(impl_));
}

task<> informer_factory::synced()
{
    return run_on(impl_->strand, impl_->synced_here(impl_));
}

} // namespace coinformer
