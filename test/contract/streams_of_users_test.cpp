// Contract: a stream of the user's may end in any way. That is a lost connection, which is made anew, unless
// the informer itself was cancelled. The same holds for dialers: see dialers_of_users_test.cpp.

#include "world.hpp"

#include "transport/http/http2_codec.hpp"

#include <exception>

namespace {

enum class use_of_stream { none, read, write };

/// The fault that the streams of a faulty_dialer have now: an exception, and the function that throws it.
struct stream_fault {
    void throw_in(use_of_stream use) const
    {
        if (use == in) std::rethrow_exception(thrown);
    }

    use_of_stream in = use_of_stream::none;
    std::exception_ptr thrown;
};

/// A connection that throws when it is used as its fault says, also at the end of a read that was under way.
/// If it is closed during a read, that read ends as a socket's does, with a cancellation.
class faulty_stream final : public byte_stream {
public:
    faulty_stream(std::unique_ptr<byte_stream> inner, stream_fault const& fault)
        : inner_(std::move(inner)), fault_(fault)
    {
    }

    task<std::size_t> read_some(std::span<char> into) override
    {
        fault_.throw_in(use_of_stream::read);
        std::size_t n = 0;
        try {
            n = co_await inner_->read_some(into);
        } catch (api_error const&) {
            if (!is_closed_) throw;
            throw boost::system::system_error(asio::error::operation_aborted);
        }
        fault_.throw_in(use_of_stream::read);
        co_return n;
    }
    task<> write(std::span<char const> bytes) override
    {
        fault_.throw_in(use_of_stream::write);
        co_await inner_->write(bytes);
    }
    void close() noexcept override
    {
        is_closed_ = true;
        inner_->close();
    }
    std::string_view protocol() const noexcept override { return inner_->protocol(); }

private:
    std::unique_ptr<byte_stream> inner_;
    stream_fault const& fault_;
    bool is_closed_ = false;
};

class faulty_dialer final : public dialer {
public:
    faulty_dialer(std::unique_ptr<dialer> inner, stream_fault const& fault)
        : inner_(std::move(inner)), fault_(fault)
    {
    }
    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto stream = co_await inner_->dial();
        co_return std::make_unique<faulty_stream>(std::move(stream), fault_);
    }

private:
    std::unique_ptr<dialer> inner_;
    stream_fault const& fault_;
};

/// A client whose connections are such streams.
struct faulty_streams_world : world {
    explicit faulty_streams_world(bool is_http2 = false)
    {
        network.agree_on(is_http2 && has_http2() ? "h2" : "");
        put("a", "1");
    }
    ~faulty_streams_world()
    {
        connected.close();
        time.settle();
    }

    // Begins the fault, and makes every kind of use happen: an event ends the read of the watch, and the next
    // watch has to be asked for over a new connection.
    void begin(stream_fault what)
    {
        fault = std::move(what);
        set("a", "2");
        time.run_for(1s);
        network.reset();
        time.run_for(10s);
    }

    stream_fault fault;
    client connected{env,
                     endpoint{.server = "http://in-memory"},
                     {},
                     std::make_unique<faulty_dialer>(network.dialer(), fault)};
};

enum class error_of_stream { cancelled, cancelled_by_library, timed_out, misused, misused_elsewhere };

std::exception_ptr thrown_by_stream(error_of_stream what)
{
    switch (what) {
    case error_of_stream::cancelled: // by a time limit of its own
        return std::make_exception_ptr(boost::system::system_error(asio::error::operation_aborted));
    case error_of_stream::cancelled_by_library: // as by with_timeout() in another part of the program
        return std::make_exception_ptr(api_error(errc::cancelled, "a timer of the stream"));
    case error_of_stream::timed_out: // with_timeout() throws this
        return std::make_exception_ptr(api_error(errc::timed_out, "a timer of the stream"));
    case error_of_stream::misused:
        return std::make_exception_ptr(api_error(errc::stopped, "another part of the program"));
    case error_of_stream::misused_elsewhere: break;
    }
    return std::make_exception_ptr(boost::system::system_error(make_error_code(errc::already_running)));
}

} // namespace

TEST_CASE("a stream that is cancelled by itself, or reports a misuse, ends no informer")
{
    bool const is_http2 = GENERATE(false, true);
    auto const use = GENERATE(use_of_stream::read, use_of_stream::write);
    auto const what =
        GENERATE(error_of_stream::cancelled, error_of_stream::cancelled_by_library,
                 error_of_stream::timed_out, error_of_stream::misused, error_of_stream::misused_elsewhere);
    CAPTURE(is_http2, static_cast<int>(use), static_cast<int>(what));
    faulty_streams_world w(is_http2);
    shared_informer<config_map> informer(w.connected, listing());
    background running(w.io, informer.run());
    w.time.run_for(1s);
    REQUIRE(w.listed(informer) == lines{"a=1"});

    w.begin({use, thrown_by_stream(what)});
    REQUIRE_FALSE(running.ended);
    CHECK_THAT(w.run(informer.status()).reflector.last_failure,
               Catch::Contains(what == error_of_stream::timed_out ? "timed out" : "connection closed"));
    w.fault = {};
    w.set("a", "3");
    w.time.run_for(5min);
    CHECK(w.listed(informer) == lines{"a=3"});
    CHECK_FALSE(running.ended);
}

TEST_CASE("a stream that is cancelled by itself ends no informer of a factory without a word")
{
    auto const use = GENERATE(use_of_stream::read, use_of_stream::write);
    CAPTURE(static_cast<int>(use));
    faulty_streams_world w;
    informer_factory factory(w.connected);
    auto const maps = factory.of<config_map>();
    background running(w.io, factory.run());
    w.time.run_for(1s);
    REQUIRE(factory.has_synced());

    w.begin({use, thrown_by_stream(error_of_stream::cancelled)});
    CHECK(factory.failures().empty());
    w.fault = {};
    w.set("a", "3");
    w.time.run_for(5min);
    CHECK(w.listed(maps) == lines{"a=3"});
    CHECK(factory.has_synced());
    CHECK(factory.failures().empty());
    auto const now = w.run(maps.status());
    CHECK(now.reflector.now == phase::watching);
    REQUIRE(now.reflector.fresh_as_of);
    CHECK(now.taken_at - *now.reflector.fresh_as_of < 5min);
}

TEST_CASE("an informer that is cancelled while its stream reads has not failed")
{
    faulty_streams_world w;
    lines failures;
    auto options = listing();
    options.on_failure = [&](api_error const& e) { failures.emplace_back(e.what()); };
    shared_informer<config_map> informer(w.connected, options);
    background running(w.io, informer.run());
    w.time.run_for(1s);
    REQUIRE(w.listed(informer) == lines{"a=1"});
    running.cancel();
    w.time.settle();
    REQUIRE(running.ended);
    CHECK(running.code() == condition::cancelled);
    CHECK(failures.empty());
}

TEST_CASE(
    "an informer whose client is closed says so, although the close has cancelled the read of its stream")
{
    bool const is_http2 = GENERATE(false, true);
    CAPTURE(is_http2);
    faulty_streams_world w(is_http2);
    shared_informer<config_map> informer(w.connected, listing());
    background running(w.io, informer.run());
    w.time.run_for(1s);
    REQUIRE(w.listed(informer) == lines{"a=1"});
    w.connected.close();
    w.time.run_for(1s);
    REQUIRE(running.ended);
    CHECK(running.code() == errc::stopped);
}
