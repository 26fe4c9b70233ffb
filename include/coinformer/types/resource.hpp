// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/resource/v1/device_class.hpp>
#include <coinformer/types/resource/v1/device_taint_rule.hpp>
#include <coinformer/types/resource/v1/resource_claim.hpp>
#include <coinformer/types/resource/v1/resource_claim_template.hpp>
#include <coinformer/types/resource/v1/resource_slice.hpp>
#include <coinformer/types/resource/v1alpha3/device_taint_rule.hpp>
#include <coinformer/types/resource/v1alpha3/resource_pool_status_request.hpp>
#include <coinformer/types/resource/v1beta1/device_class.hpp>
#include <coinformer/types/resource/v1beta1/resource_claim.hpp>
#include <coinformer/types/resource/v1beta1/resource_claim_template.hpp>
#include <coinformer/types/resource/v1beta1/resource_slice.hpp>
#include <coinformer/types/resource/v1beta2/device_class.hpp>
#include <coinformer/types/resource/v1beta2/device_taint_rule.hpp>
#include <coinformer/types/resource/v1beta2/resource_claim.hpp>
#include <coinformer/types/resource/v1beta2/resource_claim_template.hpp>
#include <coinformer/types/resource/v1beta2/resource_slice.hpp>

namespace coinformer::types {

class resource_v1 {
public:
    explicit resource_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto device_classes() const { return kind_access<resource::v1::device_class>(*factory_); }
    auto device_taint_rules() const { return kind_access<resource::v1::device_taint_rule>(*factory_); }
    auto resource_claims() const { return kind_access<resource::v1::resource_claim>(*factory_); }
    auto resource_claim_templates() const { return kind_access<resource::v1::resource_claim_template>(*factory_); }
    auto resource_slices() const { return kind_access<resource::v1::resource_slice>(*factory_); }

private:
    informer_factory* factory_;
};

class resource_v1alpha3 {
public:
    explicit resource_v1alpha3(informer_factory& factory) noexcept : factory_(&factory) {}

    auto device_taint_rules() const { return kind_access<resource::v1alpha3::device_taint_rule>(*factory_); }
    auto resource_pool_status_requests() const { return kind_access<resource::v1alpha3::resource_pool_status_request>(*factory_); }

private:
    informer_factory* factory_;
};

class resource_v1beta1 {
public:
    explicit resource_v1beta1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto device_classes() const { return kind_access<resource::v1beta1::device_class>(*factory_); }
    auto resource_claims() const { return kind_access<resource::v1beta1::resource_claim>(*factory_); }
    auto resource_claim_templates() const { return kind_access<resource::v1beta1::resource_claim_template>(*factory_); }
    auto resource_slices() const { return kind_access<resource::v1beta1::resource_slice>(*factory_); }

private:
    informer_factory* factory_;
};

class resource_v1beta2 {
public:
    explicit resource_v1beta2(informer_factory& factory) noexcept : factory_(&factory) {}

    auto device_classes() const { return kind_access<resource::v1beta2::device_class>(*factory_); }
    auto device_taint_rules() const { return kind_access<resource::v1beta2::device_taint_rule>(*factory_); }
    auto resource_claims() const { return kind_access<resource::v1beta2::resource_claim>(*factory_); }
    auto resource_claim_templates() const { return kind_access<resource::v1beta2::resource_claim_template>(*factory_); }
    auto resource_slices() const { return kind_access<resource::v1beta2::resource_slice>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.resource_()`.
class resource_group {
public:
    explicit resource_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return resource_v1(*factory_); }
    auto v1alpha3() const { return resource_v1alpha3(*factory_); }
    auto v1beta1() const { return resource_v1beta1(*factory_); }
    auto v1beta2() const { return resource_v1beta2(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::resource_group coinformer::informer_factory::resource_()
{
    return types::resource_group(*this);
}
