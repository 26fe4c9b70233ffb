#include "transport/http/received_body.hpp"

#include "catch.hpp"

#include <algorithm>
#include <utility>

using namespace coinformer;
using detail::received_body;

namespace {

/// A connection's buffer, and what a consumer reads of a body.
struct body_world {
    void receive(std::string_view bytes)
    {
        std::copy(bytes.begin(), bytes.end(), block.get());
        body.add({block.get(), bytes.size()}, block);
    }
    std::string read()
    {
        std::string all;
        for (auto const piece : body.take()) all.append(piece);
        return all;
    }
    // Does what a connection does before it reads again. If somebody still has the block, the connection
    // takes another one.
    void next_read()
    {
        body.keep();
        if (block.use_count() == 1)
            std::fill_n(block.get(), 100, '-');
        else
            block = received_body::block(new char[100]);
    }

    received_body::block block{new char[100]};
    received_body body;
};

} // namespace

TEST_CASE_METHOD(body_world, "a consumer that is quick reads the bytes where the connection has put them")
{
    CHECK(body.empty());
    receive("abc");
    CHECK_FALSE(body.empty());
    auto const pieces = body.take();
    REQUIRE(pieces.size() == 1);
    CHECK(pieces[0].data() == block.get());
    CHECK(body.empty());
    CHECK(body.release() == 3);
    CHECK(block.use_count() == 1);
}

TEST_CASE_METHOD(body_world, "bytes that wait are copied before the next read, and keep their order")
{
    receive("abc");
    next_read();
    CHECK(block.use_count() == 1);
    receive("de");
    next_read();
    receive("f");
    CHECK(read() == "abcdef");
    CHECK(body.release() == 6);
    CHECK(body.empty());
    CHECK(body.release() == 0);
}

TEST_CASE_METHOD(body_world, "a block whose bytes are being read belongs to the reader")
{
    receive("abc");
    auto const pieces = body.take();
    next_read();
    receive("de");
    next_read();
    REQUIRE(pieces.size() == 1);
    CHECK(pieces[0] == "abc");
    CHECK(body.release() == 3);
    CHECK(read() == "de");
}

TEST_CASE_METHOD(body_world, "bytes that nobody wants any more are forgotten, and their block is free")
{
    receive("abc");
    next_read();
    receive("de");
    body.clear();
    CHECK(body.empty());
    CHECK(block.use_count() == 1);
    CHECK(read().empty());
}

TEST_CASE_METHOD(body_world, "a read of many frames gives many pieces")
{
    std::string expected;
    for (char c = 'a'; c <= 'z'; ++c) {
        expected += c;
        block[c - 'a'] = c;
        body.add({block.get() + (c - 'a'), 1}, block);
    }
    CHECK(read() == expected);
    CHECK(body.release() == 26);
}

TEST_CASE_METHOD(body_world, "bytes that wait are copied when others come in another block")
{
    receive("abc");
    auto const first = std::exchange(block, received_body::block(new char[100]));
    receive("de");
    CHECK(first.use_count() == 1); // the connection may use it for something else
    std::fill_n(first.get(), 100, '-');
    CHECK(read() == "abcde");
    CHECK(body.release() == 5);
}
