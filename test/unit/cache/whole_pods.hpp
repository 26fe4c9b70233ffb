#pragma once

#include "api/protobuf/object_reader.hpp"
#include "unit/api/proto_encoder.hpp"

#include <coinformer/api/projection.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "catch.hpp"

// Pods that are kept whole and compressed, from JSON and from protobuf.

namespace test::whole {

using namespace coinformer;
using coinformer::detail::object_ref;
using coinformer::detail::object_type_of;

inline coinformer::detail::proto_message const pod_message{"v1", "Pod"};

struct plain_pod {
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(plain_pod, (), (all))

/// Each projection has dictionaries of its own: each number is a projection that has met no objects yet.
template <int Number>
struct compressed_pod {
    compressed_object all;
    BOOST_DESCRIBE_CLASS(compressed_pod, (), (all), (), ())
};

/// Returns the JSON of a pod: 1 KB.
inline std::string pod(std::size_t i)
{
    auto const n = std::to_string(i);
    std::string env;
    for (std::size_t k = 0; k != 20 + i % 7; ++k)
        env += std::string(k ? "," : "") + R"({"name":"SETTING_)" + std::to_string(k) + R"(","value":"v)" +
               std::to_string(i * 7919 + k) + R"("})";
    return R"({"metadata":{"name":"web-)" + n + R"(","namespace":"shop","uid":"6f9619ff-8b86-4d01-b42d-)" +
           std::to_string(100'000'000'000 + i) + R"(","resourceVersion":")" + std::to_string(i + 1) +
           R"(","labels":{"app":"web","tier":"t)" + std::to_string(i % 3) + R"("},"annotations":{"note":"a)" +
           n + R"("}},"spec":{"containers":[{"name":"web","env":[)" + env + R"(]}],"nodeName":"node-)" +
           std::to_string(i % 20) + R"("},"status":{"phase":"Running","podIP":"10.0.0.)" + n + R"("}})";
}

template <class T>
object_ref whole_pod(bool is_protobuf, std::size_t i)
{
    if (!is_protobuf) return decode_object<T>(pod(i)).ref();
    std::string reason;
    auto const* const fields =
        coinformer::detail::proto_schema::find(*object_type_of<T>().fields, pod_message, reason);
    INFO(reason);
    REQUIRE(fields);
    coinformer::detail::proto_reader reader(object_type_of<T>(), *fields, 8 << 20);
    auto const message = test::proto_of(boost::json::parse(pod(i)), pod_message);
    REQUIRE(reader.read(message) == coinformer::detail::proto_reader::outcome::object);
    return reader.take();
}

template <class T>
std::vector<object_ref> whole_pods(bool is_protobuf, std::size_t count, std::size_t first = 0)
{
    std::vector<object_ref> all;
    for (std::size_t i = 0; i != count; ++i) all.push_back(whole_pod<T>(is_protobuf, first + i));
    return all;
}

/// This number of pods makes a dictionary.
inline constexpr std::size_t enough_for_dictionary = 400;

template <class T>
whole_object const& whole_of(object_ref const& object)
{
    return static_cast<T const*>(object->object())->all;
}

/// Reads a whole object in every way. Errors: those of whole_object.
inline std::string everything_of(whole_object const& object)
{
    std::string all, room;
    for (auto const* at : {"", "/metadata", "/metadata/name", "/spec/containers/0/env/3/value",
                           "/metadata/labels/tier", "/status/podIP", "/nowhere"})
        all += object.json_at(at) + '|' + object.text_at(at) + '|';
    all += std::string(object.label("tier", room).value_or("none")) + '|';
    all += std::string(object.annotation("note", room).value_or("none"));
    return all;
}

} // namespace test::whole
