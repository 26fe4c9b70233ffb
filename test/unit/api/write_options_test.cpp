#include <coinformer/api/object_patch.hpp>
#include <coinformer/api/write_options.hpp>
#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

TEST_CASE("options that are not set are not sent")
{
    CHECK(write_options().query().empty());
    CHECK(remove_options().body().empty());
    CHECK(merge_patch("{}").query().empty());
}

TEST_CASE("write options become an escaped query")
{
    CHECK(write_options().dry_run().field_manager("a b&c").validation(field_validation::strict).query() ==
          "dryRun=All&fieldManager=a%20b%26c&fieldValidation=Strict");
    CHECK(write_options().validation(field_validation::warn).query() == "fieldValidation=Warn");
    CHECK(write_options().validation(field_validation::ignore).query() == "fieldValidation=Ignore");
    CHECK(write_options().subresource("status").query().empty()); // a part of the path
}

TEST_CASE("remove options become a DeleteOptions")
{
    CHECK(remove_options().grace_period(0s).body() ==
          R"({"gracePeriodSeconds":0,"kind":"DeleteOptions","apiVersion":"v1"})");
    CHECK(
        remove_options().only_uid("u").only_version("7").dependents(propagation::orphan).dry_run().body() ==
        R"({"preconditions":{"uid":"u","resourceVersion":"7"},"propagationPolicy":"Orphan","dryRun":["All"],)"
        R"("kind":"DeleteOptions","apiVersion":"v1"})");
    CHECK(remove_options().dependents(propagation::foreground).body().find(R"("Foreground")") !=
          std::string::npos);
    CHECK(remove_options().dependents(propagation::background).body().find(R"("Background")") !=
          std::string::npos);
}

TEST_CASE("an empty condition is refused, and not ignored")
{
    auto const refused = [](auto condition) {
        try {
            condition();
        } catch (api_error const& e) {
            return e.code() == errc::bad_request;
        }
        return false;
    };
    CHECK(refused([] { remove_options().only_uid(""); }));
    CHECK(refused([] { remove_options().only_version(""); }));
    CHECK(refused([] { merge_patch("{}").at_version(""); }));
    CHECK(refused([] { merge_patch("{}").only_uid(""); }));
}

TEST_CASE("a patch has the media type of its form, and an apply has its manager")
{
    CHECK(merge_patch("{}").content_type() == "application/merge-patch+json");
    CHECK(json_patch("[]").content_type() == "application/json-patch+json");
    CHECK(strategic_merge_patch("{}").content_type() == "application/strategic-merge-patch+json");
    auto const applied = server_side_apply("kind: Pod", "shop", apply_force::yes);
    CHECK(applied.content_type() == "application/apply-patch+yaml");
    CHECK(applied.query() == "fieldManager=shop&force=true");
    CHECK(server_side_apply("kind: Pod", "shop").query() == "fieldManager=shop");
}

TEST_CASE("a patch at a version carries the version in each form, and a uid in the same way")
{
    CHECK(json_patch("[]").at_version("7").only_uid("u").body() ==
          R"([{"op":"add","path":"/metadata/resourceVersion","value":"7"},)"
          R"({"op":"add","path":"/metadata/uid","value":"u"}])");
    CHECK(merge_patch("{}").only_uid("u").body() == R"({"metadata":{"uid":"u"}})");
    CHECK(merge_patch(R"({"spec":{"a":1.5}})").at_version("7").body() ==
          R"({"spec":{"a":1.5},"metadata":{"resourceVersion":"7"}})");
    CHECK(merge_patch(R"({"metadata":{"labels":{"a":null}}})").at_version("7").body() ==
          R"({"metadata":{"labels":{"a":null},"resourceVersion":"7"}})");
    CHECK(json_patch(R"([{"op":"remove","path":"/a"}])").at_version("7").body() ==
          R"([{"op":"remove","path":"/a"},{"op":"add","path":"/metadata/resourceVersion","value":"7"}])");
}

TEST_CASE("a patch at a version is otherwise the text that it was")
{
    // a server reads 1.5 and 1.5E0 as different quantities, and keeps more digits than a double has
    std::string const spec = R"({"cpu": 1.50, "big": 12345678901234567890123, "text": "}{\u0041\""})";
    CHECK(merge_patch(R"({"spec": )" + spec + " }\n").at_version("7").body() ==
          R"({"spec": )" + spec + R"(,"metadata":{"resourceVersion":"7"} })" + '\n');
    CHECK(
        merge_patch(R"({"metadata": {"labels": {"a": "}"} }, "spec": )" + spec + "}").only_uid("u").body() ==
        R"({"metadata": {"labels": {"a": "}"},"uid":"u" }, "spec": )" + spec + "}");
    CHECK(merge_patch(R"({"metadata":{}})").at_version("7").body() ==
          R"({"metadata":{"resourceVersion":"7"}})");
    CHECK(json_patch(R"([{"op":"add","path":"/a","value":1.50} ])").at_version("7").body() ==
          R"([{"op":"add","path":"/a","value":1.50},)"
          R"({"op":"add","path":"/metadata/resourceVersion","value":"7"} ])");
    CHECK(merge_patch("{}").at_version(R"(a"b)").body() == R"({"metadata":{"resourceVersion":"a\"b"}})");
}

TEST_CASE("of two versions for a patch, the later one replaces the other")
{
    CHECK(merge_patch("{}").at_version("6").only_uid("u").at_version("7").body() ==
          R"({"metadata":{"resourceVersion":"7","uid":"u"}})");
    CHECK(merge_patch(R"({"metadata": {"resourceVersion": 6, "a": 1.5}})").at_version("7").body() ==
          R"({"metadata": {"resourceVersion": "7", "a": 1.5}})");
    std::string const escaped = R"({"meta\u0064ata":{"\u0075id":)";
    CHECK(merge_patch(escaped + R"("a"}})").only_uid("u").body() == escaped + R"("u"}})");
}

TEST_CASE("a patch at a version replaces metadata that is no object")
{
    for (std::string const none : {"null", R"("text")", "7", R"([{"resourceVersion":"6"}])"}) {
        INFO(none);
        CHECK(merge_patch(R"({"metadata":)" + none + R"(,"a":1.5})").at_version("7").body() ==
              R"({"metadata":{"resourceVersion":"7"},"a":1.5})");
    }
}

// A server takes the last of two members with the same name, and the condition has to be there.
TEST_CASE("a patch that names its metadata twice, or a version in it, has the new version once")
{
    CHECK(merge_patch(R"({"metadata":{"a":1},"metadata":{"b":2}})").at_version("7").body() ==
          R"({"metadata":{"b":2,"resourceVersion":"7"}})");
    CHECK(
        merge_patch(R"({"metadata":{"resourceVersion":"5","resourceVersion":"6"}})").at_version("7").body() ==
        R"({"metadata":{"resourceVersion":"7"}})");
}

TEST_CASE("a patch that is no valid JSON of its form cannot have a version")
{
    auto const refused = [](object_patch p) {
        try {
            p.at_version("7");
        } catch (api_error const& e) {
            return e.code() == errc::bad_request ? std::string(e.what()) : "another code";
        }
        return std::string();
    };
    CHECK(refused(json_patch("{}")) ==
          "patch of type application/json-patch+json: bad request: the patch is no list of operations");
    CHECK(refused(merge_patch("[]")).find("the patch is no JSON object") != std::string::npos);
    CHECK(refused(server_side_apply("kind: Pod", "shop"))
              .find("at_version() and only_uid() need a patch in JSON") != std::string::npos);
}
