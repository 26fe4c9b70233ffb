#pragma once

#include "http2_peer.hpp"
#include "http_world.hpp"

#include <list>

// A client that speaks HTTP/2 with prior knowledge, and servers in memory.
namespace http2_world {

using namespace http_world;
using test::http2_peer;

/// The server's side of one connection. The test says what it answers, by `peer`, and then calls flush().
struct http2_server {
    http2_server(http_world::world& of, std::vector<nghttp2_settings_entry> const& settings)
        : w(of), peer(settings)
    {
        w.start(serve());
    }

    task<> serve()
    {
        stream = co_await w.net.accept();
        char buffer[16 * 1024];
        for (;;) {
            co_await send();
            auto const n = co_await stream->read_some(buffer);
            if (n == 0) break;
            if (!deaf) peer.receive({buffer, n});
            if (answers_all)
                for (auto& [id, r] : peer.requests)
                    if (r.complete && !std::exchange(answered[id], true)) peer.answer(id, "hello");
        }
        ended = true;
    }
    task<> send()
    {
        auto const bytes = peer.output();
        if (!bytes.empty()) co_await stream->write(bytes);
    }
    void flush()
    {
        w.start(send());
        w.time.settle();
    }

    http_world::world& w;
    http2_peer peer;
    std::unique_ptr<byte_stream> stream;
    std::map<std::int32_t, bool> answered;
    bool answers_all = false;
    bool deaf = false; // bytes are lost on their way to it
    bool ended = false;
};

struct world2 : http_world::world {
    explicit world2(std::size_t capacity_bytes = 4 * 1024 * 1024) : world(capacity_bytes)
    {
        options.version = http_version::http2;
        open();
    }
    ~world2()
    {
        if (client) client->close();
        time.settle();
        for (auto& s : servers)
            if (s.stream) s.stream->close(); // a silenced network does not tell it
        time.settle();
    }

    http2_server& serve(std::vector<nghttp2_settings_entry> const& settings = {})
    {
        return servers.emplace_back(*this, settings);
    }
    // Starts a GET, and returns what it will receive.
    received& get_it(std::string target = "/api/v1/pods")
    {
        auto& r = answers.emplace_back();
        last = &start(fetch(*client, get(std::move(target)), r));
        return r;
    }

    std::list<http2_server> servers;
    started* last = nullptr; // the last request
};

} // namespace http2_world
