// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/admissionregistration/v1/mutating_admission_policy.hpp>
#include <coinformer/types/admissionregistration/v1/mutating_admission_policy_binding.hpp>
#include <coinformer/types/admissionregistration/v1/mutating_webhook_configuration.hpp>
#include <coinformer/types/admissionregistration/v1/validating_admission_policy.hpp>
#include <coinformer/types/admissionregistration/v1/validating_admission_policy_binding.hpp>
#include <coinformer/types/admissionregistration/v1/validating_webhook_configuration.hpp>
#include <coinformer/types/admissionregistration/v1alpha1/mutating_admission_policy.hpp>
#include <coinformer/types/admissionregistration/v1alpha1/mutating_admission_policy_binding.hpp>
#include <coinformer/types/admissionregistration/v1beta1/mutating_admission_policy.hpp>
#include <coinformer/types/admissionregistration/v1beta1/mutating_admission_policy_binding.hpp>

namespace coinformer::types {

class admissionregistration_v1 {
public:
    explicit admissionregistration_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto mutating_admission_policies() const { return kind_access<admissionregistration::v1::mutating_admission_policy>(*factory_); }
    auto mutating_admission_policy_bindings() const { return kind_access<admissionregistration::v1::mutating_admission_policy_binding>(*factory_); }
    auto mutating_webhook_configurations() const { return kind_access<admissionregistration::v1::mutating_webhook_configuration>(*factory_); }
    auto validating_admission_policies() const { return kind_access<admissionregistration::v1::validating_admission_policy>(*factory_); }
    auto validating_admission_policy_bindings() const { return kind_access<admissionregistration::v1::validating_admission_policy_binding>(*factory_); }
    auto validating_webhook_configurations() const { return kind_access<admissionregistration::v1::validating_webhook_configuration>(*factory_); }

private:
    informer_factory* factory_;
};

class admissionregistration_v1alpha1 {
public:
    explicit admissionregistration_v1alpha1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto mutating_admission_policies() const { return kind_access<admissionregistration::v1alpha1::mutating_admission_policy>(*factory_); }
    auto mutating_admission_policy_bindings() const { return kind_access<admissionregistration::v1alpha1::mutating_admission_policy_binding>(*factory_); }

private:
    informer_factory* factory_;
};

class admissionregistration_v1beta1 {
public:
    explicit admissionregistration_v1beta1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto mutating_admission_policies() const { return kind_access<admissionregistration::v1beta1::mutating_admission_policy>(*factory_); }
    auto mutating_admission_policy_bindings() const { return kind_access<admissionregistration::v1beta1::mutating_admission_policy_binding>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.admissionregistration()`.
class admissionregistration_group {
public:
    explicit admissionregistration_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return admissionregistration_v1(*factory_); }
    auto v1alpha1() const { return admissionregistration_v1alpha1(*factory_); }
    auto v1beta1() const { return admissionregistration_v1beta1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::admissionregistration_group coinformer::informer_factory::admissionregistration()
{
    return types::admissionregistration_group(*this);
}
