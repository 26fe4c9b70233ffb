// Contract: a factory may be asked at any time: while another thread adds an informer, and by the
// functions that are called while an informer is made. Each informer is made only once.

#include "metrics_text.hpp"
#include "world.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>

namespace {

/// A source without objects. Its name is asked for while an informer of it is made.
class asked_source final : public list_watch<config_map> {
public:
    explicit asked_source(std::function<void()> when_named) : when_named_(std::move(when_named)) {}

    std::string name() const override
    {
        when_named_();
        return "asked source";
    }
    [[nodiscard]] task<list_part<config_map>> list(list_request) override
    {
        list_part<config_map> none;
        none.resource_version = "1";
        co_return none;
    }
    [[nodiscard]] task<std::unique_ptr<event_stream<config_map>>> watch(watch_request) override
    {
        throw api_error(errc::service_unavailable, "asked source");
    }

private:
    std::function<void()> when_named_;
};

std::shared_ptr<list_watch<config_map>> source_that(std::function<void()> when_named)
{
    return std::make_shared<asked_source>(std::move(when_named));
}

/// A factory for informers of sources that the tests make.
struct asked_factory {
    std::size_t informers() { return testing::run(io, time, factory.status()).size(); }

    asio::io_context io;
    testing::virtual_clock time{io};
    metrics_registry registry;
    environment env{
        .ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1, .metrics = &registry};
    informer_factory factory{env};
};

void give_others_time()
{
    for (int i = 0; i != 10'000; ++i) std::this_thread::yield();
}

} // namespace

TEST_CASE_METHOD(asked_factory,
                 "a visitor of the metrics may ask a factory, while another thread adds an informer")
{
    static constexpr metric_family synced{
        .name = "all_synced", .help = "1 if all informers are synced.", .type = metric_type::gauge};
    std::atomic<bool> is_asked{false};
    auto const ask = [&]() -> std::optional<double> { // under the lock of the registry
        is_asked = true;
        give_others_time(); // the other thread is in from() by then
        return factory.has_synced() && factory.failures().empty() ? 1 : 0;
    };
    auto const gauge = metrics(&registry).gauge_of(ask, synced);
    std::thread visitor([&] { metric_lines(registry); });
    while (!is_asked) std::this_thread::yield();
    auto const added = factory.from<config_map>(source_that([] {}));
    visitor.join();
    CHECK(metric_lines(registry, "all_synced") == "all_synced: 0\n"); // the new informer does not run
}

TEST_CASE_METHOD(asked_factory, "the name of a source may depend on what its factory says")
{
    auto const source = source_that([&] {
        (void)factory.has_synced();
        (void)factory.failures();
    });
    auto const added = factory.from<config_map>(source);
    CHECK(informers() == 1);
}

TEST_CASE_METHOD(asked_factory,
                 "threads that ask for the same informer get the same one, and only one of them makes it")
{
    std::mutex lock;
    std::set<std::thread::id> makers;
    std::atomic<int> asking{0};
    auto const source = source_that([&] {
        {
            std::lock_guard const hold(lock);
            makers.insert(std::this_thread::get_id());
        }
        while (asking != 2) std::this_thread::yield();
        give_others_time(); // the other thread is in from() by then
    });
    std::optional<informer_handle<config_map>> handles[2];
    auto const ask = [&](std::optional<informer_handle<config_map>>& into) {
        ++asking;
        into.emplace(factory.from<config_map>(source));
    };
    std::thread first(ask, std::ref(handles[0])), second(ask, std::ref(handles[1]));
    first.join();
    second.join();
    CHECK(makers.size() == 1);
    CHECK(informers() == 1);
    testing::run(io, time, handles[0]->release());
    CHECK(informers() == 1); // the other handle uses it
    testing::run(io, time, handles[1]->release());
    CHECK(informers() == 0);
}

TEST_CASE_METHOD(asked_factory, "an informer that could not be made is made when it is asked for again")
{
    bool fails = true;
    auto const source = source_that([&] {
        if (fails) throw std::runtime_error("no name");
    });
    CHECK_THROWS_WITH(factory.from<config_map>(source), "no name");
    CHECK(informers() == 0);
    fails = false;
    auto const added = factory.from<config_map>(source);
    CHECK(informers() == 1);
}

TEST_CASE_METHOD(asked_factory,
                 "a source that asks for the informer that is being made of it gets an error, and hangs not")
{
    std::shared_ptr<list_watch<config_map>> source;
    error_code refusal;
    source = source_that([&] {
        try {
            (void)factory.from<config_map>(source);
        } catch (api_error const& e) {
            refusal = e.code();
        }
    });
    auto const added = factory.from<config_map>(source);
    CHECK(refusal == errc::would_deadlock);
    CHECK(informers() == 1);
}

TEST_CASE_METHOD(asked_factory, "an informer that is being made when its factory ends is not added to it")
{
    auto const source = source_that([&, has_ended = std::make_shared<bool>(false)] {
        if (!std::exchange(*has_ended, true)) testing::run(io, time, factory.stop());
    });
    error_code refusal;
    try {
        (void)factory.from<config_map>(source);
    } catch (api_error const& e) {
        refusal = e.code();
    }
    CHECK(refusal == errc::stopped);
    CHECK(informers() == 0);
}
