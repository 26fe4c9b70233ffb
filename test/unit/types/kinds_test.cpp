// Tests every generated view, whatever its kind.

#include "object_as_json.hpp"
#include "random_object.hpp"

#include "api/client/field_check.hpp"
#include "unit/api/proto_encoder.hpp"

#include "catch.hpp"

#include <set>

using namespace coinformer;
using namespace coinformer::detail;
namespace json = boost::json;

namespace {

std::string name_of(resource const& r)
{
    return to_string(r) + ' ' + std::string(r.version);
}

std::optional<detail::proto_message> message_of(resource const& r)
{
    auto const prefix = r.group.empty() ? std::string() : std::string(r.group) + '/';
    return detail::find_proto_kind(prefix + std::string(r.version), r.plural);
}

} // namespace

TEST_CASE("each kind in the table of protobuf is generated, and no two kinds are the same")
{
    std::set<std::string> names;
    for (auto const& kind : test::all_kinds()) CHECK(names.insert(name_of(kind.of)).second);
    CHECK(names.size() > 85);
    for (auto const& known : detail::all_proto_kinds()) {
        if (known.plural == "componentstatuses") continue; // cannot be watched
        auto const found = std::ranges::any_of(test::all_kinds(), [&](test::any_kind const& kind) {
            auto const message = message_of(kind.of);
            return message && message->section == known.api_version && kind.of.plural == known.plural;
        });
        INFO(known.api_version << ' ' << known.plural);
        CHECK(found);
    }
}

TEST_CASE("no generated view has a member that its kind lacks")
{
    for (auto const& kind : test::all_kinds()) {
        auto const message = message_of(kind.of);
        if (!message) continue;
        for (auto const* view : {&kind.full, &kind.summary})
            for (auto const& f : detail::find_unknown_fields(view->object->fields->root(), *message)) {
                INFO(name_of(kind.of) << ": " << f.path << ", perhaps " << f.nearest);
                CHECK(false);
            }
    }
}

TEST_CASE("stable kinds are read from protobuf, full views and summaries, with one known exception")
{
    std::set<std::string> in_json;
    for (auto const& kind : test::all_kinds()) {
        if (!message_of(kind.of)) continue;
        INFO(name_of(kind.of));
        CHECK(test::why_not_proto(kind.summary, kind.of).empty());
        if (!test::why_not_proto(kind.full, kind.of).empty()) in_json.insert(name_of(kind.of));
    }
    // because of spec.extra
    CHECK(in_json == std::set<std::string>{"certificatesigningrequests.certificates.k8s.io v1"});
}

TEST_CASE("a full view has every member of an object, from JSON and from protobuf; a summary has the members "
          "that it "
          "declares")
{
    test::random_object objects(7);
    for (int round = 0; round != 20; ++round)
        for (auto const& kind : test::all_kinds()) {
            auto const message = message_of(kind.of);
            if (!message) continue;
            json::value const object = objects.of(*message);
            auto const text = json::serialize(object);
            INFO(name_of(kind.of) << ' ' << text);
            auto const expected = test::expected_of(kind.full, object);
            CHECK(test::object_as_json(kind.full, test::from_json(kind.full, text)) == expected);
            auto const summary = test::object_as_json(kind.summary, test::from_json(kind.summary, text));
            CHECK_FALSE(summary.get_object().empty());

            auto const bytes = test::proto_of(object, *message);
            CHECK(test::object_as_json(kind.summary, test::from_proto(kind.summary, kind.of, bytes)) ==
                  summary);
            if (test::why_not_proto(kind.full, kind.of).empty())
                CHECK(test::object_as_json(kind.full, test::from_proto(kind.full, kind.of, bytes)) ==
                      expected);
        }
}
