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
#include <coinformer/types/core/v1/local_object_reference.hpp>
#include <coinformer/types/core/v1/nfs_volume_source.hpp>
#include <coinformer/types/core/v1/node_selector.hpp>
#include <coinformer/types/core/v1/node_selector_term.hpp>
#include <coinformer/types/core/v1/persistent_volume_claim_spec.hpp>
#include <coinformer/types/core/v1/photon_persistent_disk_volume_source.hpp>
#include <coinformer/types/core/v1/portworx_volume_source.hpp>
#include <coinformer/types/core/v1/quobyte_volume_source.hpp>
#include <coinformer/types/core/v1/resource_requirements.hpp>
#include <coinformer/types/core/v1/toleration.hpp>
#include <coinformer/types/core/v1/vsphere_virtual_disk_volume_source.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>

namespace coinformer::types::core::v1 {

struct empty_dir_volume_source {
    text medium;
    std::optional<quantity> sizeLimit;
    std::optional<std::int32_t> mode;
};

struct git_repo_volume_source {
    text repository;
    text revision;
    text directory;
};

struct key_to_path {
    text key;
    text path;
    std::optional<std::int32_t> mode;
    std::optional<std::int64_t> user;
};

struct secret_volume_source {
    text secretName;
    list<key_to_path> items;
    std::optional<std::int32_t> defaultMode;
    std::optional<bool> optional;
    std::optional<std::int64_t> defaultUser;
};

struct iscsi_volume_source {
    text targetPortal;
    text iqn;
    std::int32_t lun{};
    text iscsiInterface;
    text fsType;
    bool readOnly{};
    list<text> portals;
    bool chapAuthDiscovery{};
    boxed<local_object_reference> secretRef;
    bool chapAuthSession{};
    std::optional<text> initiatorName;
};

struct glusterfs_volume_source {
    text endpoints;
    text path;
    bool readOnly{};
};

struct persistent_volume_claim_volume_source {
    text claimName;
    bool readOnly{};
};

struct rbd_volume_source {
    list<text> monitors;
    text image;
    text fsType;
    text pool;
    text user;
    text keyring;
    boxed<local_object_reference> secretRef;
    bool readOnly{};
};

struct flex_volume_source {
    text driver;
    text fsType;
    boxed<local_object_reference> secretRef;
    bool readOnly{};
    labels options;
};

struct cinder_volume_source {
    text volumeID;
    text fsType;
    bool readOnly{};
    boxed<local_object_reference> secretRef;
};

struct ceph_fs_volume_source {
    list<text> monitors;
    text path;
    text user;
    text secretFile;
    boxed<local_object_reference> secretRef;
    bool readOnly{};
};

struct object_field_selector {
    text apiVersion;
    text fieldPath;
};

struct resource_field_selector {
    text containerName;
    text resource;
    quantity divisor;
};

struct downward_api_volume_file {
    text path;
    boxed<object_field_selector> fieldRef;
    boxed<resource_field_selector> resourceFieldRef;
    std::optional<std::int32_t> mode;
    std::optional<std::int64_t> user;
};

struct downward_api_volume_source {
    list<downward_api_volume_file> items;
    std::optional<std::int32_t> defaultMode;
    std::optional<std::int64_t> defaultUser;
};

struct azure_file_volume_source {
    text secretName;
    text shareName;
    bool readOnly{};
};

struct config_map_volume_source {
    text name;
    list<key_to_path> items;
    std::optional<std::int32_t> defaultMode;
    std::optional<bool> optional;
    std::optional<std::int64_t> defaultUser;
};

struct scale_io_volume_source {
    text gateway;
    text system;
    local_object_reference secretRef;
    bool sslEnabled{};
    text protectionDomain;
    text storagePool;
    text storageMode;
    text volumeName;
    text fsType;
    bool readOnly{};
};

struct secret_projection {
    text name;
    list<key_to_path> items;
    std::optional<bool> optional;
};

struct downward_api_projection {
    list<downward_api_volume_file> items;
};

struct config_map_projection {
    text name;
    list<key_to_path> items;
    std::optional<bool> optional;
};

struct service_account_token_projection {
    text audience;
    std::optional<std::int64_t> expirationSeconds;
    text path;
    std::optional<std::int64_t> user;
};

struct cluster_trust_bundle_projection {
    std::optional<text> name;
    std::optional<text> signerName;
    boxed<meta::v1::label_selector> labelSelector;
    text path;
    std::optional<bool> optional;
    std::optional<std::int64_t> user;
};

struct pod_certificate_projection {
    text signerName;
    text keyType;
    std::optional<std::int32_t> maxExpirationSeconds;
    text credentialBundlePath;
    text keyPath;
    text certificateChainPath;
    labels userAnnotations;
    std::optional<std::int64_t> user;
};

struct volume_projection {
    boxed<secret_projection> secret;
    boxed<downward_api_projection> downwardAPI;
    boxed<config_map_projection> configMap;
    boxed<service_account_token_projection> serviceAccountToken;
    boxed<cluster_trust_bundle_projection> clusterTrustBundle;
    boxed<pod_certificate_projection> podCertificate;
};

struct projected_volume_source {
    list<volume_projection> sources;
    std::optional<std::int32_t> defaultMode;
    std::optional<std::int64_t> defaultUser;
};

struct storage_os_volume_source {
    text volumeName;
    text volumeNamespace;
    text fsType;
    bool readOnly{};
    boxed<local_object_reference> secretRef;
};

struct csi_volume_source {
    text driver;
    std::optional<bool> readOnly;
    std::optional<text> fsType;
    labels volumeAttributes;
    boxed<local_object_reference> nodePublishSecretRef;
};

struct persistent_volume_claim_template {
    object_meta metadata;
    persistent_volume_claim_spec spec;
};

struct ephemeral_volume_source {
    boxed<persistent_volume_claim_template> volumeClaimTemplate;
};

struct image_volume_source {
    text reference;
    text pullPolicy;
};

struct volume {
    text name;
    boxed<host_path_volume_source> hostPath;
    boxed<empty_dir_volume_source> emptyDir;
    boxed<gce_persistent_disk_volume_source> gcePersistentDisk;
    boxed<aws_elastic_block_store_volume_source> awsElasticBlockStore;
    boxed<git_repo_volume_source> gitRepo;
    boxed<secret_volume_source> secret;
    boxed<nfs_volume_source> nfs;
    boxed<iscsi_volume_source> iscsi;
    boxed<glusterfs_volume_source> glusterfs;
    boxed<persistent_volume_claim_volume_source> persistentVolumeClaim;
    boxed<rbd_volume_source> rbd;
    boxed<flex_volume_source> flexVolume;
    boxed<cinder_volume_source> cinder;
    boxed<ceph_fs_volume_source> cephfs;
    boxed<flocker_volume_source> flocker;
    boxed<downward_api_volume_source> downwardAPI;
    boxed<fc_volume_source> fc;
    boxed<azure_file_volume_source> azureFile;
    boxed<config_map_volume_source> configMap;
    boxed<vsphere_virtual_disk_volume_source> vsphereVolume;
    boxed<quobyte_volume_source> quobyte;
    boxed<azure_disk_volume_source> azureDisk;
    boxed<photon_persistent_disk_volume_source> photonPersistentDisk;
    boxed<portworx_volume_source> portworxVolume;
    boxed<scale_io_volume_source> scaleIO;
    boxed<projected_volume_source> projected;
    boxed<storage_os_volume_source> storageos;
    boxed<csi_volume_source> csi;
    boxed<ephemeral_volume_source> ephemeral;
    boxed<image_volume_source> image;
};

struct container_port {
    text name;
    std::int32_t hostPort{};
    std::int32_t containerPort{};
    text protocol;
    text hostIP;
};

struct config_map_key_selector {
    text name;
    text key;
    std::optional<bool> optional;
};

struct secret_key_selector {
    text name;
    text key;
    std::optional<bool> optional;
};

struct file_key_selector {
    text volumeName;
    text path;
    text key;
    std::optional<bool> optional;
};

struct env_var_source {
    boxed<object_field_selector> fieldRef;
    boxed<resource_field_selector> resourceFieldRef;
    boxed<config_map_key_selector> configMapKeyRef;
    boxed<secret_key_selector> secretKeyRef;
    boxed<file_key_selector> fileKeyRef;
};

struct env_var {
    text name;
    text value;
    boxed<env_var_source> valueFrom;
};

struct volume_mount {
    text name;
    bool readOnly{};
    text mountPath;
    text subPath;
    std::optional<text> mountPropagation;
    text subPathExpr;
    std::optional<text> recursiveReadOnly;
    list<text> bindMountOptions;
};

struct exec_action {
    list<text> command;
};

struct http_header {
    text name;
    text value;
};

struct http_get_action {
    text path;
    int_or_string port;
    text host;
    text scheme;
    list<http_header> httpHeaders;
    std::optional<text> protocol;
};

struct tcp_socket_action {
    int_or_string port;
    text host;
};

struct grpc_action {
    std::int32_t port{};
    std::optional<text> service;
    std::optional<text> mode;
};

struct probe {
    boxed<exec_action> exec;
    boxed<http_get_action> httpGet;
    boxed<tcp_socket_action> tcpSocket;
    boxed<grpc_action> grpc;
    std::int32_t initialDelaySeconds{};
    std::int32_t timeoutSeconds{};
    std::int32_t periodSeconds{};
    std::int32_t successThreshold{};
    std::int32_t failureThreshold{};
    std::optional<std::int64_t> terminationGracePeriodSeconds;
};

struct sleep_action {
    std::int64_t seconds{};
};

struct lifecycle_handler {
    boxed<exec_action> exec;
    boxed<http_get_action> httpGet;
    boxed<tcp_socket_action> tcpSocket;
    boxed<sleep_action> sleep;
};

struct lifecycle {
    boxed<lifecycle_handler> postStart;
    boxed<lifecycle_handler> preStop;
    std::optional<text> stopSignal;
};

struct capabilities {
    list<text> add;
    list<text> drop;
};

struct se_linux_options {
    text user;
    text role;
    text type;
    text level;
};

struct windows_security_context_options {
    std::optional<text> gmsaCredentialSpecName;
    std::optional<text> gmsaCredentialSpec;
    std::optional<text> runAsUserName;
    std::optional<bool> hostProcess;
};

struct seccomp_profile {
    text type;
    std::optional<text> localhostProfile;
};

struct app_armor_profile {
    text type;
    std::optional<text> localhostProfile;
};

struct security_context {
    boxed<v1::capabilities> capabilities;
    std::optional<bool> privileged;
    boxed<se_linux_options> seLinuxOptions;
    std::optional<std::int64_t> runAsUser;
    std::optional<bool> runAsNonRoot;
    std::optional<bool> readOnlyRootFilesystem;
    std::optional<bool> allowPrivilegeEscalation;
    std::optional<std::int64_t> runAsGroup;
    std::optional<text> procMount;
    boxed<windows_security_context_options> windowsOptions;
    boxed<seccomp_profile> seccompProfile;
    boxed<app_armor_profile> appArmorProfile;
};

struct config_map_env_source {
    text name;
    std::optional<bool> optional;
};

struct secret_env_source {
    text name;
    std::optional<bool> optional;
};

struct env_from_source {
    text prefix;
    boxed<config_map_env_source> configMapRef;
    boxed<secret_env_source> secretRef;
};

struct volume_device {
    text name;
    text devicePath;
};

struct container_resize_policy {
    text resourceName;
    text restartPolicy;
};

struct container_restart_rule_on_exit_codes {
    text operator_;
    list<std::int32_t> values;
};

struct container_restart_rule {
    text action;
    boxed<container_restart_rule_on_exit_codes> exitCodes;
};

struct container {
    text name;
    text image;
    list<text> command;
    list<text> args;
    text workingDir;
    list<container_port> ports;
    list<env_var> env;
    resource_requirements resources;
    list<volume_mount> volumeMounts;
    boxed<probe> livenessProbe;
    boxed<probe> readinessProbe;
    boxed<v1::lifecycle> lifecycle;
    text terminationMessagePath;
    text imagePullPolicy;
    boxed<security_context> securityContext;
    bool stdin_{};
    bool stdinOnce{};
    bool tty{};
    list<env_from_source> envFrom;
    text terminationMessagePolicy;
    list<volume_device> volumeDevices;
    boxed<probe> startupProbe;
    list<container_resize_policy> resizePolicy;
    std::optional<text> restartPolicy;
    list<container_restart_rule> restartPolicyRules;
};

struct sysctl {
    text name;
    text value;
};

struct pod_security_context {
    boxed<se_linux_options> seLinuxOptions;
    std::optional<std::int64_t> runAsUser;
    std::optional<bool> runAsNonRoot;
    list<std::int64_t> supplementalGroups;
    std::optional<std::int64_t> fsGroup;
    std::optional<std::int64_t> runAsGroup;
    list<sysctl> sysctls;
    boxed<windows_security_context_options> windowsOptions;
    std::optional<text> fsGroupChangePolicy;
    boxed<seccomp_profile> seccompProfile;
    boxed<app_armor_profile> appArmorProfile;
    std::optional<text> supplementalGroupsPolicy;
    std::optional<text> seLinuxChangePolicy;
};

struct preferred_scheduling_term {
    std::int32_t weight{};
    node_selector_term preference;
};

struct node_affinity {
    boxed<node_selector> requiredDuringSchedulingIgnoredDuringExecution;
    list<preferred_scheduling_term> preferredDuringSchedulingIgnoredDuringExecution;
};

struct pod_affinity_term {
    boxed<meta::v1::label_selector> labelSelector;
    list<text> namespaces;
    text topologyKey;
    boxed<meta::v1::label_selector> namespaceSelector;
    list<text> matchLabelKeys;
    list<text> mismatchLabelKeys;
};

struct weighted_pod_affinity_term {
    std::int32_t weight{};
    pod_affinity_term podAffinityTerm;
};

struct pod_affinity {
    list<pod_affinity_term> requiredDuringSchedulingIgnoredDuringExecution;
    list<weighted_pod_affinity_term> preferredDuringSchedulingIgnoredDuringExecution;
};

struct pod_anti_affinity {
    list<pod_affinity_term> requiredDuringSchedulingIgnoredDuringExecution;
    list<weighted_pod_affinity_term> preferredDuringSchedulingIgnoredDuringExecution;
};

struct affinity {
    boxed<node_affinity> nodeAffinity;
    boxed<pod_affinity> podAffinity;
    boxed<pod_anti_affinity> podAntiAffinity;
};

struct host_alias {
    text ip;
    list<text> hostnames;
};

struct pod_dns_config_option {
    text name;
    std::optional<text> value;
};

struct pod_dns_config {
    list<text> nameservers;
    list<text> searches;
    list<pod_dns_config_option> options;
};

struct pod_readiness_gate {
    text conditionType;
};

struct topology_spread_constraint {
    std::int32_t maxSkew{};
    text topologyKey;
    text whenUnsatisfiable;
    boxed<meta::v1::label_selector> labelSelector;
    std::optional<std::int32_t> minDomains;
    std::optional<text> nodeAffinityPolicy;
    std::optional<text> nodeTaintsPolicy;
    list<text> matchLabelKeys;
};

struct ephemeral_container {
    text name;
    text image;
    list<text> command;
    list<text> args;
    text workingDir;
    list<container_port> ports;
    list<env_var> env;
    resource_requirements resources;
    list<volume_mount> volumeMounts;
    boxed<probe> livenessProbe;
    boxed<probe> readinessProbe;
    boxed<v1::lifecycle> lifecycle;
    text terminationMessagePath;
    text imagePullPolicy;
    boxed<security_context> securityContext;
    bool stdin_{};
    bool stdinOnce{};
    bool tty{};
    list<env_from_source> envFrom;
    text terminationMessagePolicy;
    list<volume_device> volumeDevices;
    boxed<probe> startupProbe;
    list<container_resize_policy> resizePolicy;
    std::optional<text> restartPolicy;
    list<container_restart_rule> restartPolicyRules;
    text targetContainerName;
};

struct pod_os {
    text name;
};

struct pod_scheduling_gate {
    text name;
};

struct pod_resource_claim {
    text name;
    std::optional<text> resourceClaimName;
    std::optional<text> resourceClaimTemplateName;
};

struct pod_scheduling_group {
    std::optional<text> podGroupName;
};

struct eviction_responder {
    text name;
    std::int32_t priority{};
};

struct pod_spec {
    list<volume> volumes;
    list<container> containers;
    text restartPolicy;
    std::optional<std::int64_t> terminationGracePeriodSeconds;
    std::optional<std::int64_t> activeDeadlineSeconds;
    text dnsPolicy;
    labels nodeSelector;
    text serviceAccountName;
    text serviceAccount;
    text nodeName;
    bool hostNetwork{};
    bool hostPID{};
    bool hostIPC{};
    boxed<pod_security_context> securityContext;
    list<local_object_reference> imagePullSecrets;
    text hostname;
    text subdomain;
    boxed<v1::affinity> affinity;
    text schedulerName;
    list<container> initContainers;
    std::optional<bool> automountServiceAccountToken;
    list<toleration> tolerations;
    list<host_alias> hostAliases;
    text priorityClassName;
    std::optional<std::int32_t> priority;
    boxed<pod_dns_config> dnsConfig;
    std::optional<bool> shareProcessNamespace;
    list<pod_readiness_gate> readinessGates;
    std::optional<text> runtimeClassName;
    std::optional<bool> enableServiceLinks;
    std::optional<text> preemptionPolicy;
    labels overhead;
    list<topology_spread_constraint> topologySpreadConstraints;
    list<ephemeral_container> ephemeralContainers;
    std::optional<bool> setHostnameAsFQDN;
    boxed<pod_os> os;
    std::optional<bool> hostUsers;
    list<pod_scheduling_gate> schedulingGates;
    list<pod_resource_claim> resourceClaims;
    boxed<resource_requirements> resources;
    std::optional<text> hostnameOverride;
    boxed<pod_scheduling_group> schedulingGroup;
    list<eviction_responder> evictionResponders;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::empty_dir_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::git_repo_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::key_to_path> { static member_type const type; };
template <> struct compiled_members<types::core::v1::secret_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::iscsi_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::glusterfs_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_claim_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::rbd_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::flex_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::cinder_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::ceph_fs_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::object_field_selector> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_field_selector> { static member_type const type; };
template <> struct compiled_members<types::core::v1::downward_api_volume_file> { static member_type const type; };
template <> struct compiled_members<types::core::v1::downward_api_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::azure_file_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::config_map_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::scale_io_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::secret_projection> { static member_type const type; };
template <> struct compiled_members<types::core::v1::downward_api_projection> { static member_type const type; };
template <> struct compiled_members<types::core::v1::config_map_projection> { static member_type const type; };
template <> struct compiled_members<types::core::v1::service_account_token_projection> { static member_type const type; };
template <> struct compiled_members<types::core::v1::cluster_trust_bundle_projection> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_certificate_projection> { static member_type const type; };
template <> struct compiled_members<types::core::v1::volume_projection> { static member_type const type; };
template <> struct compiled_members<types::core::v1::projected_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::storage_os_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::csi_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::persistent_volume_claim_template> { static member_type const type; };
template <> struct compiled_members<types::core::v1::ephemeral_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::image_volume_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::volume> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_port> { static member_type const type; };
template <> struct compiled_members<types::core::v1::config_map_key_selector> { static member_type const type; };
template <> struct compiled_members<types::core::v1::secret_key_selector> { static member_type const type; };
template <> struct compiled_members<types::core::v1::file_key_selector> { static member_type const type; };
template <> struct compiled_members<types::core::v1::env_var_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::env_var> { static member_type const type; };
template <> struct compiled_members<types::core::v1::volume_mount> { static member_type const type; };
template <> struct compiled_members<types::core::v1::exec_action> { static member_type const type; };
template <> struct compiled_members<types::core::v1::http_header> { static member_type const type; };
template <> struct compiled_members<types::core::v1::http_get_action> { static member_type const type; };
template <> struct compiled_members<types::core::v1::tcp_socket_action> { static member_type const type; };
template <> struct compiled_members<types::core::v1::grpc_action> { static member_type const type; };
template <> struct compiled_members<types::core::v1::probe> { static member_type const type; };
template <> struct compiled_members<types::core::v1::sleep_action> { static member_type const type; };
template <> struct compiled_members<types::core::v1::lifecycle_handler> { static member_type const type; };
template <> struct compiled_members<types::core::v1::lifecycle> { static member_type const type; };
template <> struct compiled_members<types::core::v1::capabilities> { static member_type const type; };
template <> struct compiled_members<types::core::v1::se_linux_options> { static member_type const type; };
template <> struct compiled_members<types::core::v1::windows_security_context_options> { static member_type const type; };
template <> struct compiled_members<types::core::v1::seccomp_profile> { static member_type const type; };
template <> struct compiled_members<types::core::v1::app_armor_profile> { static member_type const type; };
template <> struct compiled_members<types::core::v1::security_context> { static member_type const type; };
template <> struct compiled_members<types::core::v1::config_map_env_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::secret_env_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::env_from_source> { static member_type const type; };
template <> struct compiled_members<types::core::v1::volume_device> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_resize_policy> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_restart_rule_on_exit_codes> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container_restart_rule> { static member_type const type; };
template <> struct compiled_members<types::core::v1::container> { static member_type const type; };
template <> struct compiled_members<types::core::v1::sysctl> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_security_context> { static member_type const type; };
template <> struct compiled_members<types::core::v1::preferred_scheduling_term> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_affinity> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_affinity_term> { static member_type const type; };
template <> struct compiled_members<types::core::v1::weighted_pod_affinity_term> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_affinity> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_anti_affinity> { static member_type const type; };
template <> struct compiled_members<types::core::v1::affinity> { static member_type const type; };
template <> struct compiled_members<types::core::v1::host_alias> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_dns_config_option> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_dns_config> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_readiness_gate> { static member_type const type; };
template <> struct compiled_members<types::core::v1::topology_spread_constraint> { static member_type const type; };
template <> struct compiled_members<types::core::v1::ephemeral_container> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_os> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_scheduling_gate> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_resource_claim> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_scheduling_group> { static member_type const type; };
template <> struct compiled_members<types::core::v1::eviction_responder> { static member_type const type; };
template <> struct compiled_members<types::core::v1::pod_spec> { static member_type const type; };

} // namespace coinformer::detail
