// A shared connection whose writes fail while it still reads.
#include "catch.hpp"
#include "http2_server.hpp"

#include <utility>

using namespace http2_world;
using namespace std::chrono_literals;

namespace {

/// Writes nothing any more once `is_broken` is true, and reads on.
class half_broken_stream final : public byte_stream {
public:
    half_broken_stream(std::unique_ptr<byte_stream> inner, bool const& is_broken)
        : inner_(std::move(inner)), is_broken_(is_broken)
    {
    }

    task<std::size_t> read_some(std::span<char> into) override { return inner_->read_some(into); }
    task<> write(std::span<char const> bytes) override
    {
        if (is_broken_) throw api_error(errc::connection_reset, "half-broken stream");
        co_await inner_->write(bytes);
    }
    void close() noexcept override { inner_->close(); }
    bool has_input() noexcept override { return inner_->has_input(); }
    bool reads_resume() const noexcept override { return inner_->reads_resume(); }

private:
    std::unique_ptr<byte_stream> inner_;
    bool const& is_broken_;
};

/// Makes connections of which only the first one breaks.
class half_broken_dialer final : public dialer {
public:
    half_broken_dialer(std::unique_ptr<dialer> inner, bool const& is_broken)
        : inner_(std::move(inner)), is_broken_(is_broken)
    {
    }

    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto stream = co_await inner_->dial();
        bool const is_first = !std::exchange(has_dialed_, true);
        if (is_first) stream = std::make_unique<half_broken_stream>(std::move(stream), is_broken_);
        co_return stream;
    }

private:
    std::unique_ptr<dialer> inner_;
    bool const& is_broken_;
    bool has_dialed_ = false;
};

/// A client with two watches on a connection whose writes have begun to fail, and a POST that was given to
/// this connection and never reaches the server.
struct half_broken_world : world2 {
    half_broken_world()
    {
        environment const env{.ex = io.get_executor(), .time = &time, .log = &log};
        client.emplace(env, server, options, std::make_unique<half_broken_dialer>(net.dialer(), is_broken));
        broken = &serve();
        for (auto& watch : watches) {
            get_it("/watch");
            watch = last;
        }
        time.settle();
        for (std::int32_t const id : {1, 3}) broken->peer.head(200, id);
        bring_events();
        check_events();

        is_broken = true;
        http_request request("POST", "/api/v1/events");
        request.body = "{}";
        post = &start(fetch(*client, std::move(request), answers.emplace_back()));
        time.settle();
        CHECK_FALSE(post->done());
        CHECK(broken->peer.requests.size() == 2);
    }
    ~half_broken_world()
    {
        client->close();
        time.settle();
    }

    void bring_events()
    {
        for (std::int32_t const id : {1, 3}) broken->peer.body(id, "an event;");
        events += "an event;";
        broken->flush();
    }
    void check_events() const
    {
        CHECK(answers[0].body == events);
        CHECK(answers[1].body == events);
    }
    void end_watches()
    {
        for (std::int32_t const id : {1, 3}) broken->peer.body(id, "", true);
        broken->flush();
    }
    void cancel_watches()
    {
        for (auto* const watch : watches) watch->cancel();
        time.settle();
    }
    bool watches_have_ended() const { return watches[0]->done() && watches[1]->done(); }

    bool is_broken = false;
    http2_server* broken = nullptr; // the server's side of that connection
    started* watches[2] = {};
    started* post = nullptr;
    std::string events; // what each watch has brought
};

} // namespace

TEST_CASE_METHOD(half_broken_world,
                 "when a write of a shared connection fails, what its server says decides about a request")
{
    auto& sound = serve();
    sound.answers_all = true;
    broken->peer.go_away(3); // the server has not seen the POST, and says so
    broken->flush();
    CHECK(post->done());
    CHECK(post->what().empty());
    CHECK(answers.back().body == "hello");
    CHECK(sound.peer.requests[1].body == "{}");
    CHECK(net.dialed() == 2);

    bring_events();
    check_events();
    end_watches();
    CHECK(watches_have_ended());
    CHECK(watches[0]->what().empty());
    CHECK(broken->ended);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(half_broken_world,
                 "a shared connection that cannot write is left to its watches, and ends soon after them")
{
    bool const are_cancelled = GENERATE(true, false);
    constexpr auto pause = 500ms;
    for (duration waited{}; waited < options.header_timeout; waited += pause) {
        CHECK_FALSE(post->done());
        bring_events();
        time.run_for(pause);
    }
    CHECK(post->code() == errc::timed_out);

    serve().answers_all = true;
    auto const& next = get_it();
    time.settle();
    CHECK(next.body == "hello");
    CHECK(net.dialed() == 2);
    bring_events();
    check_events();
    CHECK(broken->peer.requests.size() == 2);

    if (are_cancelled)
        cancel_watches();
    else
        end_watches();
    CHECK(watches_have_ended());
    time.run_for(15s);
    CHECK(broken->ended);
    CHECK(time.armed() == 0);
}
