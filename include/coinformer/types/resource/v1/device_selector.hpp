// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::resource::v1 {

struct cel_device_selector {
    text expression;
};

struct device_selector {
    boxed<cel_device_selector> cel;
};

} // namespace coinformer::types::resource::v1

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1::cel_device_selector> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_selector> { static member_type const type; };

} // namespace coinformer::detail
