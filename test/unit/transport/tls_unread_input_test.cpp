// Tests that a TLS stream reports input which it has taken from its carrier, and which no read has returned.
// A connection with such input must not be used for another request, which the input would answer.

#include "tls_wire.hpp"

TEST_CASE_METHOD(tls_wire::wired, "a TLS stream has input as long as something has come that was not read")
{
    open();
    std::string const full(1000, 'a'); // as much as one read takes
    bool is_more = true;
    SECTION("nothing behind a full read")
    {
        say(full);
        is_more = false;
    }
    SECTION("nothing behind an answer")
    {
        say("answer");
        is_more = false;
    }
    SECTION("a record behind a full read")
    {
        say(full);
        say("x");
    }
    SECTION("the rest of the record behind a full read")
    {
        say(full + 'x');
    }
    SECTION("a part of a record")
    {
        say("answer");
        auto const size = line.to_client.size();
        say("x");
        line.to_client.resize(size + 10);
    }
    SECTION("the goodbye")
    {
        say("answer");
        say_goodbye();
    }
    SECTION("a record that cannot be decrypted")
    {
        say("answer");
        line.to_client += std::string("\x17\x03\x03\x00\x20", 5) + std::string(32, 'x');
    }
    CHECK(stream->has_input());
    std::string got;
    started reading(io, tls_wire::read_text(*stream, got));
    time.settle();
    REQUIRE(reading.done());
    CHECK(reading.what() == "");
    CHECK(got.starts_with('a'));
    REQUIRE(line.to_client.empty()); // the stream has taken all of it
    CHECK(stream->has_input() == is_more);
}

TEST_CASE_METHOD(tls_wire::wired, "a TLS stream has no input any more when the next read has brought it")
{
    open();
    say(std::string(1000, 'a'));
    say("x");
    for (auto const& expected : {std::string(1000, 'a'), std::string("x")}) {
        std::string got;
        started reading(io, tls_wire::read_text(*stream, got));
        time.settle();
        REQUIRE(reading.done());
        CHECK(got == expected);
    }
    CHECK_FALSE(stream->has_input());
}
