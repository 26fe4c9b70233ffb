#pragma once

#include "api/object/object_share.hpp"

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/api/whole_object.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

// What may be kept of an object: a projection for each form, and shares for tests.

namespace test {

/// A projection that declares no UID, and one field behind the metadata.
struct shared_map {
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(shared_map, (), (data))

struct shared_map_meta {
    coinformer::object_meta metadata;
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(shared_map_meta, (), (metadata, data))

struct shared_whole {
    coinformer::whole_object all;
};
BOOST_DESCRIBE_STRUCT(shared_whole, (), (all))

struct shared_compressed {
    coinformer::compressed_object all;
};
BOOST_DESCRIBE_STRUCT(shared_compressed, (), (all))

struct shared_identity {};
BOOST_DESCRIBE_STRUCT(shared_identity, (), ())

/// Returns the share that has exactly these texts.
inline coinformer::detail::object_share share_of(std::initializer_list<std::string_view> texts,
                                                 coinformer::shard_field field = coinformer::shard_field::uid)
{
    coinformer::shard_ranges mine;
    for (auto const text : texts)
        mine = mine |
               coinformer::shard_ranges::between(coinformer::shard_hash(text), coinformer::shard_hash(text));
    return {field, mine};
}

inline coinformer::detail::object_type const& form_of(std::string const& name)
{
    if (name == "without uid") return coinformer::detail::object_type_of<shared_map>();
    if (name == "whole") return coinformer::detail::object_type_of<shared_whole>();
    if (name == "compressed") return coinformer::detail::object_type_of<shared_compressed>();
    if (name == "identity") return coinformer::detail::object_type_of<shared_identity>();
    return coinformer::detail::object_type_of<shared_map_meta>();
}

/// The names of all forms.
inline auto const some_forms = {"with uid", "without uid", "whole", "compressed", "identity"};

} // namespace test
