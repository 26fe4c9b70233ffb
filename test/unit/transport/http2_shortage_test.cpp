// A shared connection for which a stream, a clock or an executor has no memory: the requests learn it, and
// the next ones get another connection.
#include "catch.hpp"
#include "failing_clock.hpp"
#include "http2_server.hpp"

#include <algorithm>
#include <limits>

using namespace http2_world;

namespace {

/// The operations for which the streams of short_dialer have no memory.
struct shortage {
    bool reading = false; ///< when bytes have come
    bool writing = false;
};

class short_stream final : public byte_stream {
public:
    short_stream(std::unique_ptr<byte_stream> inner, shortage const& of) : inner_(std::move(inner)), of_(of)
    {
    }

    task<std::size_t> read_some(std::span<char> into) override
    {
        auto const n = co_await inner_->read_some(into);
        if (of_.reading) throw std::bad_alloc();
        co_return n;
    }
    task<> write(std::span<char const> bytes) override
    {
        if (of_.writing) throw std::bad_alloc();
        co_await inner_->write(bytes);
    }
    void close() noexcept override { inner_->close(); }
    bool has_input() noexcept override { return inner_->has_input(); }
    bool reads_resume() const noexcept override { return inner_->reads_resume(); }

private:
    std::unique_ptr<byte_stream> inner_;
    shortage const& of_;
};

class short_dialer final : public dialer {
public:
    short_dialer(std::unique_ptr<dialer> inner, shortage const& of) : inner_(std::move(inner)), of_(of) {}

    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto stream = co_await inner_->dial();
        auto made = std::make_unique<short_stream>(std::move(stream), of_);
        co_return std::unique_ptr<byte_stream>(std::move(made));
    }

private:
    std::unique_ptr<dialer> inner_;
    shortage const& of_;
};

/// How a request has ended.
struct request_end {
    bool has_ended = false, is_out_of_memory = false;
};

task<> fetch_to_end(http_client& client, http_request request, received& into, request_end& how)
{
    try {
        co_await fetch(client, std::move(request), into);
    } catch (std::bad_alloc const&) {
        how.is_out_of_memory = true;
    }
    how.has_ended = true;
}

/// A client with short streams, and a connection with two watches whose answers have begun.
struct short_world : world2 {
    short_world()
    {
        environment const env{.ex = io.get_executor(), .time = &time, .log = &log};
        client.emplace(env, server, options, std::make_unique<short_dialer>(net.dialer(), missing));
        first = &serve();
        ask("GET");
        ask("GET");
        time.settle();
        for (std::int32_t const id : {1, 3}) {
            first->peer.head(200, id);
            first->peer.body(id, "an event");
        }
        first->flush();
        CHECK(answers[0].body == "an event");
        CHECK(answers[1].body == "an event");
    }
    ~short_world()
    {
        client->close();
        time.settle();
    }
    void ask(std::string method)
    {
        auto request = http_request(std::move(method), "/api/v1/pods");
        start(fetch_to_end(*client, std::move(request), answers.emplace_back(), ends.emplace_back()));
    }
    bool all_are_out_of_memory() const
    {
        return std::ranges::all_of(
            ends, [](request_end const& how) { return how.has_ended && how.is_out_of_memory; });
    }
    void check_next_request()
    {
        missing = {};
        serve().answers_all = true;
        auto const& next = get_it();
        time.settle();
        CHECK(next.body == "hello");
        CHECK(net.dialed() == 2);
    }

    shortage missing;
    http2_server* first = nullptr;
    std::deque<request_end> ends;
};

/// An io_context's executor that has no memory for one function: the one that comes after `left` others.
class short_executor {
public:
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

    short_executor(asio::io_context& io, std::size_t& left, bool may_run_inline = true) noexcept
        : io_(&io), left_(&left), may_run_inline_(may_run_inline)
    {
    }

    asio::execution_context& query(asio::execution::context_t) const noexcept { return *io_; }
    asio::execution::blocking_t query(asio::execution::blocking_t) const noexcept
    {
        if (may_run_inline_) return asio::execution::blocking.possibly;
        return asio::execution::blocking.never;
    }
    short_executor require(asio::execution::blocking_t::never_t) const noexcept
    {
        return {*io_, *left_, false};
    }
    short_executor require(asio::execution::blocking_t::possibly_t) const noexcept
    {
        return {*io_, *left_, true};
    }

    template <class F>
    void execute(F&& f) const
    {
        if (*left_ == 0) {
            *left_ = never;
            throw std::bad_alloc();
        }
        if (*left_ != never) --*left_;
        auto const ex = io_->get_executor();
        if (may_run_inline_)
            ex.execute(std::forward<F>(f));
        else
            asio::require(ex, asio::execution::blocking.never).execute(std::forward<F>(f));
    }

    bool operator==(short_executor const&) const noexcept = default;

private:
    asio::io_context* io_;
    std::size_t* left_;
    bool may_run_inline_;
};

} // namespace

TEST_CASE("a request whose timer cannot be started fails, is never sent, and leaves nothing behind")
{
    world2 w;
    test::failing_clock clock(w.time);
    w.open(clock);
    auto& first = w.serve();
    first.answers_all = true;
    w.get_it();
    w.time.settle();

    clock.failures = 1;
    request_end how;
    w.start(fetch_to_end(*w.client, get(), w.answers.emplace_back(), how));
    w.time.settle();
    CHECK(how.is_out_of_memory);
    w.serve().answers_all = true;
    auto const& next = w.get_it();
    w.time.settle();
    CHECK(next.body == "hello");
    CHECK(w.net.dialed() == 2);
    CHECK(first.peer.requests.size() == 1);
    CHECK(first.ended);
    w.client->close();
    w.time.settle();
    w.client.reset(); // before its clock
}

TEST_CASE("when a connection's last request is given up without memory for a turn, the next one is answered")
{
    bool was_short = true;
    std::size_t turns = 0;
    for (; was_short; ++turns) {
        INFO("with memory for " << turns << " turns");
        std::size_t left = short_executor::never;
        world2 w;
        environment const env{.ex = short_executor(w.io, left), .time = &w.time, .log = &w.log};
        w.client.emplace(env, w.server, w.options, w.net.dialer());
        auto& server = w.serve();
        std::optional<http_response> watch;
        w.start(fetch_header(*w.client, get("/watch"), watch));
        w.time.settle();
        server.peer.head(200, 1);
        server.flush();
        REQUIRE(watch);

        left = turns;
        watch.reset();
        was_short = left == short_executor::never;
        left = short_executor::never;
        w.time.settle();
        server.answered[1] = true; // nobody waits for it
        auto& next_server = server.ended ? w.serve() : server;
        next_server.answers_all = true;
        auto const& next = w.get_it();
        w.time.settle();
        REQUIRE(next.body == "hello");
    }
    CHECK(turns > 2); // fewer would mean that nothing was tested
}

TEST_CASE_METHOD(short_world,
                 "without memory for what a shared connection reads, all its requests end at once")
{
    ask("POST");
    time.settle();
    missing.reading = true;
    first->peer.body(1, "another event");
    first->flush();
    CHECK(ends.size() == 3);
    CHECK(all_are_out_of_memory());
    check_next_request();
}

TEST_CASE_METHOD(short_world,
                 "without memory for a write of a shared connection, all its requests end at once")
{
    missing.writing = true;
    ask("POST");
    time.settle();
    CHECK(ends.size() == 3);
    CHECK(all_are_out_of_memory());
    check_next_request();
}
