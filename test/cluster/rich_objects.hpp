#pragma once

#include <coinformer/api/resource.hpp>

#include <vector>

// Objects of many built-in kinds, with fields of every type. "$ns" stands for their namespace.

struct rich_object {
    coinformer::resource of;
    char const* json;
};

inline constexpr coinformer::resource pods{.group = "", .version = "v1", .plural = "pods", .kind = "Pod"};

inline std::vector<rich_object> const rich_objects{
    {pods,
     R"({"metadata":{"name":"rich","labels":{"app":"web","empty":""},"annotations":{"quote":"\"<&>\"\n\t","u":"ä€😀"},
"finalizers":["example.com/keep"],"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"r","uid":"u-r",
"controller":true,"blockOwnerDeletion":false}]},"spec":{"volumes":[{"name":"tmp","emptyDir":{}},{"name":"big","emptyDir":
{"sizeLimit":"1Gi","medium":"Memory"}},{"name":"cm","configMap":{"name":"c","optional":false,"items":[{"key":"a","path":"b",
"mode":0}]}},{"name":"p","projected":{"sources":[{"downwardAPI":{"items":[{"path":"cpu","resourceFieldRef":{"containerName":"c","resource":"limits.cpu","divisor":"1m"}}]}}]}}],
"initContainers":[{"name":"i","image":"i"}],"containers":[{"name":"c","image":"i:1","command":["/c"],"args":["","-v"],"ports":
[{"containerPort":80,"name":"http"},{"containerPort":53,"hostPort":5353,"protocol":"UDP"}],"env":[{"name":"A","value":"1"},
{"name":"E"},{"name":"B","valueFrom":{"secretKeyRef":{"name":"s","key":"k","optional":true}}}],"resources":{"limits":
{"cpu":"1500m","memory":"1.5Gi"},"requests":{"cpu":"0.1","memory":"100M"}},"livenessProbe":{"httpGet":{"port":"http","path":"/"},
"periodSeconds":7},"readinessProbe":{"tcpSocket":{"port":80}},"lifecycle":{"preStop":{"exec":
{"command":["x"]}}},"securityContext":{"runAsUser":0,"privileged":false,"capabilities":{"drop":["ALL"]}},"tty":true}],
"nodeSelector":{"disk":"ssd"},"securityContext":{"supplementalGroups":[1,0,2147483647],"fsGroup":0,"sysctls":[{"name":
"net.ipv4.tcp_syncookies","value":""}]},"terminationGracePeriodSeconds":0,"tolerations":[{"key":"k","operator":"Exists",
"effect":"NoExecute","tolerationSeconds":0}],"affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":1,
"preference":{"matchExpressions":[{"key":"k","operator":"In","values":["a","b"]}]}}]}},"topologySpreadConstraints":[{"maxSkew":1,
"topologyKey":"zone","whenUnsatisfiable":"ScheduleAnyway","labelSelector":{"matchLabels":{"a":"b"}}}],"dnsConfig":{"options":
[{"name":"ndots","value":"2"},{"name":"x"}]},"hostAliases":[{"ip":"1.2.3.4","hostnames":["h"]}],"readinessGates":
[{"conditionType":"example.com/x"}]}})"},
    {pods, R"({"metadata":{"name":"plain"},"spec":{"containers":[{"name":"c","image":"i"}]}})"},
    {{.group = "", .version = "v1", .plural = "services", .kind = "Service"},
     R"({"metadata":{"name":"s"},"spec":{"selector":{"a":"b"},"ports":[{"name":"a","port":80,"targetPort":"http"},{"name":"b",
"port":81,"targetPort":8081,"appProtocol":"h2c"},{"name":"c","port":82}],"externalIPs":["1.2.3.4"],"sessionAffinity":"ClientIP",
"sessionAffinityConfig":{"clientIP":{"timeoutSeconds":100}}}})"},
    {{.group = "", .version = "v1", .plural = "secrets", .kind = "Secret"},
     R"({"metadata":{"name":"s"},"type":"Opaque","data":{"a":"","b":"YQ==","c":"/+8=","d":"AAECAwQFBgcICQ=="},"immutable":true})"},
    {{.group = "", .version = "v1", .plural = "configmaps", .kind = "ConfigMap"},
     R"({"metadata":{"name":"c"},"data":{"a":"","b":"x\u0000y"},"binaryData":{"c":"/+8A"},"immutable":false})"},
    {{.group = "", .version = "v1", .plural = "resourcequotas", .kind = "ResourceQuota"},
     R"({"metadata":{"name":"q"},"spec":{"hard":{"pods":"100","requests.cpu":"10500m","requests.memory":"1T"},"scopeSelector":
{"matchExpressions":[{"scopeName":"PriorityClass","operator":"In","values":["x"]}]}}})"},
    {{.group = "", .version = "v1", .plural = "limitranges", .kind = "LimitRange"},
     R"({"metadata":{"name":"l"},"spec":{"limits":[{"type":"Container","max":{"memory":"100Gi"},"default":{"cpu":"1"}}]}})"},
    {{.group = "", .version = "v1", .plural = "endpoints", .kind = "Endpoints"},
     R"({"metadata":{"name":"e"},"subsets":[{"addresses":[{"ip":"1.2.3.4","nodeName":"n","targetRef":{"kind":"Pod","name":"p"}}],
"ports":[{"port":80}]}]})"},
    {{.group = "", .version = "v1", .plural = "events", .kind = "Event"},
     R"({"metadata":{"name":"v"},"involvedObject":{"kind":"Pod","namespace":"$ns","name":"p","fieldPath":""},"reason":"R","count":0,"type":"Normal",
"eventTime":"2024-02-29T01:02:03.000004Z","firstTimestamp":"2024-02-29T01:02:03Z","lastTimestamp":null,"action":"A",
"reportingComponent":"example.com/c","reportingInstance":"i","series":{"count":2,"lastObservedTime":"1999-12-31T23:59:59.999999Z"}})"},
    {{.group = "", .version = "v1", .plural = "persistentvolumeclaims", .kind = "PersistentVolumeClaim"},
     R"({"metadata":{"name":"p"},"spec":{"accessModes":["ReadWriteOnce"],"storageClassName":"","resources":{"requests":
{"storage":"1Gi"}},"volumeMode":"Block"}})"},
    {{.group = "", .version = "v1", .plural = "replicationcontrollers", .kind = "ReplicationController"},
     R"({"metadata":{"name":"r"},"spec":{"replicas":0,"selector":{"a":"b"},"template":{"metadata":{"labels":{"a":"b"}},"spec":
{"containers":[{"name":"c","image":"i"}]}}}})"},
    {{.group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"},
     R"({"metadata":{"name":"d"},"spec":{"replicas":0,"paused":true,"progressDeadlineSeconds":700,"strategy":{"rollingUpdate":
{"maxSurge":"30%","maxUnavailable":0}},"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":
{"containers":[{"name":"c","image":"i"}]}}}})"},
    {{.group = "apps", .version = "v1", .plural = "statefulsets", .kind = "StatefulSet"},
     R"({"metadata":{"name":"s"},"spec":{"serviceName":"x","updateStrategy":{"rollingUpdate":{"partition":0}},"selector":
{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}},
"volumeClaimTemplates":[{"metadata":{"name":"v"},"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":
"1Gi"}}}}]}})"},
    {{.group = "apps", .version = "v1", .plural = "controllerrevisions", .kind = "ControllerRevision"},
     R"({"metadata":{"name":"r"},"data":{"spec":{"x":[1,2.5,null,"<>"]}},"revision":0})"},
    {{.group = "batch", .version = "v1", .plural = "cronjobs", .kind = "CronJob"},
     R"({"metadata":{"name":"c"},"spec":{"schedule":"* * * * *","suspend":true,"startingDeadlineSeconds":0,"jobTemplate":{"spec":
{"backoffLimit":0,"template":{"spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}},"podFailurePolicy":
{"rules":[{"action":"Ignore","onExitCodes":{"operator":"In","values":[1,42]}}]}}}}})"},
    {{.group = "batch", .version = "v1", .plural = "jobs", .kind = "Job"},
     R"({"metadata":{"name":"j"},"spec":{"parallelism":0,"ttlSecondsAfterFinished":0,"template":{"spec":{"restartPolicy":"Never",
"containers":[{"name":"c","image":"i"}]}}}})"},
    {{.group = "policy", .version = "v1", .plural = "poddisruptionbudgets", .kind = "PodDisruptionBudget"},
     R"({"metadata":{"name":"p"},"spec":{"minAvailable":"50%","selector":{"matchExpressions":[{"key":"a","operator":"Exists"}]}}})"},
    {{.group = "networking.k8s.io", .version = "v1", .plural = "ingresses", .kind = "Ingress"},
     R"({"metadata":{"name":"i"},"spec":{"ingressClassName":"x","tls":[{"hosts":["h"]}],"rules":[{"host":"h","http":{"paths":
[{"path":"/","pathType":"Prefix","backend":{"service":{"name":"s","port":{"number":80}}}},{"pathType":"ImplementationSpecific",
"backend":{"resource":{"apiGroup":"g","kind":"K","name":"n"}}}]}}]}})"},
    {{.group = "networking.k8s.io", .version = "v1", .plural = "networkpolicies", .kind = "NetworkPolicy"},
     R"({"metadata":{"name":"n"},"spec":{"podSelector":{},"ingress":[{},{"from":[{"ipBlock":{"cidr":"10.0.0.0/8","except":
["10.1.0.0/16"]}}],"ports":[{"port":80,"endPort":90},{"port":"http","protocol":"UDP"}]}],"policyTypes":["Ingress"]}})"},
    {{.group = "autoscaling",
      .version = "v2",
      .plural = "horizontalpodautoscalers",
      .kind = "HorizontalPodAutoscaler"},
     R"({"metadata":{"name":"h"},"spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"},"minReplicas":1,
"maxReplicas":3,"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":50}}},
{"type":"Pods","pods":{"metric":{"name":"m"},"target":{"type":"AverageValue","averageValue":"1.25"}}}],"behavior":{"scaleDown":
{"stabilizationWindowSeconds":0,"policies":[{"type":"Pods","value":4,"periodSeconds":60}]}}}})"},
    {{.group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"},
     R"({"metadata":{"name":"l"},"spec":{"holderIdentity":"","leaseDurationSeconds":15,"renewTime":"2024-02-29T01:02:03.999999Z",
"acquireTime":"1970-01-01T00:00:00.000000Z","leaseTransitions":0}})"},
    {{.group = "discovery.k8s.io", .version = "v1", .plural = "endpointslices", .kind = "EndpointSlice"},
     R"({"metadata":{"name":"e"},"addressType":"IPv4","endpoints":[{"addresses":["1.2.3.4"],"conditions":{"ready":false},"zone":"z",
"hints":{"forZones":[{"name":"z"}]}}],"ports":[{"name":"","port":80},{"name":"x"}]})"},
    {{.group = "rbac.authorization.k8s.io", .version = "v1", .plural = "roles", .kind = "Role"},
     R"({"metadata":{"name":"r"},"rules":[{"verbs":["get",""],"apiGroups":[""],"resources":["pods"],"resourceNames":["x"]}]})"},
    {{.group = "resource.k8s.io", .version = "v1", .plural = "resourceclaims", .kind = "ResourceClaim"},
     R"({"metadata":{"name":"c"},"spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"d","count":2,
"allocationMode":"ExactCount","selectors":[{"cel":{"expression":"true"}}]}}],"config":[{"opaque":{"driver":"d.example.com",
"parameters":{"apiVersion":"v1","kind":"K","n":1}}}]}}})"},
    {{.group = "", .version = "v1", .plural = "podtemplates", .kind = "PodTemplate"},
     R"({"metadata":{"name":"t"},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}})"},
};
