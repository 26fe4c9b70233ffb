// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::admissionregistration::v1 {

struct service_reference {
    text namespace_;
    text name;
    std::optional<text> path;
    std::optional<std::int32_t> port;
};

struct webhook_client_config {
    boxed<service_reference> service;
    text caBundle;
    std::optional<text> url;
};

} // namespace coinformer::types::admissionregistration::v1

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::service_reference> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1::webhook_client_config> { static member_type const type; };

} // namespace coinformer::detail
