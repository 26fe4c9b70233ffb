// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::meta::v1 {

struct object_meta_summary {
    text name;
    text namespace_;
    text uid;
    text resourceVersion;
    std::int64_t generation{};
    timestamp creationTimestamp{};
    std::optional<timestamp> deletionTimestamp;
    coinformer::labels labels;
    list<owner_reference> ownerReferences;
};

} // namespace coinformer::types::meta::v1

namespace coinformer::detail {

template <> struct compiled_members<types::meta::v1::object_meta_summary> { static member_type const type; };

} // namespace coinformer::detail
