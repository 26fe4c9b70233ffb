// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::core::v1 {

struct quobyte_volume_source {
    text registry;
    text volume;
    bool readOnly{};
    text user;
    text group;
    text tenant;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::quobyte_volume_source> { static member_type const type; };

} // namespace coinformer::detail
