// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/autoscaling/v1/horizontal_pod_autoscaler.hpp>
#include <coinformer/types/autoscaling/v2/horizontal_pod_autoscaler.hpp>

namespace coinformer::types {

class autoscaling_v1 {
public:
    explicit autoscaling_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto horizontal_pod_autoscalers() const { return kind_access<autoscaling::v1::horizontal_pod_autoscaler>(*factory_); }

private:
    informer_factory* factory_;
};

class autoscaling_v2 {
public:
    explicit autoscaling_v2(informer_factory& factory) noexcept : factory_(&factory) {}

    auto horizontal_pod_autoscalers() const { return kind_access<autoscaling::v2::horizontal_pod_autoscaler>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.autoscaling()`.
class autoscaling_group {
public:
    explicit autoscaling_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return autoscaling_v1(*factory_); }
    auto v2() const { return autoscaling_v2(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::autoscaling_group coinformer::informer_factory::autoscaling()
{
    return types::autoscaling_group(*this);
}
