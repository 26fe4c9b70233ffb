#pragma once

#include <coinformer/parts/fan_out.hpp>
#include <coinformer/parts/reflector.hpp>
#include <coinformer/testing/manual_source.hpp>

#include "world.hpp"

// The helpers that the tests of an informer's parts share.

using words = std::vector<std::string>;
using parts::delta_kind;

inline std::string object_text(std::string const& name, std::string const& value,
                               std::string const& version = "1")
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":"shop","resourceVersion":")" + version +
           R"("},"data":{"v":")" + value + R"("}})";
}

inline object_ptr<config_map> object_of(std::string const& name, std::string const& value,
                                        std::string const& version = "1")
{
    return decode_object<config_map>(object_text(name, value, version));
}

/// Returns a delta as one word, such as "+a1" for an addition.
inline std::string word_of(parts::delta<config_map> const& d)
{
    switch (d.kind()) {
    case delta_kind::added: return "+" + std::string(d.key().name) + d.object()->data.at("v");
    case delta_kind::updated: return "=" + std::string(d.key().name) + d.object()->data.at("v");
    case delta_kind::deleted: return "-" + std::string(d.key().name) + d.object()->data.at("v");
    case delta_kind::lost: return "?" + std::string(d.key().name);
    case delta_kind::replaced: return "all " + std::to_string(d.objects().size());
    case delta_kind::bookmark: return "@" + std::string(d.resource_version());
    }
    return "";
}

/// An environment in virtual time, and what tests with parts do there.
struct parts_world {
    asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};

    template <class T>
    T run(task<T> body)
    {
        return testing::run(io, time, std::move(body));
    }
};

/// A queue, whose deltas are popped as words.
struct queue_world : parts_world {
    explicit queue_world(parts::delta_fifo_options options = {}) : queue(env, options) {}
    void push_updated(std::string const& name, std::string const& value, std::string const& version = "1")
    {
        queue.push(parts::delta<config_map>::updated(object_of(name, value, version)));
    }
    words pop(std::size_t most = 100)
    {
        last = run(queue.pop(most));
        words all;
        for (auto const& d : last) all.push_back(word_of(d));
        return all;
    }

    parts::delta_fifo<config_map> queue;
    std::vector<parts::delta<config_map>> last;
};
