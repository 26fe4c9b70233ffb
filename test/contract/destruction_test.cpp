// Contract: everything that the library returns may be destroyed in any order, with work in progress: the
// io_context, the client, the factory, informers, registrations, readers, controllers, elections, and the
// parts of coinformer::testing. Nothing is called afterwards, nothing leaks, and everything that the user's
// own tasks hold is destroyed. The address sanitizer and its leak detection are half of these tests.

#include "controlled.hpp"
#include "rounds.hpp"

#include <coinformer/api/discovery.hpp>
#include <coinformer/api/pager.hpp>
#include <coinformer/api/watcher.hpp>
#include <coinformer/cache/own_writes.hpp>
#include <coinformer/controller/event_recorder.hpp>
#include <coinformer/controller/leader_election.hpp>
#include <coinformer/parts/fan_out.hpp>
#include <coinformer/parts/reflector.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <algorithm>
#include <numeric>
#include <random>

namespace {

/// Counts the coroutine frames and lambdas that hold one.
class destruction_token {
public:
    explicit destruction_token(int& alive) : alive_(&alive) { ++*alive_; }
    destruction_token(destruction_token const& other) : alive_(other.alive_) { ++*alive_; }
    destruction_token& operator=(destruction_token const&) = delete;
    ~destruction_token() { --*alive_; }

private:
    int* alive_;
};

task<> kept_by(destruction_token, task<> body)
{
    co_await std::move(body);
}

/// The parts of an informer, composed by hand, and a queue with a delta that has failed.
struct parts_of_informer {
    parts_of_informer(environment const& env, client& api)
        : queue(env), failing(env), store(env), handlers(env, store), from(api, queue)
    {
    }
    coinformer::parts::delta_fifo<config_map> queue, failing;
    coinformer::parts::indexer<config_map> store;
    coinformer::parts::fan_out<config_map> handlers;
    coinformer::parts::reflector<config_map> from;
};

/// Everything that a program may hold at the same time. Each part can be destroyed alone.
class program {
public:
    /// Uses connections in memory and virtual time, or TCP on the loopback device and real time.
    enum class network { memory, tcp };

    explicit program(network over = network::memory)
        : io_(std::make_unique<asio::io_context>()), clock_(std::make_unique<testing::virtual_clock>(*io_))
    {
        environment env{.ex = io_->get_executor(), .time = clock_.get(), .seed = 7};
        if (over == network::tcp) {
            env.time = &system_time();
            // Asio destroys last what was used first. Here its sockets are destroyed after the library's
            // tasks, as in a program that has used sockets before it makes a client.
            asio::ip::tcp::socket const used_before(*io_);
            listener_ = std::make_unique<testing::tcp_listener>(env.ex);
        } else {
            network_ = std::make_unique<testing::memory_network>(env);
        }
        time_ = env.time;
        server_ = std::make_unique<testing::api_server>(env);
        for (int i = 0; i < 5; ++i)
            server_->create(config_maps,
                            R"({"metadata":{"name":"m)" + std::to_string(i) + R"(","namespace":"shop"}})");
        endpoint const where{.server = listener_ ? listener_->url() : "http://in-memory"};
        client_options options;
        options.on_response = [this, t = destruction_token(alive)](request_report const&) { ++*reports_; };
        api_ = std::make_unique<client>(env, where, options, network_ ? network_->dialer() : nullptr);
        run(network_ ? server_->run(*network_) : server_->run(*listener_));
        make_informers();
        make_readers();
        make_controllers(env);
        make_parts(env);
    }

    /// Runs until nothing is ready, `turns` times, with a second between them. With 0, no task has begun.
    void advance(int turns)
    {
        for (int i = 0; i < turns; ++i) {
            clock_->settle();
            clock_->run_for(1s);
        }
    }
    /// Runs until the informers have read their collections.
    void sync()
    {
        while (!synced_) io_->run_one();
    }
    /// Runs a number of single steps, so that the tasks are somewhere in the middle.
    void step(int count)
    {
        for (int i = 0; i < count; ++i) io_->poll_one();
    }

    /// Destroys what the user's functions use. Nothing may be called any more unless the io_context runs.
    void destroy_users_own() { reports_.reset(); }

    static constexpr std::size_t parts = 16;

    void destroy(std::size_t part)
    {
        switch (part) {
        case 0: io_.reset(); break;
        case 1: clock_.reset(); break;
        case 2: network_.reset(), listener_.reset(); break;
        case 3: server_.reset(); break;
        case 4: api_.reset(); break;
        case 5: factory_.reset(); break;
        case 6: handle_.reset(); break;
        case 7: alone_.reset(); break;
        case 8: registration_.reset(); break;
        case 9: events_.reset(); break;
        case 10: watcher_.reset(); break;
        case 11: pager_.reset(); break;
        case 12: reconciler_.reset(); break;
        case 13: election_.reset(); break;
        case 14:
            snapshot_.reset(), lister_.reset(), writes_.reset(), recorder_.reset(), queue_.reset();
            break;
        case 15: pipeline_.reset(); break;
        default: FAIL("there is no such part"); break;
        }
    }

    int alive = 0; // tokens

private:
    void run(task<> body)
    {
        asio::co_spawn(*io_, kept_by(destruction_token(alive), std::move(body)), asio::detached);
    }

    void make_informers()
    {
        factory_ = std::make_unique<informer_factory>(*api_);
        handle_.emplace(factory_->of<config_map>());
        // a handler that holds its own informer, and one that sleeps for ever in its first call
        handle_->on_change({.added = [self = *handle_, t = destruction_token(alive)](config_map const&) {}});
        auto sleeps = [t = destruction_token(alive), clock = time_](object_ptr<config_map> const&) -> task<> {
            destruction_token const in_the_frame(t);
            co_await clock->sleep_for(1000h);
        };
        registration_.emplace(handle_->on_change({.added = sleeps}));
        run(factory_->run());
        auto waits = [](task<> until, bool& over) -> task<> {
            co_await std::move(until);
            over = true;
        };
        run(factory_->synced()); // never, because one handler sleeps
        run(waits(handle_->until([](snapshot<config_map> const& now) { return now.size() == 5; }), synced_));
        run(registration_->synced());
        run(handle_->until([](snapshot<config_map> const& now) { return now.size() > 1000; }));

        alone_.emplace(*api_, listing());
        alone_->on_change(
            {.updated = [t = destruction_token(alive)](config_map const&, config_map const&) {}});
        run(alone_->run());
        run(alone_->at_least("1000000"));
        run(alone_->stopped());
    }

    void make_readers()
    {
        events_ = std::make_shared<events<config_map>>(handle_->events());
        auto reads = [](std::shared_ptr<events<config_map>> from) -> task<> {
            for (;;) co_await from->next_batch();
        };
        run(reads(events_));
        watcher_ = std::make_shared<watcher<config_map>>(*api_, "1");
        auto watches = [](std::shared_ptr<watcher<config_map>> from) -> task<> {
            for (;;) co_await from->next();
        };
        run(watches(watcher_));
        pager_ = std::make_shared<pager<config_map>>(*api_, pager_options{.page_size = 2});
        auto turns_pages = [](std::shared_ptr<pager<config_map>> from) -> task<> {
            while (co_await from->next()) {
            }
        };
        run(turns_pages(pager_));
        snapshot_.emplace(handle_->snapshot());
        lister_.emplace(handle_->lister());
        writes_.emplace(*handle_);
        discovery kinds(*api_);
        auto asks = [](discovery d) -> task<> { co_await d.find("configmaps"); };
        run(asks(kinds));
        run([](task<std::string> answer) -> task<> { co_await std::move(answer); }(api_->list(config_maps)));
    }

    /// An informer that is composed by hand: the tasks keep what they use, as in a program.
    void make_parts(environment const& env)
    {
        pipeline_.emplace(env, *api_);
        auto& p = *pipeline_;
        p.handlers.on_change({.added = [t = destruction_token(alive)](config_map const&) {}});
        run(p.from.run());
        run(p.handlers.synced());
        auto processes = [](coinformer::parts::delta_fifo<config_map> queue,
                            coinformer::parts::indexer<config_map> store,
                            coinformer::parts::fan_out<config_map> handlers) -> task<> {
            for (;;) {
                auto deltas = co_await queue.pop(3);
                if (deltas.empty()) co_return;
                auto changes = store.apply(std::move(deltas));
                co_await handlers.distribute(std::move(changes));
            }
        };
        run(processes(p.queue, p.store, p.handlers));
        p.failing.push(coinformer::parts::delta<config_map>::bookmark("1"));
        auto gives_back = [](coinformer::parts::delta_fifo<config_map> queue,
                             object_ptr<config_map> object) -> task<> {
            auto deltas = co_await queue.pop();
            queue.requeue(coinformer::parts::delta<config_map>::updated(object)); // its alarm is armed
            co_await queue.pop();
        };
        run(gives_back(p.failing,
                       decode_object<config_map>(R"({"metadata":{"name":"a","namespace":"shop"}})")));
    }

    void make_controllers(environment const& env)
    {
        auto slow = [t = destruction_token(alive),
                     clock = time_](object_name const&) -> task<reconcile_result> {
            destruction_token const in_the_frame(t);
            co_await clock->sleep_for(1000h);
            co_return reconcile_result::done();
        };
        reconciler_ = std::make_unique<controller<>>(env, slow, quick({.concurrency = 2}));
        reconciler_->watches(*handle_);
        run(reconciler_->run());
        queue_.emplace(env);
        queue_->add("a key");
        run([](work_queue<std::string> keys) -> task<> {
            auto const held = co_await keys.pop();
            co_await keys.pop(); // there is no second key
        }(*queue_));
        election_ = std::make_unique<leader_election>(
            *api_, leader_election_options{.name = "lock", .ns = "shop", .identity = "me"});
        auto leads = [t = destruction_token(alive), clock = time_]() -> task<> {
            destruction_token const in_the_frame(t);
            co_await clock->sleep_for(1000h);
        };
        run(election_->run_while_leader(leads));
        recorder_.emplace(*api_, event_recorder_options{.controller = "tests", .instance = "here"});
        run(recorder_->run());
        recorder_->record({config_maps, {"shop", "m0"}, "uid", "1"}, event_type::normal, "Tested", "Test",
                          "a note");
    }

    std::unique_ptr<int> reports_ = std::make_unique<int>(0);
    std::unique_ptr<asio::io_context> io_;
    std::unique_ptr<testing::virtual_clock> clock_;
    time_source* time_ = nullptr;
    std::unique_ptr<testing::memory_network> network_;
    std::unique_ptr<testing::tcp_listener> listener_;
    std::unique_ptr<testing::api_server> server_;
    std::unique_ptr<client> api_;
    std::unique_ptr<informer_factory> factory_;
    std::optional<informer_handle<config_map>> handle_;
    std::optional<shared_informer<config_map>> alone_;
    std::optional<handler_registration> registration_;
    std::shared_ptr<events<config_map>> events_;
    std::shared_ptr<watcher<config_map>> watcher_;
    std::shared_ptr<pager<config_map>> pager_;
    std::unique_ptr<controller<>> reconciler_;
    std::unique_ptr<leader_election> election_;
    std::optional<snapshot<config_map>> snapshot_;
    std::optional<lister<config_map>> lister_;
    std::optional<own_writes<config_map>> writes_;
    std::optional<event_recorder> recorder_;
    std::optional<work_queue<std::string>> queue_;
    std::optional<parts_of_informer> pipeline_;
    bool synced_ = false;
};

using order = std::vector<std::size_t>;

order declared()
{
    order parts(program::parts);
    std::iota(parts.begin(), parts.end(), 0);
    return parts;
}

std::string to_text(order const& parts)
{
    std::string text;
    for (auto const part : parts) text += std::to_string(part) + ' ';
    return text;
}

void destroy_in(order const& parts, program& p)
{
    INFO("in this order: " << to_text(parts));
    p.destroy_users_own();
    for (auto const part : parts) p.destroy(part);
    CHECK(p.alive == 0);
}

} // namespace

TEST_CASE("a program that has never run can be destroyed in the order of its declarations, and in reverse")
{
    auto parts = declared();
    {
        program p;
        destroy_in(parts, p);
    }
    std::ranges::reverse(parts);
    program p;
    destroy_in(parts, p);
}

TEST_CASE("each part of a running program can be destroyed first, and each can be destroyed last")
{
    for (std::size_t part = 0; part < program::parts; ++part) {
        auto parts = declared();
        std::ranges::reverse(parts);
        std::erase(parts, part);
        parts.insert(parts.begin(), part);
        program first;
        first.advance(3);
        destroy_in(parts, first);

        std::rotate(parts.begin(), parts.begin() + 1, parts.end());
        program last;
        last.advance(3);
        destroy_in(parts, last);
    }
}

TEST_CASE("the parts of a program can be destroyed in any order, after any number of steps")
{
    std::mt19937 chance(19);
    auto parts = declared();
    for (auto round = test::rounds(400); round != 0; --round) {
        std::ranges::shuffle(parts, chance);
        program p;
        auto const turns = static_cast<int>(chance() % 3);
        auto const steps = static_cast<int>(chance() % 400);
        INFO(turns << " turns and " << steps << " steps");
        p.advance(turns);
        p.step(steps);
        destroy_in(parts, p);
    }
}

TEST_CASE("the parts of a program that uses sockets can be destroyed in any order")
{
    std::mt19937 chance(21);
    auto parts = declared();
    for (auto round = test::rounds(100); round != 0; --round) {
        std::ranges::shuffle(parts, chance);
        program p(program::network::tcp);
        bool const synced = chance() % 2 == 0;
        auto const steps = static_cast<int>(chance() % 200);
        INFO((synced ? "synced, and " : "") << steps << " steps");
        if (synced) p.sync();
        p.step(steps);
        destroy_in(parts, p);
    }
}

TEST_CASE("the parts of a program can be destroyed one by one while the rest runs")
{
    std::mt19937 chance(20);
    auto parts = declared();
    parts.erase(parts.begin(), parts.begin() + 2); // the tasks' owner stays
    for (auto round = test::rounds(100); round != 0; --round) {
        std::ranges::shuffle(parts, chance);
        INFO("in this order: " << to_text(parts));
        program p;
        p.advance(1);
        for (auto const part : parts) {
            p.destroy(part);
            p.advance(1);
        }
        p.destroy(1);
        p.destroy(0);
        CHECK(p.alive == 0);
    }
}
