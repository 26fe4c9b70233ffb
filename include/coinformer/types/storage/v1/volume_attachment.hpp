// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/persistent_volume_spec.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::storage::v1 {

struct volume_attachment_source {
    std::optional<text> persistentVolumeName;
    boxed<core::v1::persistent_volume_spec> inlineVolumeSpec;
};

struct volume_attachment_spec {
    text attacher;
    volume_attachment_source source;
    text nodeName;
};

struct volume_error {
    std::optional<timestamp> time;
    text message;
    std::optional<std::int32_t> errorCode;
};

struct volume_attachment_status {
    bool attached{};
    labels attachmentMetadata;
    boxed<volume_error> attachError;
    boxed<volume_error> detachError;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattachment-v1-storage-k8s-io
struct volume_attachment {
    object_meta metadata;
    volume_attachment_spec spec;
    volume_attachment_status status;
};

struct volume_attachment_summary {
    struct volume_attachment_source {
        std::optional<text> persistentVolumeName;
    };
    struct volume_attachment_spec {
        text attacher;
        text nodeName;
        volume_attachment_source source;
    };
    struct volume_attachment_status {
        bool attached{};
    };

    meta::v1::object_meta_summary metadata;
    volume_attachment_spec spec;
    volume_attachment_status status;
};

inline constexpr coinformer::resource volume_attachments{
    .group = "storage.k8s.io", .version = "v1", .plural = "volumeattachments",
    .kind = "VolumeAttachment", .where = scope::cluster};

} // namespace coinformer::types::storage::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::volume_attachment> =
    coinformer::types::storage::v1::volume_attachments;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::storage::v1::volume_attachment_summary> =
    coinformer::types::storage::v1::volume_attachments;

namespace coinformer::detail {

template <> struct compiled_members<types::storage::v1::volume_attachment_source> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_attachment_spec> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_error> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_attachment_status> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_attachment> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_attachment_summary::volume_attachment_source> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_attachment_summary::volume_attachment_spec> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_attachment_summary::volume_attachment_status> { static member_type const type; };
template <> struct compiled_members<types::storage::v1::volume_attachment_summary> { static member_type const type; };

} // namespace coinformer::detail
