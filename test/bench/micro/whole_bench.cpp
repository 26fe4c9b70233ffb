// Measures whole objects: what it costs to keep one, how much memory it takes, and what it costs to read a
// field of it, as many handlers of one event do. The object is in the processor's cache.

#include "api/json/blocks.hpp"
#include "api/json/object_reader.hpp"
#include "api/protobuf/object_reader.hpp"
#include "micro.hpp"
#include "pod_json.hpp"
#include "unit/api/proto_encoder.hpp"

#include <coinformer/api/projection.hpp>

#include <boost/describe/class.hpp>
#include <boost/json/parse.hpp>

#include <string>
#include <vector>

namespace {

using namespace coinformer;
using namespace coinformer::detail;

struct whole_pod {
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_pod, (), (all))

constexpr std::size_t whole_limit = 1 << 20;

// The bytes of pods, and what reads one of them.
struct whole_input {
    std::vector<std::string> pods; // in JSON with the zeros that the scanner needs behind them
    object_ref (*read)(std::string const& bytes);
};

object_ref read_json(std::string const& bytes)
{
    static object_reader reader(object_type_of<whole_pod>(), whole_limit);
    auto const outcome = reader.read(bytes.data(), bytes.data() + bytes.size() - padding);
    return outcome == object_reader::outcome::object ? reader.take() : object_ref();
}

object_ref read_proto(std::string const& bytes)
{
    static std::string reason;
    static proto_reader reader(
        object_type_of<whole_pod>(),
        *proto_schema::find(*object_type_of<whole_pod>().fields, {"v1", "Pod"}, reason), whole_limit);
    return reader.read(bytes) == proto_reader::outcome::object ? reader.take() : object_ref();
}

whole_input const& json_pods(unsigned pods)
{
    static auto const in = [&] {
        whole_input made{{}, read_json};
        for (unsigned i = 0; i < pods; ++i) made.pods.push_back(padded(micro::pod_json(i, true)));
        return made;
    }();
    return in;
}

whole_input const& proto_pods(unsigned pods)
{
    static auto const in = [&] {
        whole_input made{{}, read_proto};
        for (unsigned i = 0; i < pods; ++i)
            made.pods.push_back(test::proto_of(boost::json::parse(micro::pod_json(i, true)), {"v1", "Pod"}));
        return made;
    }();
    return in;
}

using whole_source = whole_input const& (*)(unsigned);

void build_whole(benchmark::State& state, whole_input const& in)
{
    std::size_t bytes = 0;
    for (auto _ : state)
        for (auto const& pod : in.pods) {
            auto const o = in.read(pod);
            if (!o) return micro::fail(state, "a fault");
            bytes += o->size_bytes();
        }
    auto const objects = static_cast<double>(state.iterations()) * static_cast<double>(in.pods.size());
    state.SetItemsProcessed(static_cast<std::int64_t>(objects));
    state.counters["object_bytes"] = static_cast<double>(bytes) / objects;
}

void read_text(benchmark::State& state, whole_input const& in, char const* pointer)
{
    object_ptr<whole_pod> const pod(in.read(in.pods.front()));
    if (pod->all.text_at(pointer).empty()) return micro::fail(state, "the pod lacks this field");
    for (auto _ : state) benchmark::DoNotOptimize(pod->all.text_at(pointer));
}

void read_missing(benchmark::State& state, whole_input const& in, char const* pointer)
{
    object_ptr<whole_pod> const pod(in.read(in.pods.front()));
    if (!pod->all.text_at(pointer).empty()) return micro::fail(state, "the pod has this field");
    for (auto _ : state) benchmark::DoNotOptimize(pod->all.text_at(pointer));
}

void read_view(benchmark::State& state, whole_input const& in, char const* pointer)
{
    object_ptr<whole_pod> const pod(in.read(in.pods.front()));
    std::string room;
    if (pod->all.text_at(pointer, room).empty()) return micro::fail(state, "the pod lacks this field");
    for (auto _ : state) benchmark::DoNotOptimize(pod->all.text_at(pointer, room));
}

void read_label(benchmark::State& state, whole_input const& in)
{
    object_ptr<whole_pod> const pod(in.read(in.pods.front()));
    std::string room;
    if (pod->all.label("tier", room) != "front") return micro::fail(state, "the pod lacks this label");
    for (auto _ : state) benchmark::DoNotOptimize(pod->all.label("tier", room));
}

void read_annotation(benchmark::State& state, whole_input const& in)
{
    object_ptr<whole_pod> const pod(in.read(in.pods.front()));
    std::string room;
    if (!pod->all.annotation("checksum/config", room))
        return micro::fail(state, "the pod lacks this annotation");
    for (auto _ : state) benchmark::DoNotOptimize(pod->all.annotation("checksum/config", room));
}

struct measured_field {
    char const* name;
    char const* pointer;
};
constexpr measured_field fields_of_pod[]{{"label", "/metadata/labels/tier"},
                                         {"annotation", "/metadata/annotations/checksum~1config"},
                                         {"name", "/metadata/name"},
                                         {"node", "/spec/nodeName"},
                                         {"image", "/spec/containers/0/image"},
                                         {"phase", "/status/phase"},
                                         {"condition", "/status/conditions/3/status"},
                                         {"pod_ip", "/status/podIP"},
                                         {"restarts", "/status/containerStatuses/0/restartCount"}};
constexpr measured_field not_in_pod[]{{"no_label", "/metadata/labels/zone"},
                                      {"no_annotation", "/metadata/annotations/a.b~1c"},
                                      {"no_field", "/spec/hostname"}};

} // namespace

void micro::add_whole(sizes const& how_many)
{
    detail::use_best_blocks(); // registering the cases of decoding has left another choice
    for (auto const& [form, source] : {std::pair<std::string, whole_source>("json", json_pods),
                                       std::pair<std::string, whole_source>("protobuf", proto_pods)}) {
        auto const pods = how_many.pods;
        auto const in = [source = source, pods]() -> whole_input const& { return source(pods); };
        auto const add = [](std::string const& name, auto run) {
            benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { run(state); });
        };
        add("whole/build/" + form, [=](auto& state) { build_whole(state, in()); });
        for (auto const& [name, pointer] : fields_of_pod)
            add("whole/text/" + form + '/' + name,
                [=, p = pointer](auto& state) { read_text(state, in(), p); });
        for (auto const& [name, pointer] : not_in_pod)
            add("whole/text/" + form + '/' + name,
                [=, p = pointer](auto& state) { read_missing(state, in(), p); });
        for (auto const& [name, pointer] : fields_of_pod)
            add("whole/view/" + form + '/' + name,
                [=, p = pointer](auto& state) { read_view(state, in(), p); });
        add("whole/label/" + form, [=](auto& state) { read_label(state, in()); });
        add("whole/annotation/" + form, [=](auto& state) { read_annotation(state, in()); });
    }
}
