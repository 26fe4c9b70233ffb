#include "cache/warm/storage_call.hpp"

#include "core/blocking_call.hpp"

#include <coinformer/core/error.hpp>

#include <memory>
#include <utility>

namespace coinformer::detail {

namespace {

using stop_flag = std::atomic<bool>;

void throw_if(stop_flag const& stop)
{
    if (stop) throw api_error(errc::stopped, "snapshot", "the informer has ended");
}

struct stoppable_source final : snapshot_source {
    stoppable_source(std::unique_ptr<snapshot_source> source, stop_flag const& flag)
        : from(std::move(source)), stop(flag)
    {
    }
    std::uint64_t size() const noexcept override { return from->size(); }
    bool read(std::uint64_t at, char* to, std::size_t bytes) override
    {
        throw_if(stop);
        return from->read(at, to, bytes);
    }
    std::unique_ptr<snapshot_source> from;
    stop_flag const& stop;
};

struct stoppable_sink final : snapshot_sink {
    stoppable_sink(std::unique_ptr<snapshot_sink> sink, stop_flag const& flag)
        : to(std::move(sink)), stop(flag)
    {
    }
    void append(std::string_view bytes) override
    {
        throw_if(stop);
        to->append(bytes);
    }
    void commit() override
    {
        throw_if(stop);
        to->commit();
    }
    std::unique_ptr<snapshot_sink> to;
    stop_flag const& stop;
};

struct stoppable_storage final : snapshot_storage {
    stoppable_storage(snapshot_storage& storage, stop_flag const& flag) : of(storage), stop(flag) {}

    std::string name() const override { return of.name(); }
    std::unique_ptr<snapshot_source> open() override
    {
        throw_if(stop);
        auto source = of.open();
        return source ? std::make_unique<stoppable_source>(std::move(source), stop) : nullptr;
    }
    std::unique_ptr<snapshot_sink> create() override
    {
        throw_if(stop);
        auto sink = of.create();
        if (!sink)
            throw api_error(errc::bad_request, of.name(),
                            "its snapshot_storage::create() has returned null: it has to return a sink, or "
                            "to throw");
        return std::make_unique<stoppable_sink>(std::move(sink), stop);
    }
    snapshot_storage& of;
    stop_flag const& stop;
};

} // namespace

task<> call_storage(snapshot_storage& storage, std::function<void(snapshot_storage&)> work)
{
    auto with_stop = [&](stop_flag const& stop) {
        stoppable_storage stoppable(storage, stop);
        work(stoppable);
    };
    if (storage.blocks()) co_return co_await run_blocking(with_stop);
    stop_flag const never{false};
    with_stop(never);
}

} // namespace coinformer::detail
