// Measures what a pod costs in each sort of view, in memory and to decode: docs/kinds.md.

#include "api/json/object_reader.hpp"
#include "api/protobuf/object_reader.hpp"
#include "micro/pod_json.hpp"
#include "unit/api/proto_encoder.hpp"

#include <coinformer/types/core/v1/pod.hpp>

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/whole_object.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace {

using namespace coinformer;
namespace core = types::core::v1;

struct spec {
    text nodeName;
};
BOOST_DESCRIBE_STRUCT(spec, (), (nodeName))
struct status {
    text phase;
    text podIP;
};
BOOST_DESCRIBE_STRUCT(status, (), (phase, podIP))
struct metadata {
    text name;
    text namespace_;
    coinformer::labels labels;
};
BOOST_DESCRIBE_STRUCT(metadata, (), (name, namespace_, labels))
struct own_pod {
    ::metadata metadata;
    ::spec spec;
    ::status status;
};
BOOST_DESCRIBE_STRUCT(own_pod, (), (metadata, spec, status))

struct kept_pod {
    whole_object object;
};
BOOST_DESCRIBE_STRUCT(kept_pod, (), (object))

constexpr int rounds = 4'000;
constexpr detail::proto_message pod_message{"v1", "Pod"};

/// Returns the best of some rounds, because the machine may be busy.
template <class F>
double nanoseconds_of(F decode)
{
    using clock = std::chrono::steady_clock;
    auto best = clock::duration::max();
    for (int batch = 0; batch != 10; ++batch) {
        auto const begin = clock::now();
        for (int i = 0; i != rounds; ++i) decode();
        best = std::min(best, clock::now() - begin);
    }
    return std::chrono::duration<double, std::nano>(best).count() / rounds;
}

template <class T>
void measure(char const* name, std::string const& json, std::string const& message)
{
    auto const& type = detail::object_type_of<T>();
    std::size_t bytes = 0;
    auto const text = detail::padded(json);
    detail::object_reader json_reader(type, 1 << 24);
    auto const in_json = nanoseconds_of([&] {
        json_reader.read(text.data(), text.data() + json.size());
        bytes = json_reader.take()->size_bytes();
    });
    std::string reason;
    auto const* fields = detail::proto_schema::find(*type.fields, pod_message, reason);
    std::printf("%-22s %6zu bytes  JSON %6.2f µs", name, bytes, in_json / 1000);
    if (!fields) return (void)std::printf("  protobuf: not (%s)\n", reason.c_str());
    detail::proto_reader reader(type, *fields, 1 << 24);
    auto const in_protobuf = nanoseconds_of([&] {
        reader.read(message);
        bytes = reader.take()->size_bytes();
    });
    std::printf("  protobuf %6.2f µs, %zu bytes\n", in_protobuf / 1000, bytes);
}

} // namespace

int main()
{
    auto const json = micro::pod_json(7, true);
    auto const message = test::proto_of(boost::json::parse(json), pod_message);
    std::printf("a pod of %zu bytes of JSON, %zu of protobuf; its struct: full %zu, summary %zu\n",
                json.size(), message.size(), sizeof(core::pod), sizeof(core::pod_summary));
    measure<core::pod>("full view", json, message);
    measure<core::pod_summary>("summary", json, message);
    measure<own_pod>("own, six fields", json, message);
    measure<kept_pod>("whole_object", json, message);
    measure<dynamic_object>("dynamic_object", json, message);
}
