// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/event_source.hpp>
#include <coinformer/types/core/v1/object_reference.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::events::v1 {

struct event_series {
    std::int32_t count{};
    micro_timestamp lastObservedTime{};
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#event-v1-events-k8s-io
struct event {
    object_meta metadata;
    micro_timestamp eventTime{};
    boxed<event_series> series;
    text reportingController;
    text reportingInstance;
    text action;
    text reason;
    core::v1::object_reference regarding;
    boxed<core::v1::object_reference> related;
    text note;
    text type;
    core::v1::event_source deprecatedSource;
    std::optional<timestamp> deprecatedFirstTimestamp;
    std::optional<timestamp> deprecatedLastTimestamp;
    std::int32_t deprecatedCount{};
};

struct event_summary {
    struct object_reference {
        text kind;
        text namespace_;
        text name;
        text fieldPath;
    };
    struct event_source {
        text component;
        text host;
    };

    meta::v1::object_meta_summary metadata;
    object_reference regarding;
    text reason;
    text note;
    event_source deprecatedSource;
    std::optional<timestamp> deprecatedFirstTimestamp;
    std::optional<timestamp> deprecatedLastTimestamp;
    std::int32_t deprecatedCount{};
    text type;
    micro_timestamp eventTime{};
    boxed<event_series> series;
    text reportingController;
};

inline constexpr coinformer::resource events{
    .group = "events.k8s.io", .version = "v1", .plural = "events",
    .kind = "Event", .where = scope::namespaced};

} // namespace coinformer::types::events::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::events::v1::event> =
    coinformer::types::events::v1::events;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::events::v1::event_summary> =
    coinformer::types::events::v1::events;

namespace coinformer::detail {

template <> struct compiled_members<types::events::v1::event_series> { static member_type const type; };
template <> struct compiled_members<types::events::v1::event> { static member_type const type; };
template <> struct compiled_members<types::events::v1::event_summary::object_reference> { static member_type const type; };
template <> struct compiled_members<types::events::v1::event_summary::event_source> { static member_type const type; };
template <> struct compiled_members<types::events::v1::event_summary> { static member_type const type; };

} // namespace coinformer::detail
