#pragma once

#include <coinformer/api/json_types.hpp>

#include <boost/describe/class.hpp>

#include <cstdint>

namespace coinformer {

/// The wanted number of replicas.
struct scale_spec {
    std::int32_t replicas = 0;
};
BOOST_DESCRIBE_STRUCT(scale_spec, (), (replicas))

/// The present number of replicas.
struct scale_status {
    std::int32_t replicas = 0;
    text selector; ///< selects the replicas by their labels, in the form that list_options::labels() takes
};
BOOST_DESCRIBE_STRUCT(scale_status, (), (replicas, selector))

/// The subresource "scale" of every kind that can be scaled: how many replicas are wanted (`spec`), and how
/// many there are (`status`).
struct scale {
    scale_spec spec;
    scale_status status;
};
BOOST_DESCRIBE_STRUCT(scale, (), (spec, status))

} // namespace coinformer
