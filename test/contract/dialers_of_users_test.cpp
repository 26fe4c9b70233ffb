// Contract: a dialer of the user's may end in any way. That is a failed attempt, which is repeated, unless
// the request itself was cancelled.

#include "world.hpp"

#include <coinformer/core/wakeup.hpp>

namespace {

enum class end_of_dial { sound, cancelled, misused, null, hangs };

/// A dialer that ends as `now` says.
class odd_dialer final : public dialer {
public:
    odd_dialer(std::unique_ptr<dialer> inner, end_of_dial const& now) : inner_(std::move(inner)), now_(now) {}
    task<std::unique_ptr<byte_stream>> dial() override
    {
        switch (now_) {
        case end_of_dial::cancelled: // by a time limit of its own
            throw boost::system::system_error(asio::error::operation_aborted);
        case end_of_dial::misused: throw api_error(errc::stopped, "another part of the program");
        case end_of_dial::null: co_return nullptr;
        case end_of_dial::hangs: co_await hang(); break;
        case end_of_dial::sound: break;
        }
        co_return co_await inner_->dial();
    }

private:
    /// Waits until it is cancelled, and has words of its own for that.
    task<> hang()
    {
        bool was_cancelled = false;
        try {
            co_await never_.wait();
        } catch (boost::system::system_error const&) {
            was_cancelled = true;
        }
        if (was_cancelled) throw std::runtime_error("aborted");
    }

    std::unique_ptr<dialer> inner_;
    end_of_dial const& now_;
    wakeup never_;
};

task<> get_a_of(client api)
{
    (void)co_await api.without_retries().get(config_maps, "shop", "a");
}

/// A client that uses such a dialer.
struct odd_world : world {
    explicit odd_world(client_options options = {})
        : connected(env, endpoint{.server = "http://in-memory"}, std::move(options),
                    std::make_unique<odd_dialer>(network.dialer(), now))
    {
        put("a", "1");
    }
    ~odd_world()
    {
        connected.close();
        time.settle();
    }

    end_of_dial now = end_of_dial::sound;
    client connected;
};

} // namespace

TEST_CASE("a dialer that is cancelled by itself, misused, or returns nothing ends no informer")
{
    auto const how = GENERATE(end_of_dial::cancelled, end_of_dial::misused, end_of_dial::null);
    CAPTURE(static_cast<int>(how));
    odd_world w;
    w.now = how;
    shared_informer<config_map> informer(w.connected, listing());
    background running(w.io, informer.run());
    w.time.run_for(10s);
    REQUIRE_FALSE(running.ended);
    CHECK_THAT(w.run(informer.status()).reflector.last_failure, Catch::Contains("connection failed"));
    w.now = end_of_dial::sound;
    w.time.run_for(1min);
    CHECK(w.listed(informer) == lines{"a=1"});
}

TEST_CASE("an informer that is cancelled while it dials has not failed, whatever the dialer says")
{
    odd_world w;
    w.now = end_of_dial::hangs;
    lines failures;
    auto options = listing();
    options.on_failure = [&](api_error const& e) { failures.emplace_back(e.what()); };
    shared_informer<config_map> informer(w.connected, options);
    background running(w.io, informer.run());
    w.time.run_for(1s);
    running.cancel();
    w.time.settle();
    CHECK(running.ended);
    CHECK(running.code() == condition::cancelled);
    CHECK(failures.empty());
}

TEST_CASE("requests that wait for the dial of another one do not share its cancellation")
{
    client_options options;
    options.http.version = http_version::http2;
    odd_world w(options);
    w.now = end_of_dial::hangs;
    background dialling(w.io, get_a_of(w.connected));
    w.time.settle();
    w.now = end_of_dial::sound;
    background waiting(w.io, get_a_of(w.connected));
    w.time.settle();
    dialling.cancel();
    w.time.settle();
    CHECK(dialling.code() == condition::cancelled);
    REQUIRE(waiting.ended);
    CHECK(waiting.what().empty());
}
