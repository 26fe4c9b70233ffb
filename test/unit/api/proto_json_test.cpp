#include "api/protobuf/to_json.hpp"
#include "proto_encoder.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

#include <limits>
#include <set>

using namespace coinformer;
using namespace coinformer::detail;
namespace pb = test::pb;

namespace {

/// Returns how many messages can be nested at most. The result exceeds every limit if a message contains
/// itself.
unsigned levels(proto_message const& message, std::set<proto_message>& open)
{
    if (!open.insert(message).second) return most_nested_messages;
    unsigned deepest = 0;
    for (auto const& f : fields_of(message))
        if (f.type == proto_type::message) deepest = std::max(deepest, levels(f.message, open));
    open.erase(message);
    return deepest + 1;
}

std::string why(std::string_view message, unsigned most_nested)
{
    try {
        proto_json(proto_names::of({"v1", "Pod"}), message, most_nested);
    } catch (api_error const& e) {
        CHECK(e.code() == errc::malformed_protobuf);
        return e.what();
    }
    return {};
}

} // namespace

TEST_CASE("messages that are nested too deep are refused, with the limit")
{
    auto const pod = test::proto_of(
        boost::json::parse(R"({"spec":{"securityContext":{"seLinuxOptions":{}}}})"), {"v1", "Pod"});
    CHECK(why(pod, 4).empty());
    CHECK(why(pod, 3).find("more than 3 levels deep") != std::string::npos);
}

TEST_CASE("no message of Kubernetes is nested as deep as the limit")
{
    for (auto const& kind : {proto_message{"v1", "Pod"}, proto_message{"apps/v1", "Deployment"},
                             proto_message{"batch/v1", "CronJob"}, proto_message{"v1", "PersistentVolume"}}) {
        std::set<proto_message> open;
        CHECK(levels(kind, open) < most_nested_messages / 4);
    }
}

TEST_CASE("fields that a time does not have are skipped")
{
    auto const time = pb::integer(1, 7) + pb::integer(4, 99) + pb::bytes(5, "later") + pb::integer(500, 1);
    auto const pod = pb::bytes(1, pb::bytes(1, "web") + pb::bytes(8, time));
    auto const json = boost::json::parse(proto_json(proto_names::of({"v1", "Pod"}), pod));
    CHECK(json.at_pointer("/metadata/creationTimestamp") == "1970-01-01T00:00:07Z");
}

TEST_CASE("a time of a year that RFC 3339 cannot say is refused")
{
    auto const pod_of = [](std::int64_t seconds) {
        return pb::bytes(1, pb::bytes(1, "web") + pb::bytes(8, pb::integer(1, seconds)));
    };
    auto const& names = proto_names::of({"v1", "Pod"});
    constexpr std::int64_t last = 253'402'300'799; // 9999-12-31T23:59:59Z
    CHECK(proto_json(names, pod_of(last)).find("9999-12-31T23:59:59Z") != std::string::npos);
    CHECK_THROWS_WITH(proto_json(names, pod_of(last + 1)), Catch::Contains("years 1 to 9999"));
    CHECK_THROWS_WITH(proto_json(names, pod_of(std::numeric_limits<std::int64_t>::min())),
                      Catch::Contains("years 1 to 9999"));
}

TEST_CASE("JSON in a protobuf message is handed out only if it is JSON")
{
    auto const revision = [](std::string_view data) {
        return pb::bytes(1, pb::bytes(1, "r")) + pb::bytes(2, pb::bytes(1, data));
    };
    auto const& names = proto_names::of({"apps/v1", "ControllerRevision"});
    std::string room;
    auto const right = revision(R"({"a":[1]})");
    CHECK(proto_value_at(names, right, "/data/a", false, room) == "[1]");
    CHECK_THROWS_AS(proto_json(names, revision(R"({"a":[1})")), api_error);
    CHECK_THROWS_AS(proto_value_at(names, revision("{\"a\":\"\xff\"}"), "/data/a", false, room), api_error);
}
