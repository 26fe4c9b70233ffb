// Contract: a shard group, its client, an informer beside it and the io_context may be destroyed in any order
// while the group runs, and while work is being stopped. The address sanitizer is half of this test.

#include "core/keeping.hpp"
#include "rounds.hpp"
#include "shard_world.hpp"

#include <coinformer/controller/controller.hpp>

#include <boost/asio/detached.hpp>

#include <algorithm>
#include <array>
#include <random>

namespace {

/// A program with two members of a group. The first one is asked for a part, and its work there never stops,
/// neither that of a function nor that of a controller.
class sharing_program {
public:
    sharing_program()
    {
        environment const env{.ex = io_->get_executor(), .time = clock_.get(), .seed = 7};
        network_ = std::make_unique<testing::memory_network>(env);
        server_ = std::make_unique<testing::api_server>(env);
        server_->create(resource{.version = "v1", .plural = "namespaces"}, R"({"metadata":{"name":"shop"}})");
        endpoint const where{.server = "http://in-memory", .ns = "shop"};
        api_ = std::make_unique<client>(env, where, client_options{}, network_->dialer());
        run(server_->run(*network_));
        informer_.emplace(*api_);
        run(informer_->run());
        for (auto const* const name : {"a", "b"}) {
            auto& group = groups_.emplace_back(
                std::make_unique<shard_group>(*api_, shard_group_options{.name = "web", .identity = name}));
            group->on_release([clock = clock_.get(), t = alive](shard_ranges const&) -> task<> {
                co_await clock->sleep_for(1000h);
            });
            run(group->run());
            run(group->changed(shard_ranges()));
            run(group->held_changed(shard_ranges::part(0, 3)));
            if (name == std::string("a")) begin_to_reconcile(*group, env);
            advance(name == std::string("a") ? 2 : 0);
        }
    }
    void advance(int seconds)
    {
        for (int i = 0; i != seconds; ++i) clock_->run_for(1s);
    }
    void step(int count)
    {
        for (int i = 0; i != count; ++i) io_->poll_one();
    }

    static constexpr std::size_t parts = 8;
    void destroy(std::size_t part)
    {
        switch (part) {
        case 0: io_.reset(); break;
        case 1: network_.reset(); break;
        case 2: server_.reset(); break;
        case 3: api_.reset(); break;
        case 4: informer_.reset(); break;
        case 5: groups_.front().reset(); break;
        case 6: controller_.reset(); break;
        default: groups_.back().reset();
        }
    }

    std::shared_ptr<int> alive =
        std::make_shared<int>(0); ///< each on_release() and each of its frames has one

private:
    void begin_to_reconcile(shard_group const& group, environment const& env)
    {
        for (int i = 0; i != 8; ++i)
            server_->create(config_maps,
                            R"({"metadata":{"namespace":"shop","name":"o)" + std::to_string(i) + R"("}})");
        informer_options options;
        options.shard = group.share();
        shared_informer<config_map> informer(*api_, options);
        controller_.emplace(
            env,
            [clock = clock_.get(), t = alive](object_name, shard_fence) -> task<reconcile_result> {
                co_await clock->sleep_for(1000h);
                co_return reconcile_result::done();
            },
            controller_options{.concurrency = 8, .grace = 1000h});
        controller_->shards(group.share(), informer);
        run(informer.run());
        run(controller_->run());
    }
    void run(task<> body) { asio::co_spawn(*io_, keeping(alive, std::move(body)), asio::detached); }

    std::unique_ptr<asio::io_context> io_ = std::make_unique<asio::io_context>();
    std::unique_ptr<testing::virtual_clock> clock_ = std::make_unique<testing::virtual_clock>(*io_);
    std::unique_ptr<testing::memory_network> network_;
    std::unique_ptr<testing::api_server> server_;
    std::unique_ptr<client> api_;
    std::optional<shared_informer<config_map>> informer_;
    std::optional<controller<>> controller_;
    std::vector<std::unique_ptr<shard_group>> groups_;
};

} // namespace

TEST_CASE("a shard group and what it uses can be destroyed in any order")
{
    std::mt19937 chance(23);
    std::array<std::size_t, sharing_program::parts> order{0, 1, 2, 3, 4, 5, 6, 7};
    for (auto round = test::rounds(200); round != 0; --round) {
        std::ranges::shuffle(order, chance);
        sharing_program p;
        auto const seconds = static_cast<int>(chance() % 4);
        auto const steps = static_cast<int>(chance() % 200);
        INFO("round " << round << ", " << seconds << " s and " << steps << " steps");
        p.advance(seconds);
        p.step(steps);
        for (auto const part : order) p.destroy(part);
        CHECK(p.alive.use_count() == 1);
    }
}

TEST_CASE("a shard group and what it uses can be destroyed one by one while the rest runs")
{
    std::mt19937 chance(24);
    std::array<std::size_t, sharing_program::parts - 1> order{1, 2, 3, 4, 5, 6, 7}; // the tasks' owner stays
    for (auto round = test::rounds(60); round != 0; --round) {
        std::ranges::shuffle(order, chance);
        sharing_program p;
        p.advance(2);
        for (auto const part : order) {
            p.destroy(part);
            p.advance(1);
        }
        p.destroy(0);
        CHECK(p.alive.use_count() == 1);
    }
}
