// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/cache/kind_access.hpp>
#include <coinformer/types/batch/v1/cron_job.hpp>
#include <coinformer/types/batch/v1/job.hpp>

namespace coinformer::types {

class batch_v1 {
public:
    explicit batch_v1(informer_factory& factory) noexcept : factory_(&factory) {}

    auto cron_jobs() const { return kind_access<batch::v1::cron_job>(*factory_); }
    auto jobs() const { return kind_access<batch::v1::job>(*factory_); }

private:
    informer_factory* factory_;
};

/// The kinds of the group: `factory.batch()`.
class batch_group {
public:
    explicit batch_group(informer_factory& factory) noexcept : factory_(&factory) {}

    auto v1() const { return batch_v1(*factory_); }

private:
    informer_factory* factory_;
};

} // namespace coinformer::types

inline coinformer::types::batch_group coinformer::informer_factory::batch()
{
    return types::batch_group(*this);
}
