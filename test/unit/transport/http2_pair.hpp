#pragma once

#include "transport/http/http2_codec.hpp"

#include "http2_peer.hpp"

// A client's codec and a server, in memory.
namespace http2_codec_world {

using namespace coinformer;
using namespace coinformer::detail;
using test::http2_peer;

/// Everything that the codec reports, by exchange.
struct told_http2 final : codec_sink {
    struct exchange {
        int status = 0;
        std::map<std::string, std::string> header;
        std::string body;
        int done = 0;
        error_code code;
        std::string detail;
    };
    std::map<stream_id, exchange> all;

    void head(stream_id id, int status, std::span<header_field const> fields) override
    {
        all[id].status = status;
        for (auto const& f : fields) all[id].header[std::string(f.name)] = f.value;
    }
    void data(stream_id id, std::string_view bytes) override { all[id].body += bytes; }
    void done(stream_id id, error_code why, std::string_view detail) override
    {
        ++all[id].done;
        all[id].code = why;
        all[id].detail = detail;
    }
};

struct http2_pair {
    explicit http2_pair(std::vector<nghttp2_settings_entry> const& settings = {}) : server(settings) {}

    std::unique_ptr<connection_codec> client = make_http2_codec();
    http2_peer server;
    told_http2 told;

    void to_server()
    {
        for (auto bytes = client->output(); !bytes.empty(); bytes = client->output()) {
            server.receive(bytes);
            client->written(bytes.size());
        }
    }
    // Exchanges everything that the two have to say.
    void settle()
    {
        for (int i = 0; i < 100; ++i) {
            to_server();
            auto const bytes = server.output();
            if (bytes.empty()) return;
            client->feed(bytes, told);
        }
    }
    stream_id open(std::string_view body = {}, std::string_view method = "GET")
    {
        header_field const fields[] = {{"User-Agent", "test"}, {"Authorization", "Bearer secret"}};
        return client->open({method, "api:6443", "/api/v1/pods", fields, body});
    }
    void feed(std::string_view bytes) { client->feed(bytes, told); }
};

inline std::int32_t of(stream_id id)
{
    return static_cast<std::int32_t>(id);
}

} // namespace http2_codec_world
