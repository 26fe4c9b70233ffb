// Measures decoding: a list page and a watch stream of pods of some 4 KB (2.2 KB in protobuf), projected to
// ten fields, in pieces of 64 KB.

#include "api/json/blocks.hpp"
#include "api/json/check.hpp"
#include "api/stream/json_list_decoder.hpp"
#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/proto_list_decoder.hpp"
#include "api/stream/proto_watch_decoder.hpp"
#include "micro.hpp"
#include "pod_json.hpp"
#include "unit/api/proto_encoder.hpp"

#include <coinformer/api/json_types.hpp>

#include <boost/describe/class.hpp>

#include <memory>
#include <string>

namespace {

using namespace coinformer;
using namespace coinformer::detail;
using detail::blocks;

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

constexpr std::size_t limit = 1 << 20;
constexpr std::size_t piece = 64 << 10;

// A page and a stream of the same pods, and their decoders.
struct input {
    std::string page, events;
    std::unique_ptr<list_decoder> (*list)();
    std::unique_ptr<watch_decoder> (*watch)();
};

input json_input(unsigned pods)
{
    input in{R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[)", "",
             [] {
                 return std::unique_ptr<list_decoder>(
                     new json_list_decoder(detail::object_type_of<pod>(), limit));
             },
             [] {
                 return std::unique_ptr<watch_decoder>(
                     new json_watch_decoder(detail::object_type_of<pod>(), limit));
             }};
    for (unsigned i = 0; i < pods; ++i) {
        in.page += (i ? "," : "") + micro::pod_json(i, true);
        in.events += R"({"type":"MODIFIED","object":)" + micro::pod_json(i, false) + "}\n";
    }
    in.page += "]}\n";
    return in;
}

detail::proto_schema const& proto_fields()
{
    std::string reason;
    return *detail::proto_schema::find(*detail::object_type_of<pod>().fields, {"v1", "Pod"}, reason);
}

input proto_input(unsigned pods)
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
        auto const message = test::proto_of(boost::json::parse(micro::pod_json(i, true)), {"v1", "Pod"});
        items += pb::bytes(2, message);
        in.events += pb::event("MODIFIED", pb::envelope("v1", "Pod", message));
    }
    in.page = pb::envelope("v1", "PodList", items);
    return in;
}

// Makes the input when the first benchmark asks for it, because a filter may leave all of them out.
input const& json(unsigned pods)
{
    static auto const in = json_input(pods);
    return in;
}
input const& proto(unsigned pods)
{
    static auto const in = proto_input(pods);
    return in;
}

struct decoded {
    std::size_t objects = 0;
    std::size_t object_bytes = 0;
};

// Returns false if there is a fault.
template <class Decoder>
bool run(Decoder& decoder, std::string const& bytes, std::vector<detail::object_ref>& kept, decoded& sum)
{
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        decoder.feed(std::string_view(bytes).substr(at, piece));
        for (;;) {
            auto const step = decoder.next();
            if (step == Decoder::step::need_more) break;
            if (step == Decoder::step::fault) return false;
            kept.push_back(decoder.take_object());
            sum.object_bytes += kept.back()->size_bytes();
            ++sum.objects;
            if (kept.size() == 1000) kept.clear(); // like in a cache that is updated: memory is used again
        }
    }
    return true;
}

void report(benchmark::State& state, decoded const& sum, std::string const& bytes, unsigned pods)
{
    auto const rounds = static_cast<std::size_t>(state.iterations());
    if (sum.objects != rounds * pods) return micro::fail(state, "some objects were not decoded");
    state.SetItemsProcessed(static_cast<std::int64_t>(sum.objects));
    state.SetBytesProcessed(static_cast<std::int64_t>(rounds * bytes.size()));
    state.counters["object_bytes"] = static_cast<double>(sum.object_bytes) / static_cast<double>(sum.objects);
}

void list_page(benchmark::State& state, input const& in, unsigned pods)
{
    std::vector<detail::object_ref> kept;
    decoded sum;
    for (auto _ : state) {
        auto const decoder = in.list();
        if (!run(*decoder, in.page, kept, sum)) return micro::fail(state, "a fault");
        decoder->finish();
    }
    report(state, sum, in.page, pods);
}

void watch_stream(benchmark::State& state, input const& in, unsigned pods)
{
    std::vector<detail::object_ref> kept;
    decoded sum;
    for (auto _ : state) {
        auto const decoder = in.watch();
        if (!run(*decoder, in.events, kept, sum)) return micro::fail(state, "a fault");
    }
    report(state, sum, in.events, pods);
}

// Measures the check that objects are JSON, which is made for whole objects and raw_json.
void check(benchmark::State& state, unsigned pods)
{
    std::vector<std::string> objects;
    for (unsigned i = 0; i < pods; ++i) objects.push_back(micro::pod_json(i, true));
    std::size_t bytes = 0;
    for (auto _ : state)
        for (auto const& object : objects) {
            if (!detail::is_json(object)) return micro::fail(state, "a pod is not JSON");
            bytes += object.size();
        }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * pods);
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

using source = input const& (*)(unsigned);

void add_decoding_case(std::string const& name, source from, void (*use)(), unsigned pods)
{
    benchmark::RegisterBenchmark(("decode/list/" + name).c_str(), [=](benchmark::State& state) {
        use();
        list_page(state, from(pods), pods);
        detail::use_best_blocks();
    });
    benchmark::RegisterBenchmark(("decode/watch/" + name).c_str(), [=](benchmark::State& state) {
        use();
        watch_stream(state, from(pods), pods);
        detail::use_best_blocks();
    });
}

void add_check(std::string const& name, void (*use)(), unsigned pods)
{
    benchmark::RegisterBenchmark(("decode/check/" + name).c_str(), [=](benchmark::State& state) {
        use();
        check(state, pods);
        detail::use_best_blocks();
    });
}

} // namespace

void micro::add_decode(sizes const& how_many)
{
    add_decoding_case("json_best", json, detail::use_best_blocks, how_many.pods);
    if (detail::use_blocks(blocks::avx2))
        add_decoding_case("json_avx2", json, [] { detail::use_blocks(blocks::avx2); }, how_many.pods);
    if (detail::use_blocks(blocks::sse2))
        add_decoding_case("json_sse2", json, [] { detail::use_blocks(blocks::sse2); }, how_many.pods);
    add_decoding_case("json_portable", json, [] { detail::use_blocks(blocks::portable); }, how_many.pods);
    add_decoding_case("protobuf", proto, detail::use_best_blocks, how_many.pods);
    add_check("json_best", detail::use_best_blocks, how_many.pods);
    add_check("json_portable", [] { detail::use_blocks(blocks::portable); }, how_many.pods);
}
