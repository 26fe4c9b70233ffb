#include "testing/formats/protobuf_schema.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string>

namespace coinformer::testing::detail {

namespace {

// The kinds of one group version that can be read and written.
struct known_kinds {
    std::string_view api_version;
    std::string_view kinds; // each between spaces
};

constexpr auto kinds = std::to_array<known_kinds>({
    {"v1", " Namespace ConfigMap Secret ServiceAccount Service Event Pod "},
    {"apps/v1", " Deployment ReplicaSet "},
    {"autoscaling/v1", " Scale "},
    {"coordination.k8s.io/v1", " Lease "},
});

// Each message is "message: number name type, …", with the field numbers of kube-apiserver 1.37. A sign
// before the type means: * a list of it, % a map of it, ^ its members stand in its place, ! JSON has it even
// when it is empty. A type is the name of a message, or a letter: s string, b boolean, i integer, y bytes, t
// Time, u MicroTime, q Quantity, o IntOrString, j JSON text in a message.
constexpr std::string_view schema_table = R"(
ObjectMeta: 1 name s, 2 generateName s, 3 namespace s, 4 selfLink s, 5 uid s, 6 resourceVersion s,
    7 generation i, 8 creationTimestamp t, 9 deletionTimestamp !t, 10 deletionGracePeriodSeconds !i,
    11 labels %s, 12 annotations %s, 13 ownerReferences *OwnerReference, 14 finalizers *s,
    17 managedFields *ManagedFieldsEntry
OwnerReference: 1 kind !s, 3 name !s, 4 uid !s, 5 apiVersion !s, 6 controller !b, 7 blockOwnerDeletion !b
ManagedFieldsEntry: 1 manager s, 2 operation s, 3 apiVersion s, 4 time !t, 6 fieldsType s, 7 fieldsV1 !j,
    8 subresource s
DeleteOptions: 1 gracePeriodSeconds !i, 2 preconditions !Preconditions, 3 orphanDependents !b,
    4 propagationPolicy !s, 5 dryRun *s, 6 ignoreStoreReadErrorWithClusterBreakingPotential !b
Preconditions: 1 uid !s, 2 resourceVersion !s
LabelSelector: 1 matchLabels %s, 2 matchExpressions *LabelSelectorRequirement
LabelSelectorRequirement: 1 key !s, 2 operator !s, 3 values *s
Namespace: 1 metadata ObjectMeta, 2 spec NamespaceSpec, 3 status NamespaceStatus
NamespaceSpec: 1 finalizers *s
NamespaceStatus: 1 phase s
ConfigMap: 1 metadata ObjectMeta, 2 data %s, 3 binaryData %y, 4 immutable !b
Secret: 1 metadata ObjectMeta, 2 data %y, 3 type s, 4 stringData %s, 5 immutable !b
ServiceAccount: 1 metadata ObjectMeta, 2 secrets *ObjectReference, 3 imagePullSecrets *LocalObjectReference,
    4 automountServiceAccountToken !b
ObjectReference: 1 kind s, 2 namespace s, 3 name s, 4 uid s, 5 apiVersion s, 6 resourceVersion s, 7 fieldPath s
LocalObjectReference: 1 name s
Service: 1 metadata ObjectMeta, 2 spec ServiceSpec, 3 status ServiceStatus
ServiceSpec: 1 ports *ServicePort, 2 selector %s, 3 clusterIP s, 4 type s, 5 externalIPs *s,
    7 sessionAffinity s, 8 loadBalancerIP s, 9 loadBalancerSourceRanges *s, 10 externalName s,
    11 externalTrafficPolicy s, 12 healthCheckNodePort i, 13 publishNotReadyAddresses b, 17 ipFamilyPolicy !s,
    18 clusterIPs *s, 19 ipFamilies *s, 20 allocateLoadBalancerNodePorts !b, 21 loadBalancerClass !s,
    22 internalTrafficPolicy !s, 23 trafficDistribution !s
ServicePort: 1 name s, 2 protocol s, 3 port !i, 4 targetPort o, 5 nodePort i, 6 appProtocol !s
ServiceStatus: 1 loadBalancer LoadBalancerStatus
LoadBalancerStatus: 1 ingress *LoadBalancerIngress
LoadBalancerIngress: 1 ip s, 2 hostname s, 3 ipMode !s
Event: 1 metadata ObjectMeta, 2 involvedObject !ObjectReference, 3 reason s, 4 message s, 5 source EventSource,
    6 firstTimestamp t, 7 lastTimestamp t, 8 count i, 9 type s, 10 eventTime u, 11 series !EventSeries,
    12 action s, 13 related !ObjectReference, 14 reportingComponent !s, 15 reportingInstance !s
EventSource: 1 component s, 2 host s
EventSeries: 1 count i, 2 lastObservedTime u
Pod: 1 metadata ObjectMeta, 2 spec PodSpec, 3 status PodStatus
PodSpec: 1 volumes *Volume, 2 containers *Container, 3 restartPolicy s, 4 terminationGracePeriodSeconds !i,
    5 activeDeadlineSeconds !i, 6 dnsPolicy s, 7 nodeSelector %s, 8 serviceAccountName s, 9 serviceAccount s,
    10 nodeName s, 11 hostNetwork b, 12 hostPID b, 13 hostIPC b, 15 imagePullSecrets *LocalObjectReference,
    16 hostname s, 17 subdomain s, 19 schedulerName s, 20 initContainers *Container,
    21 automountServiceAccountToken !b, 22 tolerations *Toleration, 24 priorityClassName s, 25 priority !i,
    27 shareProcessNamespace !b, 29 runtimeClassName !s, 30 enableServiceLinks !b, 31 preemptionPolicy !s,
    32 overhead %q, 35 setHostnameAsFQDN !b, 37 hostUsers !b, 40 resources !ResourceRequirements,
    41 hostnameOverride !s
Volume: 1 name !s, 2 volumeSource ^VolumeSource
VolumeSource: 1 hostPath !HostPathVolumeSource, 2 emptyDir !EmptyDirVolumeSource, 6 secret !SecretVolumeSource,
    10 persistentVolumeClaim !PersistentVolumeClaimVolumeSource, 19 configMap !ConfigMapVolumeSource
HostPathVolumeSource: 1 path !s, 2 type !s
EmptyDirVolumeSource: 1 medium s, 2 sizeLimit !q, 3 mode !i
SecretVolumeSource: 1 secretName s, 2 items *KeyToPath, 3 defaultMode !i, 4 optional !b, 5 defaultUser !i
KeyToPath: 1 key !s, 2 path !s, 3 mode !i, 4 user !i
PersistentVolumeClaimVolumeSource: 1 claimName !s, 2 readOnly b
ConfigMapVolumeSource: 1 localObjectReference ^LocalObjectReference, 2 items *KeyToPath, 3 defaultMode !i,
    4 optional !b, 5 defaultUser !i
Container: 1 name !s, 2 image s, 3 command *s, 4 args *s, 5 workingDir s, 6 ports *ContainerPort, 7 env *EnvVar,
    8 resources ResourceRequirements, 9 volumeMounts *VolumeMount, 10 livenessProbe !Probe,
    11 readinessProbe !Probe, 13 terminationMessagePath s, 14 imagePullPolicy s, 16 stdin b, 17 stdinOnce b,
    18 tty b, 20 terminationMessagePolicy s, 22 startupProbe !Probe, 24 restartPolicy !s
ContainerPort: 1 name s, 2 hostPort i, 3 containerPort !i, 4 protocol s, 5 hostIP s
EnvVar: 1 name !s, 2 value s, 3 valueFrom !EnvVarSource
EnvVarSource: 1 fieldRef !ObjectFieldSelector, 3 configMapKeyRef !ConfigMapKeySelector,
    4 secretKeyRef !SecretKeySelector
ObjectFieldSelector: 1 apiVersion s, 2 fieldPath !s
ConfigMapKeySelector: 1 localObjectReference ^LocalObjectReference, 2 key !s, 3 optional !b
SecretKeySelector: 1 localObjectReference ^LocalObjectReference, 2 key !s, 3 optional !b
ResourceRequirements: 1 limits %q, 2 requests %q
VolumeMount: 1 name !s, 2 readOnly b, 3 mountPath !s, 4 subPath s, 5 mountPropagation !s, 6 subPathExpr s,
    7 recursiveReadOnly !s, 8 bindMountOptions *s
Probe: 1 handler ^ProbeHandler, 2 initialDelaySeconds i, 3 timeoutSeconds i, 4 periodSeconds i,
    5 successThreshold i, 6 failureThreshold i, 7 terminationGracePeriodSeconds !i
ProbeHandler: 1 exec !ExecAction, 2 httpGet !HTTPGetAction, 3 tcpSocket !TCPSocketAction
ExecAction: 1 command *s
HTTPGetAction: 1 path s, 2 port !o, 3 host s, 4 scheme s, 6 protocol !s
TCPSocketAction: 1 port !o, 2 host s
Toleration: 1 key s, 2 operator s, 3 value s, 4 effect s, 5 tolerationSeconds !i
PodStatus: 1 phase s, 2 conditions *PodCondition, 3 message s, 4 reason s, 5 hostIP s, 6 podIP s,
    7 startTime !t, 8 containerStatuses *ContainerStatus, 9 qosClass s,
    10 initContainerStatuses *ContainerStatus, 11 nominatedNodeName s, 12 podIPs *PodIP,
    13 ephemeralContainerStatuses *ContainerStatus, 14 resize s, 16 hostIPs *HostIP, 17 observedGeneration i,
    19 allocatedResources %q, 20 resources !ResourceRequirements
PodCondition: 1 type !s, 2 status !s, 3 lastProbeTime t, 4 lastTransitionTime t, 5 reason s, 6 message s,
    7 observedGeneration i
ContainerStatus: 1 name !s, 2 state ContainerState, 3 lastState ContainerState, 4 ready !b, 5 restartCount !i,
    6 image !s, 7 imageID !s, 8 containerID s, 9 started !b, 10 allocatedResources %q,
    11 resources !ResourceRequirements, 15 stopSignal !s
ContainerState: 1 waiting !ContainerStateWaiting, 2 running !ContainerStateRunning,
    3 terminated !ContainerStateTerminated
ContainerStateWaiting: 1 reason s, 2 message s
ContainerStateRunning: 1 startedAt t
ContainerStateTerminated: 1 exitCode !i, 2 signal i, 3 reason s, 4 message s, 5 startedAt t, 6 finishedAt t,
    7 containerID s
PodIP: 1 ip !s
HostIP: 1 ip !s
Deployment: 1 metadata ObjectMeta, 2 spec DeploymentSpec, 3 status DeploymentStatus
DeploymentSpec: 1 replicas !i, 2 selector !LabelSelector, 3 template !PodTemplateSpec,
    4 strategy DeploymentStrategy, 5 minReadySeconds i, 6 revisionHistoryLimit !i, 7 paused b,
    9 progressDeadlineSeconds !i
DeploymentStrategy: 1 type s, 2 rollingUpdate !RollingUpdateDeployment
RollingUpdateDeployment: 1 maxUnavailable !o, 2 maxSurge !o
DeploymentStatus: 1 observedGeneration i, 2 replicas i, 3 updatedReplicas i, 4 availableReplicas i,
    5 unavailableReplicas i, 6 conditions *DeploymentCondition, 7 readyReplicas i, 8 collisionCount !i,
    9 terminatingReplicas !i
DeploymentCondition: 1 type !s, 2 status !s, 4 reason s, 5 message s, 6 lastUpdateTime t, 7 lastTransitionTime t
PodTemplateSpec: 1 metadata ObjectMeta, 2 spec PodSpec
ReplicaSet: 1 metadata ObjectMeta, 2 spec ReplicaSetSpec, 3 status ReplicaSetStatus
ReplicaSetSpec: 1 replicas !i, 2 selector !LabelSelector, 3 template PodTemplateSpec, 4 minReadySeconds i
ReplicaSetStatus: 1 replicas !i, 2 fullyLabeledReplicas i, 3 observedGeneration i, 4 readyReplicas i,
    5 availableReplicas i, 6 conditions *ReplicaSetCondition, 7 terminatingReplicas !i
ReplicaSetCondition: 1 type !s, 2 status !s, 3 lastTransitionTime t, 4 reason s, 5 message s
Lease: 1 metadata ObjectMeta, 2 spec LeaseSpec
LeaseSpec: 1 holderIdentity !s, 2 leaseDurationSeconds !i, 3 acquireTime !u, 4 renewTime !u,
    5 leaseTransitions !i, 6 strategy !s, 7 preferredHolder !s
Scale: 1 metadata ObjectMeta, 2 spec ScaleSpec, 3 status ScaleStatus
ScaleSpec: 1 replicas !i
ScaleStatus: 1 replicas !i, 2 selector s
ListMeta: 1 selfLink s, 2 resourceVersion s, 3 continue s, 4 remainingItemCount !i, 5 shardInfo ShardInfo
ShardInfo: 1 selector !s
Status: 1 metadata ListMeta, 2 status s, 3 message s, 4 reason s, 5 details !StatusDetails, 6 code i
StatusDetails: 1 name s, 2 group s, 3 kind s, 4 causes *StatusCause, 5 retryAfterSeconds i, 6 uid s
StatusCause: 1 reason s, 2 message s, 3 field s
)";

std::string_view next_until(std::string_view& rest, std::string_view ends)
{
    auto const start = std::min(rest.find_first_not_of(" \n"), rest.size());
    rest.remove_prefix(start);
    auto const word = rest.substr(0, rest.find_first_of(ends));
    rest.remove_prefix(word.size());
    return word;
}

protobuf_type type_of(std::string_view word)
{
    if (word.size() != 1) return protobuf_type::message;
    switch (word.front()) {
    case 's': return protobuf_type::string;
    case 'b': return protobuf_type::boolean;
    case 'i': return protobuf_type::integer;
    case 'y': return protobuf_type::bytes;
    case 't': return protobuf_type::time;
    case 'u': return protobuf_type::micro_time;
    case 'q': return protobuf_type::quantity;
    case 'o': return protobuf_type::int_or_string;
    case 'j': return protobuf_type::json;
    default: throw std::logic_error("the protobuf schema has an unknown type: " + std::string(word));
    }
}

protobuf_field read_field(std::string_view name, std::string_view type)
{
    using has = protobuf_field::has;
    protobuf_field f;
    f.name = name;
    switch (type.front()) {
    case '*': f.count = has::many; break;
    case '%': f.count = has::map; break;
    case '^': f.count = has::inlined; break;
    case '!': f.keeps_zero = true; break;
    default: break;
    }
    if (f.count != has::one || f.keeps_zero) type.remove_prefix(1);
    f.type = type_of(type);
    if (f.type == protobuf_type::message) f.message = type;
    return f;
}

std::map<std::string_view, protobuf_message> read_table()
{
    std::map<std::string_view, protobuf_message> messages;
    for (auto rest = schema_table.substr(1); !rest.empty();) {
        auto& message = messages[next_until(rest, ":")];
        do {
            rest.remove_prefix(1); // the colon or comma
            auto const digits = next_until(rest, " ");
            auto const name = next_until(rest, " ");
            auto const type = next_until(rest, ",\n");
            std::uint32_t number = 0;
            std::from_chars(digits.data(), digits.data() + digits.size(), number);
            message.emplace(number, read_field(name, type));
        } while (rest.starts_with(','));
        rest.remove_prefix(1);
    }
    return messages;
}

} // namespace

protobuf_message const* find_protobuf_message(std::string_view name)
{
    static auto const messages = read_table();
    auto const it = messages.find(name);
    return it == messages.end() ? nullptr : &it->second;
}

bool has_protobuf_kind(std::string_view api_version, std::string_view kind)
{
    if (kind == "DeleteOptions") return true; // every group has it
    auto const word = std::string(" ").append(kind).append(" ");
    return std::ranges::any_of(kinds, [&](known_kinds const& k) {
        return k.api_version == api_version && k.kinds.find(word) != k.kinds.npos;
    });
}

std::string protobuf_kinds()
{
    std::string all;
    for (auto const& k : kinds) {
        if (!all.empty()) all += ", ";
        all.append(k.api_version).append(k.kinds.substr(0, k.kinds.size() - 1));
    }
    return all;
}

} // namespace coinformer::testing::detail
