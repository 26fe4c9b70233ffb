// Contract: an informer that its handler holds up in the middle of a list, another one whose credentials are
// being issued, and what both use may be destroyed in any order. The address sanitizer is half of this test.

#include <coinformer/testing/memory_network.hpp>
#include <coinformer/transport/token_source.hpp>

#include <boost/asio/detached.hpp>

#include <array>

#include "world.hpp"

namespace {

/// Issues nothing until the clock has gone on by 1000 hours.
struct endless_login final : token_source {
    explicit endless_login(time_source& t) : time(t) {}
    task<issued_credential> issue(environment const&, duration) override
    {
        co_await time.sleep_for(1000h);
        co_return issued_credential();
    }
    time_source& time;
};

/// A program in which two informers wait: one for its handler, and one for its credentials.
class held_up_program {
public:
    held_up_program()
    {
        environment const env{.ex = io_->get_executor(), .time = clock_.get(), .log = &no_log(), .seed = 1};
        network_ = std::make_unique<testing::memory_network>(env);
        server_ = std::make_unique<testing::api_server>(env);
        for (int i = 0; i != 1100; ++i)
            server_->create(config_maps,
                            R"({"metadata":{"name":"m)" + std::to_string(i) + R"(","namespace":"shop"}})");
        endpoint where{.server = "http://in-memory"};
        api_ = std::make_unique<client>(env, where, client_options{}, network_->dialer());
        where.user.source = std::make_shared<endless_login>(*clock_);
        api_without_token_ = std::make_unique<client>(env, where, client_options{}, network_->dialer());
        run(server_->run(*network_));
        informer_.emplace(*api_);
        auto sleeps = [clock = clock_.get(), t = alive](object_ptr<config_map> const&) -> task<> {
            auto const in_the_frame = t;
            co_await clock->sleep_for(1000h);
        };
        informer_->on_change({.added = sleeps}, {.policy = overflow::block, .capacity = 1});
        run(informer_->run());
        run(informer_->synced());
        waiting_for_token_.emplace(*api_without_token_);
        run(waiting_for_token_->run());
        clock_->run_for(1s);
        REQUIRE(informer_->snapshot().size() != 0);
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
        case 5: api_without_token_.reset(); break;
        case 6: waiting_for_token_.reset(); break;
        case 7: clock_.reset(); break;
        default: FAIL("there is no such part"); break;
        }
    }

    std::shared_ptr<int> alive = std::make_shared<int>(); ///< the tasks of this program have copies

private:
    void run(task<> body)
    {
        auto keeps = [](std::shared_ptr<int>, task<> until) -> task<> { co_await std::move(until); };
        asio::co_spawn(*io_, keeps(alive, std::move(body)), asio::detached);
    }

    std::unique_ptr<asio::io_context> io_ = std::make_unique<asio::io_context>();
    std::unique_ptr<testing::virtual_clock> clock_ = std::make_unique<testing::virtual_clock>(*io_);
    std::unique_ptr<testing::memory_network> network_;
    std::unique_ptr<testing::api_server> server_;
    std::unique_ptr<client> api_, api_without_token_;
    std::optional<shared_informer<config_map>> informer_, waiting_for_token_;
};

} // namespace

TEST_CASE("informers that wait for a handler and for credentials can be destroyed in any order")
{
    for (std::size_t first = 0; first != held_up_program::parts; ++first)
        for (std::size_t const step : {1U, 3U, 5U, 7U}) { // forwards, backwards, and mixed
            INFO("from part " << first << " in steps of " << step);
            held_up_program p;
            for (std::size_t i = 0; i != held_up_program::parts; ++i)
                p.destroy((first + i * step) % held_up_program::parts);
            CHECK(p.alive.use_count() == 1);
        }
}
