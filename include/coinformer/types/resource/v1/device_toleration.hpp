// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::resource::v1 {

struct device_toleration {
    text key;
    text operator_;
    text value;
    text effect;
    std::optional<std::int64_t> tolerationSeconds;
};

} // namespace coinformer::types::resource::v1

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1::device_toleration> { static member_type const type; };

} // namespace coinformer::detail
