// Tests what a TLS stream does when it has to send something by itself, and the connection takes it late or
// not at all: the answer to a change of keys, and the alerts that refuse a handshake or a certificate.

#include "tls_wire.hpp"

using namespace coinformer;
namespace asio = boost::asio;

TEST_CASE_METHOD(tls_wire::wired, "a change of keys is answered with the next request")
{
    open();
    request_change_of_keys();
    say("answer");
    std::string got;
    started reading(io, tls_wire::read_text(*stream, got));
    time.settle();
    REQUIRE(reading.done());
    CHECK(got == "answer");
    CHECK(stream->reads_resume());

    started writing(io, tls_wire::write_text(*stream, "one"));
    time.settle();
    REQUIRE(writing.done());
    take();
    CHECK(heard == "one");
    CHECK(changes_of_keys == 1);
}

// A client refuses a new handshake, which TLS 1.2 has, and has to send that while it reads.
TEST_CASE_METHOD(tls_wire::wired, "a read and a request that both have to send do so one behind the other")
{
    bool const reads_first = GENERATE(false, true);
    speak_tls_1_2();
    open();
    line.holds_writes = true;
    request_handshake();
    std::string got;
    std::optional<started> reading, writing;
    if (reads_first) reading.emplace(io, tls_wire::read_text(*stream, got));
    time.settle();
    writing.emplace(io, tls_wire::write_text(*stream, "one"));
    time.settle();
    if (!reads_first) reading.emplace(io, tls_wire::read_text(*stream, got));
    time.settle();
    CHECK(line.under_way == 1);
    CHECK_FALSE(writing->done());

    release_writes();
    REQUIRE(writing->done());
    CHECK(writing->what() == "");
    CHECK_FALSE(reading->done()); // it waits for an answer
    CHECK(line.most_under_way == 1);
    CHECK(stream->reads_resume());
    reading->cancel();
    time.settle();
    CHECK(stream->reads_resume()); // nothing was lost
}

TEST_CASE_METHOD(tls_wire::wired, "a read that is cancelled while it has to send does not go on later")
{
    bool const is_behind_request = GENERATE(false, true);
    speak_tls_1_2();
    open();
    CHECK(stream->reads_resume());
    line.holds_writes = true;
    std::string got;
    std::optional<started> writing;
    if (is_behind_request) writing.emplace(io, tls_wire::write_text(*stream, "one"));
    time.settle();
    request_handshake();
    std::optional<started> reading;
    reading.emplace(io, tls_wire::read_text(*stream, got));
    time.settle();
    CHECK(line.under_way == 1);
    CHECK_FALSE(reading->done());

    reading->cancel();
    time.settle();
    CHECK(reading->done());
    CHECK(reading->code() == condition::cancelled);
    CHECK_FALSE(stream->reads_resume());

    release_writes();
    if (writing) CHECK(writing->what() == "");
}

TEST_CASE("why a certificate is refused is told although the server cannot be told any more")
{
    using namespace std::chrono_literals;
    auto const code = GENERATE(errc::tls_untrusted, errc::tls_expired, errc::tls_wrong_host);
    auto const& ca = tls_world::authority();
    tls_wire::wired w(code == errc::tls_untrusted ? testing::certificate_authority::self_signed({"localhost"})
                      : code == errc::tls_expired ? ca.server({"localhost"}, tls_world::around(-2h, -1h))
                                                  : ca.server({"kubernetes"}));
    w.line.good_writes = 1; // the greeting
    w.line.failure = asio::error::connection_reset;
    started opening(w.io, w.connect());
    w.time.settle();
    w.take();
    w.time.settle();
    REQUIRE(opening.done());
    CHECK(w.line.writes == 2);
    INFO(opening.what());
    CHECK(opening.code() == code);
}

TEST_CASE_METHOD(tls_wire::wired, "a greeting that cannot be sent fails with the error of the connection")
{
    line.good_writes = 0;
    line.failure = asio::error::host_unreachable;
    started opening(io, connect());
    time.settle();
    REQUIRE(opening.done());
    CHECK(opening.code() == errc::connection_reset);
    tls_world::mentions(opening, line.failure.message());
}

TEST_CASE("a handshake that is cancelled while it refuses a certificate fails as cancelled")
{
    tls_wire::wired w(testing::certificate_authority::self_signed({"localhost"}));
    started opening(w.io, w.connect());
    w.time.settle();
    w.line.holds_writes = true;
    w.take();
    w.time.settle();
    REQUIRE(w.line.under_way == 1); // the alert
    opening.cancel();
    w.time.settle();
    REQUIRE(opening.done());
    CHECK(opening.code() == condition::cancelled);
}
