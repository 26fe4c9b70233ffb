#include "api/object/zstd_dictionary.hpp"
#include "api/protobuf/object_reader.hpp"
#include "proto_encoder.hpp"

#include <coinformer/api/projection.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <array>
#include <stdexcept>
#include <thread>
#include <utility>

#include "catch.hpp"

using namespace coinformer;
namespace json = boost::json;

namespace {

struct whole_pod {
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_pod, (), (all))

// Each projection has dictionaries of its own: each number is a projection that has met no objects yet.
template <int Number>
struct compressed {
    compressed_object all;
    BOOST_DESCRIBE_CLASS(compressed, (), (all), (), ())
};

struct spec {
    text nodeName;
};
struct compressed_part {
    compressed_object all;
};
struct beside_and_within {
    ::spec spec;
    compressed_part status;
    compressed_object all;
};
BOOST_DESCRIBE_STRUCT(spec, (), (nodeName))
BOOST_DESCRIBE_STRUCT(compressed_part, (), (all))
BOOST_DESCRIBE_STRUCT(beside_and_within, (), (spec, status, all))

detail::proto_message const pod_message{"v1", "Pod"};

std::string pod(std::size_t i)
{
    auto const n = std::to_string(i);
    std::string env;
    for (std::size_t k = 0; k != 20 + i % 7; ++k) {
        if (k != 0) env += ',';
        env += R"({"name":"SETTING_)" + std::to_string(k) + R"(","value":"v)" + std::to_string(i * 7919 + k) +
               R"("})";
    }
    return R"({"metadata":{"name":"web-)" + n + R"(","namespace":"shop","uid":"u-)" + n +
           R"(","resourceVersion":")" + n +
           R"(","labels":{"app":"web","pod-template-hash":"7d9c6b8f5d"},"managedFields":[{"manager":"kubelet")" +
           R"(,"operation":"Update"}]},"spec":{"containers":[{"name":"web","image":"registry.example.com/shop/web:1.)" +
           n + R"(","env":[)" + env + R"(]}],"restartPolicy":"Always","nodeName":"node-)" +
           std::to_string(i % 20) + R"("},"status":{"phase":"Running","podIP":"10.0.0.)" + n + R"("}})";
}

std::string config_map_of(std::size_t bytes)
{
    std::string data;
    for (std::size_t i = 0; data.size() < bytes; ++i) data += std::to_string(i * 2'654'435'761U) + "-";
    return R"({"metadata":{"name":"big","namespace":"shop"},"data":{"first":")" + data +
           R"(","second":"2"}})";
}

template <class T>
object_ptr<T> from_protobuf(std::string const& text, detail::proto_message const& kind)
{
    std::string reason;
    auto const* const fields = detail::proto_schema::find(*detail::object_type_of<T>().fields, kind, reason);
    INFO(reason);
    REQUIRE(fields);
    detail::proto_reader reader(detail::object_type_of<T>(), *fields, 8 << 20);
    REQUIRE(reader.read(test::proto_of(json::parse(text), kind)) == detail::proto_reader::outcome::object);
    return object_ptr<T>(reader.take());
}

template <class T>
object_ptr<T> from(bool is_protobuf, std::string const& text, detail::proto_message const& kind = pod_message)
{
    return is_protobuf ? from_protobuf<T>(text, kind) : decode_object<T>(text);
}

void check_same_objects(whole_object const& a, whole_object const& b)
{
    for (auto const* at :
         {"", "/metadata", "/metadata/name", "/spec/containers/0/env/3", "/status/podIP", "/nowhere"}) {
        INFO(at);
        CHECK(a.json_at(at) == b.json_at(at));
        CHECK(a.text_at(at) == b.text_at(at));
        std::string room_of_a, room_of_b;
        CHECK(a.text_at(at, room_of_a) == b.text_at(at, room_of_b));
    }
    for (auto const* name : {"app", "nowhere"}) {
        std::string room_of_a, room_of_b;
        CHECK(a.label(name, room_of_a) == b.label(name, room_of_b));
        CHECK(a.annotation(name, room_of_a) == b.annotation(name, room_of_b));
    }
    CHECK_THROWS_AS(a.text_at("spec"), api_error);
}

} // namespace

TEST_CASE("a compressed object reads like a whole object, whatever dictionaries exist by then")
{
    for (bool const is_protobuf : {false, true}) {
        INFO((is_protobuf ? "protobuf" : "JSON"));
        std::vector<object_ptr<compressed<1>>> all;
        std::size_t bytes = 0, whole_bytes = 0;
        for (std::size_t i = 0; i != 4000; ++i) {
            all.push_back(from<compressed<1>>(is_protobuf, pod(i)));
            bytes += all.back()->all.size_bytes();
            if (i % 50 == 0) {
                auto const plain = from<whole_pod>(is_protobuf, pod(i));
                check_same_objects(all.back()->all, plain->all);
                whole_bytes += 50 * plain->all.size_bytes();
            }
        }
        for (std::size_t i = 0; i < all.size(); i += 37)
            check_same_objects(all[i]->all,
                               // with dictionaries that are old by now
                               from<whole_pod>(is_protobuf, pod(i))->all);
        auto const with_the_last = all.back()->all.size_bytes(), with_none = all.front()->all.size_bytes();
        CHECK(with_the_last < with_none / 2);
        CHECK(bytes < whole_bytes / 4);
    }
}

TEST_CASE("an object that compressing does not make smaller is kept uncompressed")
{
    for (bool const is_protobuf : {false, true}) {
        auto const small = R"({"metadata":{"name":"a"}})";
        auto const plain = from<whole_pod>(is_protobuf, small);
        auto const o = from<compressed<2>>(is_protobuf, small);
        CHECK(o->all.size_bytes() == plain->all.size_bytes());
        check_same_objects(o->all, plain->all);
    }
    compressed_object const nothing;
    CHECK(nothing.size_bytes() == 0);
    CHECK(nothing.json_at("").empty());
    CHECK(nothing.text_at("/metadata/name").empty());
}

TEST_CASE("large objects are compressed, perhaps with a dictionary of similar objects")
{
    auto const text = config_map_of(1'500'000);
    for (bool const is_protobuf : {false, true}) {
        auto const plain = from<whole_pod>(is_protobuf, text, {"v1", "ConfigMap"});
        for (std::size_t i = 0; i != 40; ++i) {
            auto const o = from<compressed<3>>(is_protobuf, text, {"v1", "ConfigMap"});
            CHECK(o->all.size_bytes() < plain->all.size_bytes() * 3 / 4);
            if (i % 13 == 0) check_same_objects(o->all, plain->all);
            if (i % 13 == 0) CHECK(o->all.text_at("/data/second") == "2");
        }
    }
}

TEST_CASE("a projection may declare members beside a compressed object, and compressed parts of JSON")
{
    for (std::size_t i = 0; i != 400; ++i) {
        auto const o = decode_object<beside_and_within>(pod(i));
        auto const n = std::to_string(i);
        CHECK(o->spec.nodeName == "node-" + std::to_string(i % 20));
        CHECK(o->all.text_at("/metadata/uid") == "u-" + n);
        CHECK(o->all.json_at("/metadata/managedFields").empty());
        CHECK(o->status.all.text_at("/podIP") == "10.0.0." + n);
    }
}

TEST_CASE("two threads decode and read compressed objects of one projection")
{
    std::array<std::vector<object_ptr<compressed<4>>>, 2> made;
    std::array<bool, 2> right{true, true};
    auto const first = decode_object<compressed<4>>(pod(0)); // before there is a dictionary
    auto const is_pod = [](whole_object const& o, std::size_t i) {
        return o.text_at("/metadata/name") == "web-" + std::to_string(i) &&
               o.text_at("/status/phase") == "Running";
    };
    auto const on_both = [](auto const& work) {
        std::thread other(work, 1);
        work(0);
        other.join();
    };
    on_both([&](std::size_t self) {
        for (std::size_t i = 0; i != 600; ++i) {
            made[self].push_back(decode_object<compressed<4>>(pod(i)));
            right[self] = right[self] && is_pod(made[self].back()->all, i);
        }
    });
    on_both([&](std::size_t self) { // the objects that the other thread made
        for (std::size_t i = 0; i != 600; ++i) right[self] = right[self] && is_pod(made[1 - self][i]->all, i);
    });
    CHECK(right[0]);
    CHECK(right[1]);
    auto const last = decode_object<compressed<4>>(pod(0)); // one of the threads has made the dictionary
    CHECK(last->all.size_bytes() < first->all.size_bytes());
}

TEST_CASE("zstd accepts samples that are all alike, and refuses frames that it did not write")
{
    using detail::zstd_decompress;
    using detail::zstd_dictionary;
    for (auto const& alike : {std::string(4096, 'a'), pod(1), std::string()}) {
        // for some samples there is no dictionary
        auto const* const made = zstd_dictionary::make(std::vector<std::string>(20, alike));
        for (auto const& text : {alike, pod(2), std::string(), std::string("b")})
            CHECK(zstd_decompress(detail::zstd_compress(text, made)) == text);
    }

    auto const frame = detail::zstd_compress(pod(1), nullptr);
    REQUIRE(detail::is_zstd(frame));
    for (std::size_t size = 0; size != frame.size(); ++size)
        CHECK_THROWS_AS(zstd_decompress(frame.substr(0, size)), std::logic_error);
    std::string_view const of_dictionary_1024("\x28\xb5\x2f\xfd\x22\x00\x04\x01\x09\x00\x00x", 12);
    std::string_view const of_dictionary_60000("\x28\xb5\x2f\xfd\x22\x60\xea\x01\x09\x00\x00x", 12);
    CHECK_THROWS_AS(zstd_decompress(of_dictionary_1024), std::logic_error);
    CHECK_THROWS_AS(zstd_decompress(of_dictionary_60000), std::logic_error);
}
