// What the failure of a request over an idle connection means for the other idle ones.
#include "catch.hpp"
#include "http_world.hpp"

#include <utility>

using namespace http_world;

namespace {

/// Reports a cancelled read by an api_error, as TCP and TLS do. A memory_stream does not.
class tcp_like_stream final : public byte_stream {
public:
    explicit tcp_like_stream(std::unique_ptr<byte_stream> inner) : inner_(std::move(inner)) {}

    task<std::size_t> read_some(std::span<char> into) override
    {
        try {
            auto const n = co_await inner_->read_some(into);
            co_return n;
        } catch (boost::system::system_error const& e) {
            if (e.code() == condition::cancelled) throw api_error(errc::cancelled, "TCP-like stream");
            throw;
        }
    }
    task<> write(std::span<char const> bytes) override { return inner_->write(bytes); }
    void close() noexcept override { inner_->close(); }
    bool has_input() noexcept override { return inner_->has_input(); }

private:
    std::unique_ptr<byte_stream> inner_;
};

class tcp_like_dialer final : public dialer {
public:
    explicit tcp_like_dialer(std::unique_ptr<dialer> inner) : inner_(std::move(inner)) {}

    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto stream = co_await inner_->dial();
        auto made = std::make_unique<tcp_like_stream>(std::move(stream));
        co_return std::unique_ptr<byte_stream>(std::move(made));
    }

private:
    std::unique_ptr<dialer> inner_;
};

/// A client with two idle connections, and a GET under way over a third one, which was idle, too. The
/// server answers nothing more over that one; over the other two it would answer.
struct unanswered_world : world {
    unanswered_world()
    {
        environment const env{.ex = io.get_executor(), .time = &time, .log = &log};
        client.emplace(env, server, options, std::make_unique<tcp_like_dialer>(net.dialer()));
        visits.resize(3);
        answers.resize(3);
        for (auto& seen : visits) {
            std::vector<std::string> all(&seen == &visits.back() ? 1u : 2u, hello);
            start(serve(net, std::move(all), afterwards::keep, seen));
        }
        for (auto& r : answers) start(fetch(*client, get(), r));
        time.settle();
        CHECK(net.dialed() == 3);
        unanswered = &start(fetch(*client, get(), answers.emplace_back()));
        time.settle();
        CHECK(visits[2].requests.size() == 2);
    }
    // Returns the body of the answer.
    std::string const& get_next()
    {
        auto& r = answers.emplace_back();
        start(fetch(*client, get(), r));
        time.settle();
        return r.body;
    }

    started* unanswered = nullptr;
};

} // namespace

TEST_CASE_METHOD(unanswered_world,
                 "after an idle connection that gave no answer in time, no other idle one is used")
{
    time.run_for(options.header_timeout);
    CHECK(unanswered->code() == errc::timed_out);
    for (auto const& seen : visits) CHECK(seen.ended);

    start(serve(net, {hello}, afterwards::keep, visits.emplace_back()));
    CHECK(get_next() == "hello");
    CHECK(net.dialed() == 4);
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(unanswered_world,
                 "a cancelled request ends the connection that it has used, and no other idle one")
{
    unanswered->cancel();
    time.settle();
    CHECK(unanswered->code() == condition::cancelled);
    CHECK(visits[2].ended);
    CHECK_FALSE(visits[0].ended);
    CHECK_FALSE(visits[1].ended);

    CHECK(get_next() == "hello");
    CHECK(net.dialed() == 3);
    CHECK(time.armed() == 0);
}
