#pragma once

#include <coinformer/api/json_types.hpp>

#include <boost/describe/class.hpp>

#include <cstdint>

namespace coinformer {

struct scale_spec {
    std::int32_t replicas = 0;
};
BOOST_DESCRIBE_STRUCT(scale_spec, (), (replicas))

struct scale_status {
    std::int32_t replicas = 0;
    text selector; ///< of labels, as a list takes it
};
BOOST_DESCRIBE_STRUCT(scale_status, (), (replicas, selector))

/// How many there are of something, and are to be: the subresource "scale" of all that can be scaled. Replicas are what
/// is wanted in `spec`, and what there is in `status`.
struct scale {
    scale_spec spec;
    scale_status status;
};
BOOST_DESCRIBE_STRUCT(scale, (), (spec, status))

} // namespace coinformer
