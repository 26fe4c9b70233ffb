// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::core::v1 {

struct portworx_volume_source {
    text volumeID;
    text fsType;
    bool readOnly{};
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::portworx_volume_source> { static member_type const type; };

} // namespace coinformer::detail
