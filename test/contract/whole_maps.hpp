#pragma once

#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

/// A ConfigMap of which an informer keeps the whole object.
struct whole_map {
    coinformer::whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_map, (), (all))

/// A ConfigMap of which an informer keeps the whole object, compressed.
struct compressed_map {
    coinformer::compressed_object all;
};
BOOST_DESCRIBE_STRUCT(compressed_map, (), (all))
