// A connection that cannot be made holds up no other request of an HTTP/2 client for long.

#include "http2_server.hpp"

#include <coinformer/core/wakeup.hpp>
#include <coinformer/core/with_timeout.hpp>

#include "catch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

using namespace http2_world;
using namespace std::chrono_literals;

namespace {

/// Dials that a load balancer distributes: the first ones reach a server that is stuck, and hang until they
/// are cancelled.
class balanced_dialer final : public dialer {
public:
    balanced_dialer(std::unique_ptr<dialer> sound, int stuck, int& dialed)
        : sound_(std::move(sound)), stuck_(stuck), dialed_(dialed)
    {
    }
    task<std::unique_ptr<byte_stream>> dial() override
    {
        bool const is_stuck = dialed_++ < stuck_;
        while (is_stuck) co_await never_.wait();
        auto stream = co_await sound_->dial();
        co_return std::move(stream);
    }

private:
    std::unique_ptr<dialer> sound_;
    int stuck_;
    int& dialed_;
    wakeup never_;
};

/// Dials of which only the first succeeds, after some time. The others fail, after some time as well.
class uneven_dialer final : public dialer {
public:
    uneven_dialer(std::unique_ptr<dialer> sound, time_source& time, duration first, duration others)
        : sound_(std::move(sound)), time_(time), first_(first), others_(others)
    {
    }
    task<std::unique_ptr<byte_stream>> dial() override
    {
        bool const is_first = !std::exchange(has_dialed_, true);
        if (!is_first) {
            co_await time_.sleep_for(others_);
            throw api_error(errc::connect_failed, "the server");
        }
        co_await time_.sleep_for(first_);
        auto stream = co_await sound_->dial();
        co_return stream;
    }

private:
    std::unique_ptr<dialer> sound_;
    time_source& time_;
    duration first_, others_;
    bool has_dialed_ = false;
};

struct uneven_world : world2 {
    uneven_world(duration first, duration others, int requests)
    {
        environment const env{.ex = io.get_executor(), .time = &time, .log = &log};
        client.emplace(env, server, options,
                       std::make_unique<uneven_dialer>(net.dialer(), time, first, others));
        for (int i = 0; i != requests; ++i)
            requests_of_test.push_back(&start(fetch(*client, get("/"), answers.emplace_back())));
    }
    auto ended() const { return std::ranges::count_if(requests_of_test, &started::done); }
    std::vector<started const*> requests_of_test;
};

struct balanced_world : world2 {
    explicit balanced_world(int stuck)
    {
        environment const env{.ex = io.get_executor(), .time = &time, .log = &log};
        client.emplace(env, server, options, std::make_unique<balanced_dialer>(net.dialer(), stuck, dialed));
    }
    void get_many()
    {
        for (int i = 0; i != 10; ++i) get_it();
        time.settle();
    }
    auto answered() const
    {
        return std::ranges::count_if(answers, [](received const& r) { return r.body == "hello"; });
    }
    int dialed = 0;
};

} // namespace

TEST_CASE("a request that begins while a dial hangs dials anew")
{
    balanced_world w(1);
    w.serve().answers_all = true;
    w.get_it();
    auto const& hung = *w.last;
    w.time.run_for(2s);
    CHECK(w.dialed == 1);

    // a leader's renewal: an attempt is given up after four seconds
    auto& renewal = w.answers.emplace_back();
    w.start(with_timeout(w.time, 4s, fetch(*w.client, get("/renewal"), renewal)));
    w.time.settle();
    CHECK(renewal.body == "hello");
    CHECK(w.dialed == 2);
    CHECK_FALSE(hung.done());
    w.time.run_for(w.options.connect_timeout + w.options.tls_timeout);
    CHECK(hung.code() == errc::timed_out);
    CHECK(w.dialed == 2);
}

TEST_CASE("of the requests that wait for a dial that hangs one dials anew, and all of them are answered")
{
    balanced_world w(1);
    w.serve().answers_all = true;
    w.get_many();
    w.time.run_for(999ms);
    CHECK(w.dialed == 1);
    w.time.run_for(1ms);
    CHECK(w.dialed == 2);
    CHECK(w.answered() == 9);
}

TEST_CASE("a dial that fails takes down no request that waits for one which is under way")
{
    uneven_world w(2500ms, 0s, 10);
    w.serve().answers_all = true;
    w.time.run_for(2400ms);
    CHECK(w.ended() == 2); // these have dialed themselves
    w.time.run_for(600ms);
    CHECK(std::ranges::count_if(w.answers, [](received const& r) { return r.body == "hello"; }) == 8);
}

TEST_CASE("requests that wait while one dial after the other fails are not held up for ever")
{
    uneven_world w(1h, 2s, 100);
    w.time.run_for(9s);
    CHECK(w.ended() < 20);
    w.time.run_for(4s);
    CHECK(w.ended() >= 90);
}

TEST_CASE("of many requests that begin together one dials, also while other dials hang, and then more seldom")
{
    balanced_world w(100);
    w.get_many();
    CHECK(w.dialed == 1);
    w.time.run_for(999ms);
    w.get_many();
    CHECK(w.dialed == 1);
    w.time.run_for(1ms);
    w.get_many();
    CHECK(w.dialed == 2);
    w.time.run_for(1s);
    w.get_many();
    CHECK(w.dialed == 2);
    w.time.run_for(1s);
    w.get_many();
    CHECK(w.dialed == 3);
    w.time.run_for(2999ms);
    CHECK(w.dialed == 3);
    w.time.run_for(1ms);
    CHECK(w.dialed == 4); // one of those that wait
}
