// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/scheduling/v1/priority_class.hpp>
#include <coinformer/types/scheduling/v1alpha3/composite_pod_group.hpp>
#include <coinformer/types/scheduling/v1alpha3/pod_group.hpp>
#include <coinformer/types/scheduling/v1alpha3/workload.hpp>
#include <coinformer/types/scheduling/v1beta1/pod_group.hpp>
#include <coinformer/types/scheduling/v1beta1/workload.hpp>

namespace coinformer::types {

class scheduling_v1 {
public:
    explicit scheduling_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto priority_classes() const { return kind_access<scheduling::v1::priority_class>(*factory_); }

private:
    informer_factory* factory_;
};

class scheduling_v1alpha3 {
public:
    explicit scheduling_v1alpha3(informer_factory& factory) noexcept : factory_(&factory) {}

    auto composite_pod_groups() const { return kind_access<scheduling::v1alpha3::composite_pod_group>(*factory_); }
    auto pod_groups() const { return kind_access<scheduling::v1alpha3::pod_group>(*factory_); }
    auto workloads() const { return kind_access<scheduling::v1alpha3::workload>(*factory_); }

private:
    informer_factory* factory_;
};

class scheduling_v1beta1 {
public:
    explicit scheduling_v1beta1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto pod_groups() const { return kind_access<scheduling::v1beta1::pod_group>(*factory_); }
    auto workloads() const { return kind_access<scheduling::v1beta1::workload>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.scheduling()`.
class scheduling_group {
public:
    explicit scheduling_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return scheduling_v1(*factory_); }
    auto v1alpha3() const { return scheduling_v1alpha3(*factory_); }
    auto v1beta1() const { return scheduling_v1beta1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::scheduling_group coinformer::informer_factory::scheduling()
{
    return types::scheduling_group(*this);
}
