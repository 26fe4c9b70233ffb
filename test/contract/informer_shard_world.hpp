#pragma once

#include "tapped_network.hpp"
#include "whole_maps.hpp"
#include "world.hpp"

#include <algorithm>
#include <memory>
#include <string>

/// A projection without a member for the UID.
struct bare_map {
    labels data;
};
BOOST_DESCRIBE_STRUCT(bare_map, (), (data))

inline testing::api_server_options sharding_server(bool gate, bool protobuf = false)
{
    testing::api_server_options options;
    options.shards_lists = gate;
    options.answers_protobuf = protobuf;
    return options;
}

inline client_options asking_for_encoding(encoding what)
{
    client_options options;
    options.encoding = what;
    options.compression = compression::none;
    return options;
}

inline constexpr std::size_t shard_members = 3; // processes in the tests

inline informer_options shard_part(std::size_t index, fetch_mode fetch = fetch_mode::list,
                                   shard_field field = shard_field::uid)
{
    informer_options options;
    options.fetch = fetch;
    options.page_size = 7;
    options.shard = fixed_share(shard_ranges::part(index, shard_members), field);
    return options;
}

/// A server with objects, whose gate for shards and encoding are chosen, and a client that counts bytes.
struct shard_cluster : private world_log, testing::fake_cluster {
    explicit shard_cluster(bool gate, encoding form = encoding::json)
        : fake_cluster(sharding_server(gate, form == encoding::protobuf), {.log = &log, .seed = 7}),
          tapped(env, endpoint{.server = "http://in-memory"}, asking_for_encoding(form),
                 std::make_unique<tapped_dialer>(network.dialer(), said))
    {
    }
    ~shard_cluster() { tapped.close(); }

    void put(std::string const& name, std::string const& value = "1", std::string const& ns = "shop")
    {
        server.create(config_maps, R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns +
                                       R"("},"data":{"v":")" + value + R"("}})");
    }
    void put_some(std::size_t count)
    {
        for (std::size_t i = 0; i != count; ++i) put("m" + std::to_string(100 + i));
    }
    void set(std::string const& name, std::string const& value)
    {
        server.patch(config_maps, {"shop", name}, R"({"data":{"v":")" + value + R"("}})");
    }
    /// Returns the part to which an object belongs.
    std::size_t owner_of(std::string const& name) const
    {
        auto const object = decode_object<config_map>(server.get(config_maps, {"shop", name}));
        auto const hash = shard_hash(object.uid());
        for (std::size_t i = 0; i != shard_members; ++i)
            if (shard_ranges::part(i, shard_members).contains(hash)) return i;
        return shard_members;
    }
    /// Returns the names of the objects that belong to a part, of those that put_some() has made.
    lines names_of(std::size_t part, std::size_t count) const
    {
        lines names;
        for (std::size_t i = 0; i != count; ++i) {
            auto const name = "m" + std::to_string(100 + i);
            if (owner_of(name) == part) names.push_back(name);
        }
        return names;
    }

    using world_log::has_logged;
    using world_log::log_text;
    conversation said;
    client tapped;
};

template <class T>
lines kept_names(shared_informer<T> const& informer)
{
    lines found;
    auto const now = informer.snapshot();
    for (auto const& o : now.list()) found.emplace_back(o.key().name);
    std::ranges::sort(found);
    return found;
}
