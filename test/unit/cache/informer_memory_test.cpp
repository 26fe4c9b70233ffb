// What an informer says of its memory is what the allocator has handed out since it was made: in status(), in
// the metrics, and where it has a budget.

#include "accounted.hpp"
#include "item.hpp"

#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/metrics.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace coinformer;
using namespace std::chrono_literals;

template <>
inline constexpr resource coinformer::resource_of<item>{
    .group = "example.io", .version = "v1", .plural = "items", .kind = "Item"};

namespace {

/// A source that makes its objects when it is asked for them, and keeps none.
class item_source final : public list_watch<item> {
public:
    explicit item_source(int size) : size_(size) {}

    void change(int i) { emit(watch_event_type::modified, i, ++version_); }
    void remove(int i) { emit(watch_event_type::deleted, i, ++version_); }
    /// Returns true if the informer has taken all events.
    bool is_drained() const { return events_.empty(); }

    std::string name() const override { return "items"; }
    [[nodiscard]] task<list_part<item>> list(list_request what) override
    {
        list_part<item> part;
        auto i = what.continue_token.empty() ? 0 : std::stoi(what.continue_token);
        auto const end = what.limit == 0 ? size_ : std::min(size_, i + static_cast<int>(what.limit));
        for (; i != end; ++i) part.objects.push_back(made(i, 1));
        if (end != size_) part.continue_token = std::to_string(end);
        part.resource_version = "1";
        co_return part;
    }
    [[nodiscard]] task<std::unique_ptr<event_stream<item>>> watch(watch_request) override
    {
        co_return std::make_unique<stream>(*this);
    }

private:
    class stream final : public event_stream<item> {
    public:
        explicit stream(item_source& from) : from_(from) {}
        [[nodiscard]] task<std::vector<source_event<item>>> next() & override
        {
            while (from_.events_.empty()) co_await from_.emitted_.wait();
            co_return std::exchange(from_.events_, {});
        }

    private:
        item_source& from_;
    };

    static object_ptr<item> made(int i, int version)
    {
        auto const key =
            "n" + std::to_string(i % 20) + "/an-item-whose-name-is-not-short-" + std::to_string(i);
        return object_ptr<item>(make(key, std::to_string(version), i, "a group " + std::to_string(i % 100)));
    }
    void emit(watch_event_type what, int i, int version)
    {
        events_.push_back(watch_event<item>(what, made(i, version)));
        emitted_.notify();
    }

    int size_;
    int version_ = 1;
    std::vector<source_event<item>> events_;
    wakeup emitted_;
};

struct memory_world {
    explicit memory_world(informer_options options = {}, int size = many)
        : source(std::make_shared<item_source>(size)), informer(env, source, std::move(options))
    {
        informer.index("group", [](item const& i) { return i.group.to_owned(); });
        informer.index("value", [](item const& i) { return std::to_string(i.value % 1000); });
        informer.index("own", [](item const& i) { return "a-value-of-its-own-" + std::to_string(i.value); });
    }
    void run()
    {
        running.emplace(io, time, informer.run());
        time.run_for(1s);
    }
    memory_account account() { return testing::run(io, time, informer.status()).memory; }
    /// Changes objects, until the informer takes no more changes because it is held up.
    void change(int from, int to)
    {
        for (int i = from; i < to && source->is_drained(); time.settle())
            for (int n = 0; n != 50; ++n) source->change(i++);
    }
    void remove(int from, int to, int step)
    {
        for (int i = from; i < to && source->is_drained(); time.settle())
            for (int n = 0; n != 50; ++n, i += step) source->remove(i);
    }
    /// A handler that never ends its first call for an update.
    handler_registration add_stuck_handler(handler_options options)
    {
        auto const stuck = [this](item const&, item const&) { return time.sleep_for(1'000h); };
        auto handler = informer.on_change({.updated = stuck}, std::move(options));
        time.settle();
        return handler;
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    std::ostringstream log_text;
    stream_log log{log_text, log_level::warning};
    metrics_registry registry;
    environment env{.ex = io.get_executor(), .time = &time, .log = &log, .seed = 1, .metrics = &registry};
    std::shared_ptr<item_source> source;
    shared_informer<item> informer;
    std::optional<testing::background> running;
};

/// Reads coinformer_informer_bytes by its label `part`.
class shown_bytes final : public metrics_visitor {
public:
    static std::map<std::string, std::size_t> of(metrics_registry const& registry)
    {
        shown_bytes shown;
        registry.visit(shown);
        return shown.found_;
    }
    void family(metric_family const& of) override { here_ = of.name == "coinformer_informer_bytes"; }
    void value(std::span<metric_label const> labels, double value) override
    {
        for (auto const& l : labels)
            if (here_ && l.name == "part") found_[std::string(l.value)] = static_cast<std::size_t>(value);
    }
    void values(std::span<metric_label const>, std::span<std::uint64_t const>, double) override {}

private:
    bool here_ = false;
    std::map<std::string, std::size_t> found_;
};

} // namespace

TEST_CASE("an informer says what it takes, with three indices and with handlers that keep up")
{
    memory_world w;
    int calls = 0;
    taken_from_here const taken;
    for (int i = 0; i != 3; ++i) w.informer.on_change({.added = [&calls](item const&) { ++calls; }});
    w.run();
    CHECK(calls == 3 * many);
    auto const listed = w.account();
    taken.require_within_5_percent(listed);
    CHECK(listed.backlogs < 10'000);

    w.change(0, many);
    w.remove(0, many, 2);
    auto const half = w.account();
    taken.require_within_5_percent(half);
    CHECK(half.objects * 19 < listed.objects * 10);
}

TEST_CASE("changes that wait for a slow handler are in the account, and go when it is removed")
{
    struct slowness {
        std::string name;
        handler_options options;
    };
    auto const cases = {
        slowness{"queued", {.policy = overflow::block, .capacity = 1'000'000}},
        slowness{"held up", {.policy = overflow::block, .capacity = 1'000}},
        slowness{"merged", {.policy = overflow::merge, .capacity = 100}},
        slowness{"joined", {.policy = overflow::merge, .replaced = replaced_objects::as_update}},
        slowness{"resynced", {.policy = overflow::merge, .capacity = 100, .resync = 1min}},
    };
    for (auto const& [name, options] : cases) {
        CAPTURE(name);
        memory_world w;
        taken_from_here const taken;
        w.run();
        auto const before = w.account();
        auto handler = w.add_stuck_handler(options);
        for (int round = 0; round != 3; ++round) w.change(0, many);
        w.remove(0, many, 20);
        w.time.run_for(3min);

        auto const account = w.account();
        taken.require_within_5_percent(account);
        CHECK(account.backlogs > before.objects / 3);
        auto const shown = shown_bytes::of(w.registry);
        CHECK(shown == std::map<std::string, std::size_t>{{"backlogs", account.backlogs},
                                                          {"indices", account.indices},
                                                          {"objects", account.objects}});
        testing::run(w.io, w.time, handler.remove());
        w.time.settle();
        w.time.run_for(1min);
        CHECK(w.account().backlogs < 10'000);
    }
}

TEST_CASE("an informer that exceeds its budget says so once, and again after it has been below it")
{
    std::vector<memory_account> reported;
    memory_world w({.memory_budget = 1'000'000,
                    .on_over_budget =
                        [&](memory_account const& now) {
                            reported.push_back(now);
                            throw std::runtime_error("the callable is broken");
                        }},
                   1'000);
    w.run();
    CHECK(reported.empty());
    CHECK(w.log_text.str().empty());

    w.change(1'000, 5'000);
    REQUIRE(reported.size() == 1);
    CHECK(reported[0].total() > 1'000'000);
    CHECK(reported[0].total() < 1'100'000);
    w.change(0, 5'000);
    CHECK(reported.size() == 1);
    CHECK_THAT(w.log_text.str(), Catch::Contains("declare fewer fields") &&
                                     Catch::Contains("collection=items budget=1000000") &&
                                     Catch::Contains("is broken"));

    int gone = 0;
    for (; w.account().total() > 1'000'000; gone += 50) w.remove(gone, gone + 50, 1);
    CHECK(w.account().total() > 900'000);
    w.change(0, 5'000);
    CHECK(reported.size() == 1); // it was below the budget, and not below nine tenths of it

    for (gone = 0; w.account().total() >= 900'000; gone += 50) w.remove(gone, gone + 50, 1);
    w.change(0, 5'000);
    CHECK(reported.size() == 2);
}

TEST_CASE("a budget that is exceeded by waiting changes is not blamed on the objects")
{
    memory_world w({.memory_budget = 3'000'000}, 1'000);
    w.run();
    w.add_stuck_handler({.policy = overflow::block, .capacity = 1'000'000});
    for (int round = 0; round != 20; ++round) w.change(0, 1'000);
    CHECK_THAT(w.log_text.str(), Catch::Contains("most of it for changes that wait"));
}
