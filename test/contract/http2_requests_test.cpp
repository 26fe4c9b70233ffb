// Contract: compressed lists, reports of requests, refused requests and renewed certificates work over HTTP/2
// as they do over HTTP/1.1.

#include "world.hpp"

#include "transport/config/http2_support.hpp"
#include "unit/transport/temporary_directory.hpp"

#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/certificate_authority.hpp>

#include <list>

namespace {

std::string const all_config_maps = "/api/v1/configmaps";

/// A world with a client that speaks HTTP/2 (without nghttp2 it speaks HTTP/1.1), and a record of what is
/// reported of each request.
struct reported_over_http2 : world {
    client_options options()
    {
        client_options o;
        o.compression = compression::gzip;
        if (has_http2()) o.http.version = http_version::http2;
        o.on_response = [this](request_report const& r) {
            auto line = std::string(r.verb) + ' ' + std::string(r.path) + " #" + std::to_string(r.attempt) +
                        ' ' + std::to_string(r.status);
            if (r.failure) line += r.failure == condition::cancelled ? " given up" : " failed";
            told.push_back(line);
            bytes.push_back(r.received_bytes);
        };
        return o;
    }

    lines told;
    std::vector<std::uint64_t> bytes;
    client api2{env, {.server = "http://in-memory"}, options(), network.dialer()};
};

/// A server that speaks just enough HTTP/2 to refuse a number of streams, and to answer {} to later ones.
class refusing_stream final : public byte_stream {
public:
    explicit refusing_stream(unsigned& refusals) noexcept : refusals_(refusals) {}

    task<std::size_t> read_some(std::span<char> into) override
    {
        while (output_.empty() && !closed_) co_await changed_.wait();
        auto const n = output_.copy(into.data(), into.size());
        output_.erase(0, n);
        co_return n;
    }
    task<> write(std::span<char const> bytes) override
    {
        input_.append(bytes.data(), bytes.size());
        take_frames();
        changed_.notify();
        co_return;
    }
    void close() noexcept override
    {
        closed_ = true;
        changed_.notify();
    }
    std::string_view protocol() const noexcept override { return "h2"; }
    bool reads_resume() const noexcept override { return true; }

private:
    static constexpr char data = 0, headers = 1, rst_stream = 3, settings = 4;

    void send(char type, char flags, std::string const& stream, std::string const& payload)
    {
        output_ += std::string(2, '\0') + static_cast<char>(payload.size()) + type + flags + stream + payload;
    }

    void take_frames()
    {
        constexpr std::size_t preface = 24, head = 9;
        if (!begun_ && input_.size() < preface) return;
        if (!std::exchange(begun_, true)) {
            input_.erase(0, preface);
            send(settings, 0, std::string(4, '\0'), "");
        }
        while (input_.size() >= head) {
            auto const byte = [this](std::size_t at) {
                return static_cast<std::size_t>(static_cast<unsigned char>(input_[at]));
            };
            auto const size = byte(0) << 16 | byte(1) << 8 | byte(2);
            if (input_.size() < head + size) return;
            if (input_[3] == headers) answer(input_.substr(5, 4));
            input_.erase(0, head + size);
        }
    }

    void answer(std::string const& stream)
    {
        if (refusals_ != 0) {
            --refusals_;
            return send(rst_stream, 0, stream, {'\0', '\0', '\0', '\7'}); // REFUSED_STREAM
        }
        std::string const type = "application/json";
        // ":status: 200" and "content-type: ...", in HPACK
        auto const header = std::string("\x88\x0f\x10") + static_cast<char>(type.size()) + type;
        send(headers, 4, stream, header);
        send(data, 1, stream, "{}");
    }

    unsigned& refusals_;
    std::string input_, output_;
    wakeup changed_;
    bool begun_ = false, closed_ = false;
};

class refusing_dialer final : public dialer {
public:
    explicit refusing_dialer(unsigned& refusals) noexcept : refusals_(refusals) {}
    task<std::unique_ptr<byte_stream>> dial() override
    {
        co_return std::make_unique<refusing_stream>(refusals_);
    }

private:
    unsigned& refusals_;
};

/// Three informers and a request, whose client has a certificate on disk.
struct certified_over_http2 : reported_over_http2 {
    certified_over_http2()
    {
        write(ca.client("alice"));
        endpoint here{.server = "http://in-memory"};
        here.tls.client_certificate.file = dir.path("tls.crt");
        here.tls.client_key.file = dir.path("tls.key");
        known.emplace(env, here, options(), network.dialer());
        put("a", "1");
        for (int i = 0; i != 3; ++i) informers.emplace_back(io, *known);
        time.run_for(10s);
    }

    void write(testing::tls_identity const& identity) const
    {
        dir.write("tls.crt", identity.certificate);
        dir.write("tls.key", identity.key);
    }
    std::string read() { return testing::run(io, time, known->get(config_maps, "shop", "a")); }

    temporary_directory dir;
    testing::certificate_authority ca;
    std::optional<client> known;
    std::list<recorded_informer> informers;
};

} // namespace

TEST_CASE_METHOD(reported_over_http2, "a long list comes compressed over HTTP/2, and so does a streamed list")
{
    for (int i = 0; i != 300; ++i) put("m" + std::to_string(i), std::string(1000, 'x'));
    auto const all = testing::run(io, time, api2.list<config_map>("shop"));
    CHECK(all.objects.size() == 300);
    CHECK(all.objects.at(7)->data.at("v") == std::string(1000, 'x'));
    CHECK(bytes.at(0) > 1000);
    CHECK(bytes.at(0) < 60'000);

    auto const fetch = GENERATE(fetch_mode::list, fetch_mode::stream);
    shared_informer<config_map> informer(api2, {.fetch = fetch});
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 300);
    set("m7", std::string(200'000, 'y')); // more than is decompressed at once
    time.settle();
    CHECK(informer.lister().get("shop", "m7")->data.at("v") == std::string(200'000, 'y'));
    running.cancel();
    time.settle();
    CHECK(told.back() == "watch " + all_config_maps + " #1 200 given up");
    if (fetch == fetch_mode::stream) CHECK(bytes.back() < 60'000); // the objects were in this answer, too
}

TEST_CASE_METHOD(reported_over_http2, "each request over HTTP/2 is reported once, however it ends")
{
    put("a", "1");
    auto const one = "/api/v1/namespaces/shop/configmaps/a";
    testing::run(io, time, api2.get<config_map>("shop", "a"));
    CHECK_THROWS_AS(testing::run(io, time, api2.get<config_map>("shop", "none")), api_error);
    CHECK(told ==
          lines{std::string("get ") + one + " #1 200", "get /api/v1/namespaces/shop/configmaps/none #1 404"});
    CHECK(bytes.at(0) > 50);

    told.clear();
    shared_informer<config_map> informer(api2, listing());
    background running(io, informer.run());
    time.run_for(10s);
    CHECK(told == lines{"list " + all_config_maps + " #1 200"});
    server.disconnect();
    time.run_for(10s);
    REQUIRE(told.size() == 3);
    CHECK(told.at(1) == "watch " + all_config_maps + " #1 200 failed");
    CHECK(told.at(2).starts_with("get ")); // after a lost connection, the informer asks for its version
    running.cancel();
    time.run_for(1min);
    CHECK(told.size() == 4);
    CHECK(told.back() == "watch " + all_config_maps + " #1 200 given up");
}

TEST_CASE_METHOD(reported_over_http2,
                 "a request on which the server has not acted is sent again, whatever its verb")
{
    if (!has_http2()) return;
    auto const method = GENERATE(as<std::string>(), "GET", "POST");
    unsigned refusals = 2; // the connection repeats it by itself
    client refused(env, {.server = "http://in-memory"}, options(),
                   std::make_unique<refusing_dialer>(refusals));
    auto const ask = [&](client const& by) {
        http_request what(method, "/apis");
        return testing::run(io, time, client(by).request("ask", what));
    };
    CHECK(ask(refused) == "{}");
    CHECK(told == lines{"ask /apis #1 200"});

    refusals = 5;
    told.clear();
    CHECK(ask(refused) == "{}");
    CHECK(told == lines{"ask /apis #1 0 failed", "ask /apis #2 200"});

    refusals = 100;
    told.clear();
    try {
        ask(refused.without_retries());
        FAIL("the request was answered");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::request_refused);
        CHECK(e.code() == condition::unavailable);
    }
    CHECK(told == lines{"ask /apis #1 0 failed"});
    refused.close();
    time.settle();
}

TEST_CASE_METHOD(certified_over_http2,
                 "watches that share a connection move to one with the renewed certificate, without a list")
{
    auto const connections = [this] { return has_http2() ? server.open_connections() : 1; };
    auto const lists_before = server.requests("list", config_maps);
    auto const watches_before = server.requests("watch", config_maps);
    auto const dialed_before = network.dialed();
    read();
    CHECK(connections() == 1);
    if (has_http2()) CHECK(network.dialed() == dialed_before);

    write(ca.client("alice"));
    time.run_for(3s);
    read(); // a request that finds the new certificate first
    set("a", "2");
    time.run_for(10s);
    CHECK(server.requests("watch", config_maps) == watches_before + 3);
    CHECK(connections() == 1); // the old one was closed with its last watch
    if (has_http2()) CHECK(network.dialed() == dialed_before + 1);

    set("a", "3");
    time.run_for(10s);
    CHECK(server.requests("watch", config_maps) == watches_before + 3);
    CHECK(server.requests("list", config_maps) == lists_before);
    for (auto const& i : informers) CHECK(i.seen == lines{"+i shop/a=1", "~ shop/a=1>2", "~ shop/a=2>3"});
    CHECK(log_text.str().find("WARNING") == std::string::npos);
}
