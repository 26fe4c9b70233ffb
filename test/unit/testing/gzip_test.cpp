#include "wire_world.hpp"

#include <boost/json/parse.hpp>

#include <zlib.h>

#include "catch.hpp"

#include <array>

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::testing;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr std::string_view gzip = "Accept-Encoding: deflate, gzip;q=1.0\r\n";

struct unpacked {
    std::string text;
    int members = 0;
};

unpacked unpack(std::string const& bytes)
{
    unpacked result;
    z_stream z{};
    inflateInit2(&z, 16 + MAX_WBITS);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    z.avail_in = static_cast<uInt>(bytes.size());
    std::array<char, 4096> block{};
    int code = Z_OK;
    while (z.avail_in != 0 || code == Z_OK) {
        z.next_out = reinterpret_cast<Bytef*>(block.data());
        z.avail_out = block.size();
        code = inflate(&z, Z_NO_FLUSH);
        result.text.append(block.data(), block.size() - z.avail_out);
        if (code == Z_STREAM_END) {
            ++result.members;
            inflateReset(&z);
        } else if (code != Z_OK) {
            break;
        }
    }
    inflateEnd(&z);
    return result;
}

bool is_packed(std::string_view answer)
{
    return answer.find("Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n") != answer.npos;
}

// a list of these objects has more than 128 KiB
void fill(api_server& server, int objects)
{
    for (int i = 0; i != objects; ++i)
        server.create(configmaps, R"({"metadata":{"name":"cm-)" + std::to_string(i) + R"("},"data":{"k":")" +
                                      std::string(4000, 'x') + "\"}}");
}

} // namespace

TEST_CASE("a list of more than 128 KiB is compressed for a client that accepts gzip, as one member")
{
    wire_world world;
    raw_client client(world);
    fill(world.server, 100);

    auto const packed = client.ask(get("/api/v1/configmaps", gzip));
    auto const plain = client.ask(get("/api/v1/configmaps"));
    auto const short_one = client.ask(get("/api/v1/configmaps?limit=20", gzip));

    CHECK(is_packed(packed));
    CHECK(packed.size() < plain.size() / 10);
    auto const list = unpack(body_of(packed));
    CHECK(list.members == 1);
    auto const same = list.text == body_of(plain); // so that a failure does not print both texts
    CHECK(same);
    CHECK_FALSE(is_packed(plain));
    CHECK_FALSE(is_packed(short_one));
    CHECK(json::parse(body_of(short_one)).at("items").as_array().size() == 20);
    CHECK(body_of(client.ask(get("/healthz"))) == "ok"); // the connection goes on
}

TEST_CASE("a long object is compressed, too")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps,
                        R"({"metadata":{"name":"a"},"data":{"k":")" + std::string(200'000, 'x') + "\"}}");
    auto const path = "/api/v1/namespaces/default/configmaps/a";

    auto const packed = client.ask(get(path, gzip));

    CHECK(is_packed(packed));
    CHECK(packed.size() < 10'000);
    auto const same = unpack(body_of(packed)).text == body_of(client.ask(get(path)));
    CHECK(same);
}

TEST_CASE("a streamed list is compressed, with a gzip member for each flush; a plain watch is not")
{
    wire_world world;
    raw_client client(world);
    raw_client other(world);
    fill(world.server, 2);

    auto const first =
        client.ask(get("/api/v1/configmaps?watch=1&sendInitialEvents=true&resourceVersionMatch="
                       "NotOlderThan&allowWatchBookmarks=true",
                       gzip));
    auto const initial = unpack(body_of(first));
    world.server.create(configmaps, R"({"metadata":{"name":"later"}})");
    world.time.settle();
    std::string later;
    for (auto const& chunk : chunks_of(client.take())) later += chunk;
    auto const plain = other.ask(get("/api/v1/configmaps?watch=1", gzip));

    CHECK(is_packed(first));
    CHECK(initial.members == 1);
    CHECK(std::ranges::count(initial.text, '\n') == 3);
    CHECK(initial.text.find("k8s.io/initial-events-end") != std::string::npos);
    CHECK(unpack(later).text.find("\"later\"") != std::string::npos);
    // Go's reader returns nothing of a member that ends without a flush before the next member begins.
    CHECK(later.find(std::string("\x00\x00\xff\xff", 4)) != std::string::npos);
    CHECK_FALSE(is_packed(plain));
    CHECK(chunks_of(plain).size() == 3);
}
