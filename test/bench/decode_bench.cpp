// What decoding costs: a list page and a watch stream of pods of some 4 KB (in protobuf 2.6), projected to ten fields.
// Build with -O2. Usage: decode_bench [seconds per measurement]

#include "api/json_blocks.hpp"
#include "api/json_list_decoder.hpp"
#include "api/json_watch_decoder.hpp"
#include "api/proto_list_decoder.hpp"
#include "api/proto_watch_decoder.hpp"
#include "unit/api/proto_encoder.hpp"

#include <coinformer/api/json_types.hpp>

#include <boost/describe/class.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace coinformer;
using steady = std::chrono::steady_clock;

struct pod_metadata {
    text name;
    text namespace_;
    coinformer::labels labels;
};
BOOST_DESCRIBE_STRUCT(pod_metadata, (), (name, namespace_, labels))

struct container {
    text name;
    text image;
};
BOOST_DESCRIBE_STRUCT(container, (), (name, image))

struct pod_spec {
    text nodeName;
    list<container> containers;
};
BOOST_DESCRIBE_STRUCT(pod_spec, (), (nodeName, containers))

struct pod_condition {
    text type;
    text status;
};
BOOST_DESCRIBE_STRUCT(pod_condition, (), (type, status))

struct pod_status {
    text phase;
    text podIP;
    list<pod_condition> conditions;
};
BOOST_DESCRIBE_STRUCT(pod_status, (), (phase, podIP, conditions))

struct pod {
    pod_metadata metadata;
    pod_spec spec;
    pod_status status;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, spec, status))

std::string conditions()
{
    std::string all;
    for (char const* type : {"PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"})
        all += std::string(all.empty() ? "" : ",") + R"({"type":")" + type +
               R"(","status":"True","lastProbeTime":null,"lastTransitionTime":"2024-05-01T12:00:05Z"})";
    return all;
}

std::string pod_json(unsigned i, bool in_list)
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
    return std::string("{") + (in_list ? "" : R"("kind":"Pod","apiVersion":"v1",)") + R"("metadata":{"name":")" + name +
           R"(","generateName":"web-7d9c6b8f5d-","namespace":"shop-)" + std::to_string(i % 50) +
           R"(","uid":"6f1c0a4e-0000-4000-8000-)" + std::to_string(100'000'000'000 + i) + R"(","resourceVersion":")" +
           std::to_string(1'000'000 + i) +
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

struct measured {
    std::size_t objects = 0;
    std::size_t object_bytes = 0;
    double ns = 0;
};

template <class Round>
measured measure(double seconds, Round round)
{
    round(); // warm up
    measured best;
    auto const stop = steady::now() + std::chrono::duration<double>(seconds);
    do {
        auto const begin = steady::now();
        auto m = round();
        m.ns = std::chrono::duration<double, std::nano>(steady::now() - begin).count();
        if (best.objects == 0 || m.ns < best.ns) best = m;
    } while (steady::now() < stop);
    return best;
}

template <class Decoder>
measured run(Decoder& decoder, std::string const& bytes, std::size_t piece, std::vector<detail::object_ref>& kept)
{
    measured m;
    kept.clear();
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        decoder.feed(std::string_view(bytes).substr(at, piece));
        for (;;) {
            auto const step = decoder.next();
            if (step == Decoder::step::need_more) break;
            if (step == Decoder::step::fault) std::abort();
            kept.push_back(decoder.take_object());
            m.object_bytes += kept.back()->size_bytes();
            ++m.objects;
            if (kept.size() == 1000) kept.clear(); // as a cache that is updated: memory is used again
        }
    }
    return m;
}

void report(char const* what, measured const& m, std::size_t bytes)
{
    std::printf("%-34s %7.0f ns/pod %7.0f MB/s %5zu B/object\n", what, m.ns / double(m.objects),
                double(bytes) / m.ns * 1e3, m.object_bytes / m.objects);
}

constexpr unsigned pods = 2000;
constexpr std::size_t limit = 1 << 20;

// A page and a stream of the same pods, and what decodes them.
struct input {
    std::string page, events;
    std::unique_ptr<list_decoder> (*list)();
    std::unique_ptr<watch_decoder> (*watch)();
};

input json_input()
{
    input in{
        R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[)", "",
        [] { return std::unique_ptr<list_decoder>(new json_list_decoder(detail::object_type_of<pod>(), limit)); },
        [] { return std::unique_ptr<watch_decoder>(new json_watch_decoder(detail::object_type_of<pod>(), limit)); }};
    for (unsigned i = 0; i < pods; ++i) {
        in.page += (i ? "," : "") + pod_json(i, true);
        in.events += R"({"type":"MODIFIED","object":)" + pod_json(i, false) + "}\n";
    }
    in.page += "]}\n";
    return in;
}

detail::proto_schema const& proto_fields()
{
    std::string reason;
    return *detail::proto_schema::find(*detail::object_type_of<pod>().fields, {"v1", "Pod"}, reason);
}

input proto_input()
{
    namespace pb = test::pb;
    input in{"", "",
             [] {
                 return std::unique_ptr<list_decoder>(
                     new proto_list_decoder(detail::object_type_of<pod>(), proto_fields(), limit));
             },
             [] {
                 return std::unique_ptr<watch_decoder>(
                     new proto_watch_decoder(detail::object_type_of<pod>(), proto_fields(), limit));
             }};
    auto items = pb::bytes(1, pb::bytes(2, "1"));
    for (unsigned i = 0; i < pods; ++i) {
        auto const message = test::proto_of(boost::json::parse(pod_json(i, true)), {"v1", "Pod"});
        items += pb::bytes(2, message);
        in.events += pb::event("MODIFIED", pb::envelope("v1", "Pod", message));
    }
    in.page = pb::envelope("v1", "PodList", items);
    return in;
}

void bench(char const* name, double seconds, input const& in)
{
    std::vector<detail::object_ref> kept;
    std::printf("%s: pod of %zu bytes\n", name, in.page.size() / pods);
    for (std::size_t const piece : {std::size_t(4096), std::size_t(64 * 1024), std::size_t(256 * 1024)}) {
        auto const label = "pieces of " + std::to_string(piece / 1024) + " KB";
        report(("list,  " + label).c_str(),
               measure(seconds,
                       [&] {
                           auto const decoder = in.list();
                           auto const m = run(*decoder, in.page, piece, kept);
                           decoder->finish();
                           return m;
                       }),
               in.page.size());
        report(("watch, " + label).c_str(),
               measure(seconds,
                       [&] {
                           auto const decoder = in.watch();
                           return run(*decoder, in.events, piece, kept);
                       }),
               in.events.size());
    }
}

} // namespace

int main(int argc, char** argv)
{
    auto const seconds = argc > 1 ? std::atof(argv[1]) : 1.0;
    using detail::blocks;
    auto const json = json_input();
    bench("JSON, best", seconds, json);
    if (detail::use_blocks(blocks::sse2)) bench("JSON, sse2", seconds, json);
    detail::use_blocks(blocks::portable);
    bench("JSON, portable", seconds, json);
    bench("protobuf", seconds, proto_input());
}
