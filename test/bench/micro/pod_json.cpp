#include "pod_json.hpp"

namespace {

std::string conditions()
{
    std::string all;
    for (char const* type :
         {"PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"})
        all += std::string(all.empty() ? "" : ",") + R"({"type":")" + type +
               R"(","status":"True","lastProbeTime":null,"lastTransitionTime":"2024-05-01T12:00:05Z"})";
    return all;
}

} // namespace

std::string micro::pod_json(unsigned i, bool in_list)
{
    auto const n = std::to_string(i);
    auto const name = "web-7d9c6b8f5d-" + std::to_string(10'000 + i);
    std::string const managed =
        R"([{"manager":"kube-controller-manager","operation":"Update","apiVersion":"v1","time":"2024-05-01T12:00:00Z",)"
        R"("fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:generateName":{},"f:labels":{".":{},"f:app":{},)"
        R"("f:pod-template-hash":{},"f:tier":{}},"f:ownerReferences":{".":{},"k:{\"uid\":\"0b1c\"}":{}}},"f:spec":)"
        R"({"f:containers":{"k:{\"name\":\"web\"}":{".":{},"f:env":{".":{},"k:{\"name\":\"A\"}":{".":{},"f:name":{},)"
        R"("f:value":{}}},"f:image":{},"f:imagePullPolicy":{},"f:name":{},"f:ports":{".":{},)"
        R"("k:{\"containerPort\":8080,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{},"f:protocol":{}}},)"
        R"("f:resources":{".":{},"f:limits":{".":{},"f:cpu":{},"f:memory":{}}},"f:terminationMessagePath":{}}},)"
        R"("f:dnsPolicy":{},"f:restartPolicy":{},"f:schedulerName":{},"f:securityContext":{}}}}])";
    return std::string("{") + (in_list ? "" : R"("kind":"Pod","apiVersion":"v1",)") +
           R"("metadata":{"name":")" + name + R"(","generateName":"web-7d9c6b8f5d-","namespace":"shop-)" +
           std::to_string(i % 50) + R"(","uid":"6f1c0a4e-0000-4000-8000-)" +
           std::to_string(100'000'000'000 + i) + R"(","resourceVersion":")" + std::to_string(1'000'000 + i) +
           R"(","creationTimestamp":"2024-05-01T12:00:00Z","labels":{"app":"web","pod-template-hash":"7d9c6b8f5d",)"
           R"("tier":"front"},"annotations":{"kubernetes.io/config.seen":"2024-05-01T12:00:00.123456789Z",)"
           R"("checksum/config":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},)"
           R"("ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-7d9c6b8f5d","uid":"0b1c",)"
           R"("controller":true,"blockOwnerDeletion":true}],"managedFields":)" +
           managed +
           R"(},"spec":{"volumes":[{"name":"kube-api-access-x7k2p","projected":{"sources":[{"serviceAccountToken":)"
           R"({"expirationSeconds":3607,"path":"token"}},{"configMap":{"name":"kube-root-ca.crt","items":[{"key":)"
           R"("ca.crt","path":"ca.crt"}]}},{"downwardAPI":{"items":[{"path":"namespace","fieldRef":{"apiVersion":"v1",)"
           R"("fieldPath":"metadata.namespace"}}]}}],"defaultMode":420}}],"containers":[{"name":"web","image":)"
           R"("registry.example.com/shop/web:1.42.)" +
           std::to_string(i % 9) +
           R"(","ports":[{"containerPort":8080,"protocol":"TCP"}],"env":[{"name":"A","value":"1"},{"name":"POD_IP",)"
           R"("valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"status.podIP"}}}],"resources":{"limits":{"cpu":)"
           R"("500m","memory":"512Mi"},"requests":{"cpu":"100m","memory":"128Mi"}},"volumeMounts":[{"name":)"
           R"("kube-api-access-x7k2p","readOnly":true,"mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}],)"
           R"("terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":)"
           R"("IfNotPresent"}],"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst",)"
           R"("serviceAccountName":"default","serviceAccount":"default","nodeName":"node-)" +
           std::to_string(i % 200) +
           R"(","securityContext":{},"schedulerName":"default-scheduler","tolerations":[{"key":)"
           R"("node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300},{"key":)"
           R"("node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],)"
           R"("priority":0,"enableServiceLinks":true,"preemptionPolicy":"PreemptLowerPriority"},"status":{"phase":)"
           R"("Running","conditions":[)" +
           conditions() + R"(],"hostIP":"10.0.0.1","podIP":"10.1.)" + std::to_string(i / 250 % 250) + '.' +
           std::to_string(i % 250) +
           R"(","startTime":"2024-05-01T12:00:00Z","containerStatuses":[{"name":"web","state":)"
           R"({"running":{"startedAt":"2024-05-01T12:00:04Z"}},"lastState":{},"ready":true,"restartCount":0,"image":)"
           R"("registry.example.com/shop/web:1.42.0","imageID":"registry.example.com/shop/web@sha256:9f86d081884c7d65",)"
           R"("containerID":"containerd://)" +
           n + R"(9f86d081884c7d659a2feaa0c55ad015","started":true}],"qosClass":"Burstable"}})";
}
