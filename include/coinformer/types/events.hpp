// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/events/v1/event.hpp>

namespace coinformer::types {

class events_v1 {
public:
    explicit events_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto events() const { return kind_access<events::v1::event>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.events()`.
class events_group {
public:
    explicit events_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return events_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::events_group coinformer::informer_factory::events()
{
    return types::events_group(*this);
}
