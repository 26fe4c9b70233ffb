#include "api/protobuf/field_table.hpp"
#include "api/protobuf/names.hpp"
#include "api/protobuf/schema.hpp"

#include "catch.hpp"

#include <algorithm>
#include <set>

using namespace coinformer::detail;

namespace {

proto_field field_of(proto_message const& message, std::string_view name)
{
    for (auto const& f : fields_of(message))
        if (f.name == name) return f;
    FAIL("no field " << name);
    return {};
}

} // namespace

TEST_CASE("built-in kinds are found by the parts of their URL, others are not")
{
    auto const hpa = find_proto_kind("autoscaling/v2", "horizontalpodautoscalers");
    REQUIRE(hpa);
    CHECK(hpa->name == "HorizontalPodAutoscaler");
    CHECK(hpa->section == "autoscaling/v2");
    CHECK(find_proto_kind("v1", "pods")->name == "Pod");
    CHECK(find_proto_kind("v1", "endpoints")->name == "Endpoints");
    CHECK(find_proto_kind("networking.k8s.io/v1", "ingresses")->name == "Ingress");
    CHECK_FALSE(find_proto_kind("v1", "deployments"));
    CHECK_FALSE(find_proto_kind("apps/v1beta1", "deployments"));
    CHECK_FALSE(find_proto_kind("shop.example.com/v1", "pods"));
    CHECK_FALSE(find_proto_kind("apps/v", "deployments"));
    CHECK_FALSE(find_proto_kind("", ""));
}

TEST_CASE("names are those of JSON, numbers and types are those of the published files")
{
    proto_message const status{"v1", "PodStatus"};
    CHECK(field_of(status, "podIP").number == 6);
    CHECK(field_of(status, "podIPs").count == proto_field::cardinality::list);
    CHECK(field_of(status, "startTime").type == proto_type::time);
    CHECK(field_of({"v1", "PodSpec"}, "serviceAccount").number == 9);
    CHECK(field_of({"v1", "PodSpec"}, "hostPID").type == proto_type::boolean);
    CHECK(field_of({"v1", "Volume"}, "volumeSource").count == proto_field::cardinality::inlined);
    CHECK(field_of({"apps/v1", "DeploymentSpec"}, "template").message ==
          proto_message{"v1", "PodTemplateSpec"});
    CHECK(field_of({"v1", "ServicePort"}, "targetPort").type == proto_type::int_or_string);
    CHECK(field_of({"v1", "Secret"}, "data").count == proto_field::cardinality::map);
    CHECK(field_of({"v1", "Secret"}, "data").type == proto_type::bytes);
    CHECK(field_of({"v1", "Container"}, "name").keeps_zero);
    CHECK_FALSE(field_of({"v1", "Container"}, "image").keeps_zero);
    CHECK(fields_of({"v1", "Nothing"}).empty());
    CHECK(fields_of({"v1", "PodSpe"}).empty());
}

TEST_CASE("every kind begins with its metadata, and each type of its fields is in the table")
{
    std::vector<proto_message> todo{status_message, list_meta_message, metadata_message};
    auto const kinds = all_proto_kinds();
    CHECK(kinds.size() > 50);
    for (auto const& kind : kinds) {
        auto const message = find_proto_kind(kind.api_version, kind.plural);
        REQUIRE(message);
        auto const first = fields_of(*message).front();
        CHECK(first.number == 1);
        CHECK(first.message == proto_message{"meta", "ObjectMeta"});
        todo.push_back(*message);
    }
    std::set<proto_message> seen;
    while (!todo.empty()) {
        auto const message = todo.back();
        todo.pop_back();
        if (!seen.insert(message).second) continue;
        std::set<std::uint32_t> numbers;
        for (auto const& f : fields_of(message)) {
            INFO(message.name << '.' << f.name);
            // JSON writes this one map, a Go type of its own, in a way that the table cannot say
            bool const is_known_exception =
                message.name == "CertificateSigningRequestSpec" && f.name == "extra";
            CHECK((f.type == proto_type::opaque) == is_known_exception);
            CHECK(numbers.insert(f.number).second);
            if (f.type == proto_type::message) todo.push_back(f.message);
        }
    }
    CHECK(seen.size() > 400);
}

// Whole objects in snapshot files hold these numbers.
TEST_CASE("the number of a message is its place in the table, in whatever order messages are met")
{
    using coinformer::detail::proto_names;
    auto const& all = coinformer::detail::all_proto_messages();
    CHECK(all.size() > 400);
    CHECK(all.size() < 1024); // the places that are read without a lock
    for (std::size_t i = all.size(); i-- != 0;) {
        INFO(all[i].section << ' ' << all[i].name);
        CHECK(proto_names::of(all[i]).number() == i);
        CHECK(&proto_names::numbered(static_cast<std::uint16_t>(i)) == &proto_names::of(all[i]));
    }
    auto const& unknown = proto_names::of({"example.io/v1", "Widget"});
    CHECK(unknown.number() >= all.size());
    CHECK(&proto_names::numbered(unknown.number()) == &unknown);
}
