// Tests what a client does when a TLS connection cannot write any more, although its handshake was sound.

#include "http_world.hpp"
#include "tls_world.hpp"

#include "transport/stream/tls_session.hpp"

#include <coinformer/core/wakeup.hpp>

#include <deque>

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

namespace {

/// One connection. The test sets how it fails, and sees here if the client has closed it.
struct faulty_link {
    error_code failure;         ///< each write fails with it
    bool answers_early = false; ///< the answer is there before the request
    bool is_closed = false;     ///< the client has closed it, or destroyed it
};

/// The client's end of a connection, and behind it a TLS server that answers each request. Reads
/// bring what has arrived, and then the end if a write has failed.
class faulty_carrier final : public tls_carrier {
public:
    faulty_carrier(faulty_link& link, SSL_CTX* context)
        : link_(link), server_(context, tls_session::role::server)
    {
    }
    ~faulty_carrier() override { link_.is_closed = true; }

    task<error_code> readable() override
    {
        while (arrived_.empty() && !link_.failure && !link_.is_closed) co_await arrival_.wait();
        if (link_.is_closed) co_return error_code(asio::error::operation_aborted);
        co_return error_code();
    }
    std::size_t read_now(std::span<char> into, error_code& ec) override
    {
        auto const n = arrived_.copy(into.data(), into.size());
        arrived_.erase(0, n);
        if (n == 0 && link_.failure) ec = asio::error::eof;
        if (n == 0 && !link_.failure) ec = asio::error::would_block;
        return n;
    }
    task<error_code> write(std::span<char const> bytes) override
    {
        if (!link_.failure) take(std::string_view(bytes.data(), bytes.size()));
        co_return link_.failure;
    }
    bool has_input() noexcept override { return !arrived_.empty(); }
    bool may_gather() const noexcept override { return false; }
    void set_low_watermark(int) noexcept override {}
    bool reads_resume() const noexcept override { return true; }
    void close() noexcept override
    {
        link_.is_closed = true;
        arrival_.notify();
    }

private:
    void take(std::string_view encrypted)
    {
        server_.input(encrypted);
        bool const was_established = server_.is_established();
        if (!was_established) (void)server_.shake_hands();
        char request[4096];
        std::size_t n = 0;
        if (server_.is_established()) (void)server_.read(request, n);
        bool const is_early = link_.answers_early && !was_established && server_.is_established();
        if (n != 0 || is_early) (void)server_.write(http_world::hello);
        arrived_ += server_.take_output();
        arrival_.notify();
    }

    faulty_link& link_;
    tls_session server_;
    std::string arrived_; // encrypted bytes for the client
    wakeup arrival_;
};

/// Makes connections whose writes fail after the handshake if the test says so.
class faulty_dialer final : public dialer {
public:
    faulty_dialer(time_source& time, std::deque<faulty_link>& links, faulty_link const& next)
        : time_(time), links_(links), next_(next)
    {
        auto const identity = tls_world::authority().server({"localhost"});
        of_server_.use_certificate_chain(asio::buffer(identity.certificate));
        of_server_.use_private_key(asio::buffer(identity.key), asio::ssl::context::pem);
    }
    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto& made = links_.emplace_back();
        made.answers_early = next_.answers_early;
        auto carrier = std::make_unique<faulty_carrier>(made, of_server_.native_handle());
        auto stream = co_await connect_tls(time_, std::move(carrier), of_client_, "localhost", "api:6443");
        made.failure = next_.failure;
        co_return std::move(stream);
    }

private:
    time_source& time_;
    std::deque<faulty_link>& links_;
    faulty_link const& next_;
    asio::ssl::context of_server_{asio::ssl::context::tls_server};
    std::shared_ptr<asio::ssl::context> of_client_ =
        std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
};

struct faulty_tls_links {
    std::deque<faulty_link> links; // in the order in which they were made
    faulty_link next;
};

/// A client of faulty connections. The links outlive the client, which closes its connections at its end.
struct faulty_tls_world : faulty_tls_links, http_world::world {
    faulty_tls_world()
    {
        environment const env{.ex = io.get_executor(), .time = &time, .log = &log};
        client.emplace(env, server, options, std::make_unique<faulty_dialer>(time, links, next));
    }
    started& ask(std::string method)
    {
        auto& asking = start(http_world::fetch(*client, http_request(std::move(method), "/api/v1/pods"),
                                               answers.emplace_back()));
        time.settle();
        REQUIRE(asking.done());
        return asking;
    }
};

bool is_hello(http_world::received const& answer)
{
    return answer.status == 200 && answer.body == "hello";
}

} // namespace

TEST_CASE("a request that cannot be written over TLS fails with the reason, and its connection is closed")
{
    error_code const why = GENERATE(asio::error::host_unreachable, asio::error::connection_reset);
    auto const method = GENERATE(as<std::string>(), "GET", "POST");
    faulty_tls_world w;
    w.next.failure = why;
    auto const& refused = w.ask(method);
    CHECK(refused.code() == errc::connection_reset);
    INFO(refused.what());
    CHECK(refused.what().find("api:6443") != std::string::npos);
    bool const tells_reason = refused.what().find(why.message()) != std::string::npos;
    CHECK(tells_reason == (why == asio::error::host_unreachable)); // the code says what the other one is
    REQUIRE(w.links.size() == 1);
    CHECK(w.links.front().is_closed);

    w.next.failure = {};
    CHECK(w.ask(method).what().empty());
    CHECK(is_hello(w.answers.back()));
    CHECK(w.links.size() == 2);
}

TEST_CASE(
    "an answer that came before a TLS connection broke reaches the caller, and its connection is closed")
{
    faulty_tls_world w;
    w.next = {.failure = asio::error::connection_reset, .answers_early = true};
    CHECK(w.ask("POST").what().empty());
    CHECK(is_hello(w.answers.back()));
    CHECK(w.links.front().is_closed);

    w.next = {};
    CHECK(w.ask("POST").what().empty());
    CHECK(is_hello(w.answers.back()));
    CHECK(w.links.size() == 2);
}

TEST_CASE("a used TLS connection that cannot be written to is replaced for a GET, and fails another request")
{
    auto const method = GENERATE(as<std::string>(), "GET", "POST");
    faulty_tls_world w;
    CHECK(w.ask(method).what().empty());
    CHECK(w.ask(method).what().empty());
    REQUIRE(w.links.size() == 1); // both went over it
    w.links.front().failure = asio::error::host_unreachable;
    auto const& third = w.ask(method);
    if (method == "GET") {
        CHECK(third.what().empty());
        CHECK(is_hello(w.answers.back()));
    } else {
        CHECK(third.code() == errc::connection_reset);
    }
    CHECK(w.links.front().is_closed);
    CHECK(w.ask(method).what().empty());
    CHECK(w.links.size() == 2);
}
