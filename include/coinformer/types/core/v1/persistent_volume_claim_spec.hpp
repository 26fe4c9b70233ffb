// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/core/v1/typed_local_object_reference.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>

namespace coinformer::types::core::v1 {

struct volume_resource_requirements {
    labels limits;
    labels requests;
};

struct typed_object_reference {
    std::optional<text> apiGroup;
    text kind;
    text name;
    std::optional<text> namespace_;
};

struct persistent_volume_claim_spec {
    list<text> accessModes;
    volume_resource_requirements resources;
    text volumeName;
    boxed<meta::v1::label_selector> selector;
    std::optional<text> storageClassName;
    std::optional<text> volumeMode;
    boxed<typed_local_object_reference> dataSource;
    boxed<typed_object_reference> dataSourceRef;
    std::optional<text> volumeAttributesClassName;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::volume_resource_requirements> { static member_type const type; };
template <> struct compiled_members<types::core::v1::typed_object_reference> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_claim_spec> { static member_type const type; };

} // namespace coinformer::detail
