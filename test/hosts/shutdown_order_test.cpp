// The parts of a program that is a host may end in any order, with a session of the host open and a watch
// under way. The table of docs/embedding.md says what happens in each order; these are its tests.

#include "hosts.hpp"

#include <boost/asio.hpp>

#include <algorithm>
#include <array>
#include <memory>

#include "catch.hpp"

namespace {

enum class host_part { server, informer, factory, client, context };
constexpr std::array all_host_parts{host_part::server, host_part::informer, host_part::factory,
                                    host_part::client, host_part::context};

asio::awaitable<void> count_bytes(asio::ip::tcp::socket peer, std::size_t& bytes)
{
    std::array<char, 16> arrived;
    for (;;) bytes += co_await peer.async_read_some(asio::buffer(arrived), asio::use_awaitable);
}

/// A program with a host server that has an open session, and with an informer that has synced.
class host_program {
public:
    explicit host_program(loopback_cluster const& cluster)
    {
        api_.emplace(coinformer::environment{.ex = io_->get_executor(), .log = &coinformer::no_log()},
                     cluster.endpoint());
        factory_.emplace(*api_);
        known_.emplace(factory_->of<config_map>());
        known_->on_change(
            {.added = [this, held = token_](config_map const&) { ++calls; },
             .updated = [this, held = token_](config_map const&, config_map const&) { ++calls; }});
        asio::co_spawn(*io_, factory_->run(), [this](std::exception_ptr) { factory_has_ended = true; });
        asio::co_spawn(*io_, factory_->synced(), [this](std::exception_ptr e) { synced_ = !e; });
        begin_session();
        while (!synced_) io_->run_one();
    }

    void end(host_part which)
    {
        switch (which) {
        case host_part::server:
            if (io_)
                stop_server_.emit(
                    asio::cancellation_type::terminal); // otherwise the session is gone with the context
            break;
        case host_part::informer: known_.reset(); break;
        case host_part::factory: factory_.reset(); break;
        case host_part::client: api_.reset(); break;
        case host_part::context: io_.reset(); break;
        }
    }
    void run_what_is_ready()
    {
        if (io_) io_->poll();
    }
    /// Returns true if the handler is called again. Ends with false if there is nothing left that could call
    /// it.
    bool hears_of_a_change()
    {
        for (auto const before = calls; calls == before;) {
            io_->restart();
            if (io_->run_one() == 0) return false;
        }
        return true;
    }
    coinformer::lister<config_map> lister() const { return known_->lister(); }
    coinformer::informer_factory& factory() { return *factory_; }
    coinformer::client& api() { return *api_; }
    asio::io_context& context() { return *io_; }
    /// The number of handlers that have not been destroyed.
    long handlers() const { return token_.use_count() - 1; }

    int calls = 0;
    bool factory_has_ended = false;

private:
    void begin_session()
    {
        asio::ip::tcp::acceptor acceptor(*io_, {asio::ip::address_v4::loopback(), 0});
        peer_.connect(acceptor.local_endpoint());
        asio::co_spawn(*io_, count_bytes(acceptor.accept(), bytes_),
                       asio::bind_cancellation_slot(stop_server_.slot(), [](std::exception_ptr) {}));
    }

    std::shared_ptr<int> const token_ = std::make_shared<int>(0);
    asio::io_context of_peer_;
    asio::ip::tcp::socket peer_{of_peer_};
    std::size_t bytes_ = 0;
    bool synced_ = false;
    asio::cancellation_signal stop_server_;
    std::unique_ptr<asio::io_context> io_ = std::make_unique<asio::io_context>();
    std::optional<coinformer::client> api_;
    std::optional<coinformer::informer_factory> factory_;
    std::optional<coinformer::informer_handle<config_map>> known_;
};

} // namespace

TEST_CASE("server, informer, factory, client and io_context may end in each of their 120 orders")
{
    loopback_cluster cluster;
    cluster.paint("web", "blue");
    cluster.come_back();
    for (bool const runs_between : {false, true}) {
        auto order = all_host_parts;
        do {
            host_program program(cluster);
            auto const known = program.lister();
            for (auto const part : order) {
                program.end(part);
                if (runs_between) program.run_what_is_ready();
            }
            CHECK(program.handlers() == 0);          // each handler was destroyed
            CHECK(program.calls == 1);               // and called no more
            CHECK(color_of(known, "web") == "blue"); // a lister answers as of the end
        } while (std::ranges::next_permutation(order).found);
    }
}

TEST_CASE("an informer goes on when its handle, its factory, its client or the host server has gone first")
{
    loopback_cluster cluster;
    cluster.come_back();
    int color = 0;
    cluster.paint("web", "0");
    for (auto const first : {host_part::server, host_part::informer, host_part::factory, host_part::client}) {
        host_program program(cluster);
        program.end(first);
        program.run_what_is_ready();
        cluster.paint("web", std::to_string(++color));
        INFO("ended first: " << static_cast<int>(first));
        CHECK(program.hears_of_a_change());
        CHECK_FALSE(program.factory_has_ended);
    }
}

TEST_CASE("factory.stop() and client.close() end the informers, and leave the host server alone")
{
    loopback_cluster cluster;
    cluster.paint("web", "blue");
    cluster.come_back();
    host_program stopped(cluster);
    asio::co_spawn(stopped.context(), stopped.factory().stop(), [&](std::exception_ptr e) {
        CHECK_FALSE(e);
        CHECK(stopped.factory_has_ended);
    });
    while (!stopped.factory_has_ended) stopped.context().run_one();

    host_program closed(cluster);
    closed.api().close();
    while (closed.factory().failures().empty()) closed.context().run_one();
    CHECK(color_of(closed.lister(), "web") == "blue");
    CHECK_FALSE(closed.factory_has_ended); // it waits for further informers
}

TEST_CASE("a host ends in any order while the API server is away")
{
    loopback_cluster cluster;
    cluster.paint("web", "blue");
    for (auto const first : all_host_parts) {
        cluster.come_back();
        host_program program(cluster);
        cluster.go_away();
        program.run_what_is_ready(); // it has noticed that the connection is lost
        program.end(first);
        program.run_what_is_ready();
        for (auto const part : all_host_parts) program.end(part);
        CHECK(program.handlers() == 0);
    }
}
