// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::resource::v1beta1 {

struct opaque_device_configuration {
    text driver;
    raw_json parameters;
};

} // namespace coinformer::types::resource::v1beta1

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1beta1::opaque_device_configuration> { static member_type const type; };

} // namespace coinformer::detail
