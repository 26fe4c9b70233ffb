// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/core/v1/aws_elastic_block_store_volume_source.hpp>
#include <coinformer/types/core/v1/azure_disk_volume_source.hpp>
#include <coinformer/types/core/v1/fc_volume_source.hpp>
#include <coinformer/types/core/v1/flocker_volume_source.hpp>
#include <coinformer/types/core/v1/gce_persistent_disk_volume_source.hpp>
#include <coinformer/types/core/v1/host_path_volume_source.hpp>
#include <coinformer/types/core/v1/nfs_volume_source.hpp>
#include <coinformer/types/core/v1/node_selector.hpp>
#include <coinformer/types/core/v1/object_reference.hpp>
#include <coinformer/types/core/v1/photon_persistent_disk_volume_source.hpp>
#include <coinformer/types/core/v1/portworx_volume_source.hpp>
#include <coinformer/types/core/v1/quobyte_volume_source.hpp>
#include <coinformer/types/core/v1/vsphere_virtual_disk_volume_source.hpp>

namespace coinformer::types::core::v1 {

struct glusterfs_persistent_volume_source {
    text endpoints;
    text path;
    bool readOnly{};
    std::optional<text> endpointsNamespace;
};

struct secret_reference {
    text name;
    text namespace_;
};

struct rbd_persistent_volume_source {
    list<text> monitors;
    text image;
    text fsType;
    text pool;
    text user;
    text keyring;
    boxed<secret_reference> secretRef;
    bool readOnly{};
};

struct iscsi_persistent_volume_source {
    text targetPortal;
    text iqn;
    std::int32_t lun{};
    text iscsiInterface;
    text fsType;
    bool readOnly{};
    list<text> portals;
    bool chapAuthDiscovery{};
    boxed<secret_reference> secretRef;
    bool chapAuthSession{};
    std::optional<text> initiatorName;
};

struct cinder_persistent_volume_source {
    text volumeID;
    text fsType;
    bool readOnly{};
    boxed<secret_reference> secretRef;
};

struct ceph_fs_persistent_volume_source {
    list<text> monitors;
    text path;
    text user;
    text secretFile;
    boxed<secret_reference> secretRef;
    bool readOnly{};
};

struct flex_persistent_volume_source {
    text driver;
    text fsType;
    boxed<secret_reference> secretRef;
    bool readOnly{};
    labels options;
};

struct azure_file_persistent_volume_source {
    text secretName;
    text shareName;
    bool readOnly{};
    std::optional<text> secretNamespace;
};

struct scale_io_persistent_volume_source {
    text gateway;
    text system;
    secret_reference secretRef;
    bool sslEnabled{};
    text protectionDomain;
    text storagePool;
    text storageMode;
    text volumeName;
    text fsType;
    bool readOnly{};
};

struct local_volume_source {
    text path;
    std::optional<text> fsType;
};

struct storage_os_persistent_volume_source {
    text volumeName;
    text volumeNamespace;
    text fsType;
    bool readOnly{};
    boxed<object_reference> secretRef;
};

struct csi_persistent_volume_source {
    text driver;
    text volumeHandle;
    bool readOnly{};
    text fsType;
    labels volumeAttributes;
    boxed<secret_reference> controllerPublishSecretRef;
    boxed<secret_reference> nodeStageSecretRef;
    boxed<secret_reference> nodePublishSecretRef;
    boxed<secret_reference> controllerExpandSecretRef;
    boxed<secret_reference> nodeExpandSecretRef;
};

struct volume_node_affinity {
    boxed<node_selector> required;
};

struct persistent_volume_spec {
    labels capacity;
    boxed<gce_persistent_disk_volume_source> gcePersistentDisk;
    boxed<aws_elastic_block_store_volume_source> awsElasticBlockStore;
    boxed<host_path_volume_source> hostPath;
    boxed<glusterfs_persistent_volume_source> glusterfs;
    boxed<nfs_volume_source> nfs;
    boxed<rbd_persistent_volume_source> rbd;
    boxed<iscsi_persistent_volume_source> iscsi;
    boxed<cinder_persistent_volume_source> cinder;
    boxed<ceph_fs_persistent_volume_source> cephfs;
    boxed<fc_volume_source> fc;
    boxed<flocker_volume_source> flocker;
    boxed<flex_persistent_volume_source> flexVolume;
    boxed<azure_file_persistent_volume_source> azureFile;
    boxed<vsphere_virtual_disk_volume_source> vsphereVolume;
    boxed<quobyte_volume_source> quobyte;
    boxed<azure_disk_volume_source> azureDisk;
    boxed<photon_persistent_disk_volume_source> photonPersistentDisk;
    boxed<portworx_volume_source> portworxVolume;
    boxed<scale_io_persistent_volume_source> scaleIO;
    boxed<local_volume_source> local;
    boxed<storage_os_persistent_volume_source> storageos;
    boxed<csi_persistent_volume_source> csi;
    list<text> accessModes;
    boxed<object_reference> claimRef;
    text persistentVolumeReclaimPolicy;
    text storageClassName;
    list<text> mountOptions;
    std::optional<text> volumeMode;
    boxed<volume_node_affinity> nodeAffinity;
    std::optional<text> volumeAttributesClassName;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::glusterfs_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::secret_reference> { static member_type const type; };
template <> struct compiled_members<types::core::v1::rbd_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::iscsi_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::cinder_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::ceph_fs_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::flex_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::azure_file_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::scale_io_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::local_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::storage_os_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::csi_persistent_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::volume_node_affinity> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_spec> { static member_type const type; };

} // namespace coinformer::detail
