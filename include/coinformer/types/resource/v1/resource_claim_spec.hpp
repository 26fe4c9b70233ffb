// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/resource/v1/device_selector.hpp>
#include <coinformer/types/resource/v1/device_toleration.hpp>
#include <coinformer/types/resource/v1/opaque_device_configuration.hpp>

namespace coinformer::types::resource::v1 {

struct capacity_requirements {
    labels requests;
};

struct device_derived_attribute {
    text name;
    text expression;
};

struct exact_device_request {
    text deviceClassName;
    list<device_selector> selectors;
    text allocationMode;
    std::int64_t count{};
    std::optional<bool> adminAccess;
    list<device_toleration> tolerations;
    boxed<capacity_requirements> capacity;
    list<device_derived_attribute> derivedAttributes;
};

struct device_sub_request {
    text name;
    text deviceClassName;
    list<device_selector> selectors;
    text allocationMode;
    std::int64_t count{};
    list<device_toleration> tolerations;
    boxed<capacity_requirements> capacity;
    list<device_derived_attribute> derivedAttributes;
};

struct device_request {
    text name;
    boxed<exact_device_request> exactly;
    list<device_sub_request> firstAvailable;
};

struct device_constraint {
    list<text> requests;
    std::optional<text> matchAttribute;
    std::optional<text> distinctAttribute;
};

struct device_claim_configuration {
    list<text> requests;
    boxed<opaque_device_configuration> opaque;
};

struct device_claim {
    list<device_request> requests;
    list<device_constraint> constraints;
    list<device_claim_configuration> config;
};

struct resource_claim_spec {
    device_claim devices;
};

} // namespace coinformer::types::resource::v1

namespace coinformer::detail {

template <> struct compiled_members<types::resource::v1::capacity_requirements> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_derived_attribute> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::exact_device_request> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_sub_request> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_request> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_constraint> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_claim_configuration> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::device_claim> { static member_type const type; };
template <> struct compiled_members<types::resource::v1::resource_claim_spec> { static member_type const type; };

} // namespace coinformer::detail
