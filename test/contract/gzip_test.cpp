// Contract: lists and streamed lists may come compressed, as a real server compresses them. A body that is
// damaged, or that ends too early, is an error of the network. How well it is compressed makes no difference.

#include "tapped_network.hpp"
#include "testing/formats/gzip_stream.hpp"
#include "world.hpp"

#include <zlib.h>

namespace {

using testing::detail::gzipped;

struct compressing : world {
    ~compressing() { tapped.close(); }

    client with(compression how)
    {
        client_options options;
        options.compression = how;
        return client(env, endpoint{.server = "http://in-memory"}, options,
                      std::make_unique<tapped_dialer>(network.dialer(), said));
    }
    void answer(std::string body, std::string coding = "gzip")
    {
        server.inject(
            faults::answer({.body = std::move(body), .content_encoding = std::move(coding)}).on("list"));
    }
    /// Returns the error of a list that is answered with these bytes.
    error_code code_for(std::string body)
    {
        answer(std::move(body));
        try {
            testing::run(io, time, tapped.without_retries().list<config_map>("shop"));
        } catch (api_error const& e) {
            return e.code();
        }
        return {};
    }

    conversation said;
    client tapped = with(compression::gzip);
};

std::string list_of(std::size_t count, std::string const& value)
{
    std::string list = R"({"kind":"ConfigMapList","metadata":{"resourceVersion":"9"},"items":[)";
    for (std::size_t i = 0; i != count; ++i)
        list += (i == 0 ? "" : ",") + (R"({"metadata":{"name":"m)" + std::to_string(i)) +
                R"(","namespace":"shop","uid":"u)" + std::to_string(i) +
                R"(","resourceVersion":"3"},"data":{"v":")" + value + "\"}}";
    return list + "]}";
}

// Compresses as well as zlib can, which is better than a real server does.
std::string packed(std::string const& text)
{
    z_stream z{};
    constexpr int gzip_format = 16 + MAX_WBITS;
    REQUIRE(deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_format, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string out(deflateBound(&z, text.size()), '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    REQUIRE(deflate(&z, Z_FINISH) == Z_STREAM_END);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

} // namespace

TEST_CASE_METHOD(compressing, "a long list comes compressed, and holds the same objects")
{
    for (int i = 0; i != 300; ++i) put("m" + std::to_string(i), std::string(1000, 'x'));
    auto const all = testing::run(io, time, tapped.list<config_map>("shop"));
    CHECK(all.objects.size() == 300);
    CHECK(all.objects.at(7)->data.at("v") == std::string(1000, 'x'));
    CHECK(said.sent.find("Accept-Encoding: gzip\r\n") != said.sent.npos);
    CHECK(said.received.size() < 60'000);
}

TEST_CASE_METHOD(compressing, "a list in protobuf may come compressed as well")
{
    auto const fetch = GENERATE(fetch_mode::list, fetch_mode::stream);
    testing::api_server binary(env, {.answers_protobuf = true, .gzip_threshold = 1000});
    for (int i = 0; i != 50; ++i)
        binary.create(config_maps, R"({"metadata":{"name":"m)" + std::to_string(i) +
                                       R"(","namespace":"shop"},"data":{"v":")" + std::string(1000, 'x') +
                                       "\"}}");
    testing::memory_network wire(env);
    background serving(io, binary.run(wire));
    conversation heard;
    client_options how;
    how.encoding = encoding::protobuf;
    client api(env, endpoint{.server = "http://in-memory"}, how,
               std::make_unique<tapped_dialer>(wire.dialer(), heard));
    informer_options options;
    options.fetch = fetch;
    shared_informer<config_map> informer(api, options);
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 50);
    CHECK(heard.received.find("Content-Type: application/vnd.kubernetes.protobuf") != heard.received.npos);
    CHECK(heard.received.size() < 10'000);
    running.cancel();
    time.settle();
    api.close();
    serving.cancel();
    time.settle();
}

TEST_CASE_METHOD(compressing, "only lists are asked for compressed, because everything else is short")
{
    put("a", "1");
    testing::run(io, time, tapped.get<config_map>("shop", "a"));
    testing::run(io, time, tapped.patch(config_maps, "shop", "a", merge_patch(R"({"data":{"v":"2"}})")));
    CHECK(said.sent.find("Accept-Encoding") == said.sent.npos);
}

TEST_CASE_METHOD(compressing, "an informer reads compressed lists and streamed lists, and each event at once")
{
    auto const fetch = GENERATE(fetch_mode::list, fetch_mode::stream);
    for (int i = 0; i != 200; ++i) put("m" + std::to_string(i), std::string(1000, 'x'));
    informer_options options;
    options.fetch = fetch;
    shared_informer<config_map> informer(tapped, options);
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 200);
    CHECK(said.received.size() < 100'000);
    set("m7", std::string(200'000, 'y')); // more than is decompressed at once
    time.settle();
    CHECK(informer.lister().get("shop", "m7")->data.at("v") == std::string(200'000, 'y'));
    remove("m8");
    time.settle();
    CHECK(informer.snapshot().size() == 199);
}

TEST_CASE_METHOD(compressing, "an answer may have several members, cut anywhere, and an empty one among them")
{
    auto const text = list_of(20, "v");
    auto const cut = GENERATE(range(1, 200, 13));
    auto const at = static_cast<std::size_t>(cut);
    answer(gzipped(text.substr(0, at)) + gzipped("") + gzipped(text.substr(at)));
    CHECK(testing::run(io, time, tapped.list<config_map>("shop")).objects.size() == 20);
}

TEST_CASE_METHOD(compressing, "the name of a coding may be written in any case")
{
    for (auto const* const coding : {"GZIP", "X-GZip"}) {
        answer(gzipped(list_of(3, "value")), coding);
        CHECK(testing::run(io, time, tapped.list<config_map>("shop")).objects.size() == 3);
    }
}

TEST_CASE_METHOD(compressing, "a compressed body that is damaged or ends too early is an error that says so")
{
    auto const whole = gzipped(list_of(50, "value"));
    auto damaged = whole;
    damaged[whole.size() / 2] = static_cast<char>(~damaged[whole.size() / 2]);
    CHECK(code_for(damaged) != error_code());
    CHECK(code_for(whole.substr(0, whole.size() - 1)) == errc::truncated);
    CHECK(code_for(whole.substr(0, 5)) == errc::truncated);
    CHECK(code_for("{}") == errc::protocol_error);
    CHECK(code_for(whole + "rest") == errc::protocol_error);
    CHECK(code_for("") != error_code());
    CHECK(code_for(whole) == error_code()); // the client is as good as before
}

TEST_CASE_METHOD(compressing,
                 "objects that are compressed as well as the format allows are read like any others")
{
    // Any user of the cluster can make such objects, and must not stop the clients that list them.
    auto const text = list_of(8, std::string(1'000'000, 'a'));
    auto const best = packed(text);
    REQUIRE(text.size() / best.size() > 900);
    CHECK(code_for(best) == error_code());
}

TEST_CASE_METHOD(compressing,
                 "an object that is too large is refused, however short it is when it is compressed")
{
    auto const bomb = packed(list_of(1, std::string(64 * 1024 * 1024, ' ')));
    REQUIRE(bomb.size() < 100'000);
    answer(bomb);
    auto const all = testing::run(io, time, tapped.list<config_map>("shop"));
    REQUIRE(all.faults.size() == 1);
    CHECK(all.faults[0].code == errc::object_too_large);
}

TEST_CASE_METHOD(compressing, "while much comes out of few bytes, other tasks get their turn")
{
    answer(packed("{" + std::string(64 * 1024 * 1024, ' ') + list_of(1, "v").substr(1)));
    std::size_t turns = 0;
    bool over = false;
    background other(io, [](std::size_t& count, bool& end) -> task<> {
        while (!end) {
            ++count;
            co_await asio::post(asio::use_awaitable);
        }
    }(turns, over));
    background reading(io, [](client from, bool& end) -> task<> {
        (void)co_await from.list<config_map>("shop");
        end = true;
    }(tapped, over));
    for (int steps = 0; !over && steps != 100'000; ++steps) io.poll_one();
    CHECK(over);
    CHECK(turns > 64);
}

TEST_CASE_METHOD(compressing,
                 "by default, a server on loopback and one of the same cluster are not asked to compress")
{
    auto const asks = [this](std::string url, std::string origin, bool disabled = false) {
        conversation heard;
        endpoint at{.server = std::move(url), .disable_compression = disabled, .origin = std::move(origin)};
        client api(env, std::move(at), {}, std::make_unique<tapped_dialer>(network.dialer(), heard));
        testing::run(io, time, api.list<config_map>("shop"));
        api.close();
        time.settle();
        return heard.sent.find("Accept-Encoding: gzip") != heard.sent.npos;
    };
    CHECK(asks("http://cluster.example:6443", "context a of /home/me/.kube/config"));
    CHECK(asks("http://10.0.0.1", {}));
    CHECK_FALSE(asks("http://10.0.0.1", {}, true));
    for (auto const* const near :
         {"http://127.0.0.1:6443", "http://127.3.2.1", "http://[::1]:6443", "http://localhost"})
        CHECK_FALSE(asks(near, {}));
    CHECK_FALSE(asks("http://10.0.0.1", "in-cluster"));
    CHECK_FALSE([&] {
        said = {};
        testing::run(io, time, with(compression::none).list<config_map>("shop"));
        return said.sent.find("Accept-Encoding") != said.sent.npos;
    }());
}
