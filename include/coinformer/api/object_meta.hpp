#pragma once

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/labels.hpp>

#include <boost/describe/class.hpp>

#include <optional>

namespace coinformer {

/// One entry of metadata.ownerReferences: an object that owns this one.
struct owner_reference {
    text apiVersion;
    text kind;
    text name;
    text uid;
    bool controller = false;
    bool blockOwnerDeletion = false;
};
BOOST_DESCRIBE_STRUCT(owner_reference, (), (apiVersion, kind, name, uid, controller, blockOwnerDeletion))

/// The metadata of an object except managedFields, ready to be a member of a projection. If memory matters,
/// write a struct of your own with fewer members; annotations are the largest. The four identity strings cost
/// nothing, because each cached object has them anyway.
struct object_meta {
    text name;
    text generateName;
    text namespace_;
    text uid;
    text resourceVersion;
    std::int64_t generation = 0;
    timestamp creationTimestamp{};
    std::optional<timestamp> deletionTimestamp;
    std::optional<std::int64_t> deletionGracePeriodSeconds;
    coinformer::labels labels;
    coinformer::labels annotations;
    list<owner_reference> ownerReferences;
    list<text> finalizers;
};
BOOST_DESCRIBE_STRUCT(object_meta, (),
                      (name, generateName, namespace_, uid, resourceVersion, generation, creationTimestamp,
                       deletionTimestamp, deletionGracePeriodSeconds, labels, annotations, ownerReferences,
                       finalizers))

/// The metadata of an object of any kind, and nothing else. With this projection the server sends only
/// metadata.
struct object_metadata {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(object_metadata, (), (metadata))

} // namespace coinformer
