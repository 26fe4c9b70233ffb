// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::core::v1 {

struct fc_volume_source {
    list<text> targetWWNs;
    std::optional<std::int32_t> lun;
    text fsType;
    bool readOnly{};
    list<text> wwids;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::fc_volume_source> { static member_type const type; };

} // namespace coinformer::detail
