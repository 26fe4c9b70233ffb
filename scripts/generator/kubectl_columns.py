"""The fields of each kind that kubectl shows, with -o wide, as JSON paths. For a kind that is not in this table they are the
metadata. A path that ends at an object means the whole object. The keys are "Kind", or "group/version Kind" if versions of a
kind have different fields."""

import re

# Parts that several kinds have.
_POD_CONTAINER = "{name,restartPolicy}"
_CONTAINER_STATE = "{running.startedAt,waiting.reason,terminated.{reason,exitCode,signal,finishedAt}}"
_CONTAINER_STATUS = ("{name,ready,started,restartCount,state." + _CONTAINER_STATE + ",lastState." + _CONTAINER_STATE + "}")
_IMAGES = "spec.containers.{name,image}"
_EVENT_OBJECT = "{kind,namespace,name,fieldPath}"
_CONDITIONS = "conditions.{type,status,reason}"

COLUMNS = {
    "APIService": f"spec.service.{{namespace,name}} status.{_CONDITIONS}",
    "CSIDriver": "spec.{attachRequired,podInfoOnMount,storageCapacity,tokenRequests,requiresRepublish,volumeLifecycleModes}",
    "CSINode": "spec.drivers.name",
    "CSIStorageCapacity": "storageClassName capacity",
    "CertificateSigningRequest": f"spec.{{signerName,username,expirationSeconds}} status.{_CONDITIONS}",
    "ClusterRoleBinding": "roleRef subjects",
    "ClusterTrustBundle": "spec.signerName",
    "CompositePodGroup": "spec.schedulingPolicy",
    "ControllerRevision": "revision",
    "CronJob": f"spec.{{schedule,timeZone,suspend,jobTemplate.spec.{{selector,template.{_IMAGES}}}}}"
               " status.{active,lastScheduleTime}",
    "DaemonSet": "spec.{selector,template.spec.{nodeSelector,containers.{name,image}}} status.{desiredNumberScheduled,"
                 "currentNumberScheduled,numberReady,updatedNumberScheduled,numberAvailable}",
    "Deployment": f"spec.{{replicas,selector,template.{_IMAGES}}}"
                  " status.{replicas,readyReplicas,updatedReplicas,availableReplicas}",
    "DeviceTaintRule": "spec.taint",
    "Endpoints": "subsets.{addresses.ip,ports.{name,port}}",
    "EndpointSlice": "addressType ports.{name,protocol,port} endpoints.addresses",
    "Event": f"involvedObject.{_EVENT_OBJECT} reason message source.{{component,host}} firstTimestamp lastTimestamp"
             " count type eventTime series reportingComponent",
    "events.k8s.io/v1 Event": f"regarding.{_EVENT_OBJECT} reason note deprecatedSource.{{component,host}}"
                              " deprecatedFirstTimestamp deprecatedLastTimestamp deprecatedCount type eventTime series"
                              " reportingController",
    "Eviction": f"spec.target status.{_CONDITIONS}",
    "EvictionRequest": f"spec.{{target,requester,intent}} status.{_CONDITIONS}",
    "FlowSchema": "spec.{priorityLevelConfiguration.name,matchingPrecedence,distinguisherMethod.type}"
                  f" status.{_CONDITIONS}",
    "HorizontalPodAutoscaler": "spec.{scaleTargetRef,minReplicas,maxReplicas,metrics}"
                               " status.{currentReplicas,currentMetrics}",
    "autoscaling/v1 HorizontalPodAutoscaler":
        "spec.{scaleTargetRef,minReplicas,maxReplicas,targetCPUUtilizationPercentage}"
        " status.{currentReplicas,currentCPUUtilizationPercentage}",
    "IPAddress": "spec.parentRef",
    "Ingress": "spec.{ingressClassName,rules.host,tls.hosts} status.loadBalancer.ingress.{ip,hostname}",
    "IngressClass": "spec.{controller,parameters}",
    "Job": f"spec.{{completions,parallelism,suspend,selector,template.{_IMAGES}}}"
           f" status.{{active,succeeded,failed,startTime,completionTime,{_CONDITIONS}}}",
    "Lease": "spec.holderIdentity",
    "LeaseCandidate": "spec.{leaseName,binaryVersion,emulationVersion}",
    "MutatingAdmissionPolicy": "spec.paramKind",
    "MutatingAdmissionPolicyBinding": "spec.{policyName,paramRef}",
    "MutatingWebhookConfiguration": "webhooks.name",
    "Namespace": "status.phase",
    "NetworkPolicy": "spec.podSelector",
    "Node": f"spec.unschedulable status.{{{_CONDITIONS},addresses,nodeInfo.{{kubeletVersion,osImage,kernelVersion,"
            "containerRuntimeVersion}}",
    "PersistentVolume": "spec.{capacity,accessModes,persistentVolumeReclaimPolicy,claimRef.{namespace,name},storageClassName,"
                        "volumeAttributesClassName,volumeMode} status.{phase,reason}",
    "PersistentVolumeClaim": "spec.{volumeName,storageClassName,volumeAttributesClassName,volumeMode}"
                             " status.{phase,capacity,accessModes}",
    "Pod": f"spec.{{nodeName,initContainers.{_POD_CONTAINER},containers.{_POD_CONTAINER},readinessGates}}"
           f" status.{{phase,reason,podIP,nominatedNodeName,{_CONDITIONS},initContainerStatuses.{_CONTAINER_STATUS},"
           f"containerStatuses.{_CONTAINER_STATUS}}}",
    "PodCertificateRequest": f"spec.{{podName,serviceAccountName,nodeName,signerName}} status.{_CONDITIONS}",
    "PodDisruptionBudget": "spec.{minAvailable,maxUnavailable} status.disruptionsAllowed",
    "PodGroup": f"spec.schedulingPolicy status.{_CONDITIONS}",
    "PodTemplate": f"template.{{metadata.labels,{_IMAGES}}}",
    "PriorityClass": "value globalDefault preemptionPolicy",
    "PriorityLevelConfiguration": "spec.{type,limited.{nominalConcurrencyShares,limitResponse.queuing}}",
    "ReplicaSet": f"spec.{{replicas,selector,template.{_IMAGES}}} status.{{replicas,readyReplicas}}",
    "ReplicationController": f"spec.{{replicas,selector,template.{_IMAGES}}} status.{{replicas,readyReplicas}}",
    "ResourceClaim": "status.{reservedFor,allocation.allocationTimestamp}",
    "ResourcePoolStatusRequest": f"spec.driver status.{{poolCount,{_CONDITIONS}}}",
    "ResourceQuota": "status.{hard,used}",
    "ResourceSlice": "spec.{nodeName,driver,pool}",
    "RoleBinding": "roleRef subjects",
    "RuntimeClass": "handler",
    "Secret": "type",
    "Service": "spec.{type,clusterIP,externalIPs,externalName,ports.{name,protocol,port,nodePort},selector}"
               " status.loadBalancer.ingress.{ip,hostname}",
    "ServiceCIDR": "spec.cidrs",
    "StatefulSet": f"spec.{{replicas,template.{_IMAGES}}} status.{{replicas,readyReplicas}}",
    "StorageClass": "provisioner reclaimPolicy volumeBindingMode allowVolumeExpansion",
    "StorageVersion": "status.commonEncodingVersion",
    "StorageVersionMigration": f"spec.resource status.{_CONDITIONS}",
    "ValidatingAdmissionPolicy": "spec.paramKind",
    "ValidatingAdmissionPolicyBinding": "spec.{policyName,paramRef}",
    "ValidatingWebhookConfiguration": "webhooks.name",
    "VolumeAttachment": "spec.{attacher,nodeName,source.persistentVolumeName} status.attached",
    "VolumeAttributesClass": "driverName",
}

# The metadata in every summary.
METADATA = "name namespace uid resourceVersion generation creationTimestamp deletionTimestamp labels ownerReferences"


def tree(paths):
    """The fields as a tree, such as {"spec": {"replicas": {}}}. "a.{b,c}" means "a.b a.c"."""
    root, tokens = {}, re.findall(r"[\w$-]+|[.{},]", paths.replace(" ", ","))

    def branch(into):
        while tokens:
            node = into.setdefault(tokens.pop(0), {})
            while tokens and tokens[0] == ".":
                tokens.pop(0)
                if tokens[0] == "{":
                    tokens.pop(0)
                    branch(node)
                    break
                node = node.setdefault(tokens.pop(0), {})
            if not tokens or tokens.pop(0) == "}":
                return

    branch(root)
    return root


def of_kind(group, version, kind):
    api_version = f"{group}/{version}" if group else version
    return tree(COLUMNS.get(f"{api_version} {kind}", COLUMNS.get(kind, "")))
