// The status page names no Secret, although a server that refuses to show a Secret names it, and the page
// shows the server's words in several places.

#include "page_world.hpp"

#include <string>
#include <string_view>

namespace {

constexpr std::string_view text_in_its_place = "(not shown for Secrets)";

/// A server that has one Secret, and an informer that follows it alone.
struct secret_world : page_world {
    secret_world() { put<secret>("password"); }

    void begin_with(fetch_mode fetch)
    {
        informer_options by_name;
        by_name.field_selector = "metadata.name=password";
        by_name.fetch = fetch;
        by_name.audit.interval = 1min;
        one_secret.emplace(factory->of<secret>(by_name));
        begin();
    }
    /// A refusal of the requests with this verb, which names the Secret.
    static testing::fault refusal(std::string_view verb)
    {
        return faults::answer({.status = 403,
                               .body = R"({"kind":"Status","apiVersion":"v1","status":"Failure",)"
                                       R"("reason":"Forbidden","code":403,)"
                                       R"("message":"secrets \"password\" is forbidden: no"})"})
            .of("secrets")
            .on(verb);
    }
    std::string text(std::string_view name) const
    {
        return std::string(collection("secrets.v1").at(name).as_string());
    }
    std::string failure_of_audit() const
    {
        return std::string(collection("secrets.v1").at("audit").at("last_failure").as_string());
    }
    /// The last span of the time line: its state and its cause.
    std::string last_span() const
    {
        auto const shown = collection("secrets.v1");
        auto const& span = shown.at("timeline").as_array().back();
        return std::string(span.at("state").as_string()) + ": " + std::string(span.at("cause").as_string());
    }

    std::optional<informer_handle<secret>> one_secret;
};

} // namespace

TEST_CASE_METHOD(secret_world, "a server that refuses to list one secret does not make the page name it")
{
    server.inject(refusal("list").times(testing::fault::always));
    begin_with(fetch_mode::list);
    time.run_for(5s);
    CHECK(text("phase") == "waiting");
    CHECK(text("last_failure") == text_in_its_place);
    CHECK(last_span() == "back-off: " + std::string(text_in_its_place));
    CHECK(contains(json::serialize(status().at("verdict").at("reasons")), text_in_its_place));
    CHECK(text("field_selector") == text_in_its_place);
    CHECK_FALSE(contains(json(), "password"));
}

TEST_CASE_METHOD(secret_world, "a server that refuses to stream one secret does not make the page name it")
{
    server.inject(refusal("watch"));
    begin_with(fetch_mode::stream);
    CHECK(text("phase") == "watching");
    CHECK(text("form") == "paged");
    CHECK(text("why_not_streamed") == text_in_its_place);
    CHECK(text("last_failure").empty());
    CHECK_FALSE(contains(json(), "password"));
}

TEST_CASE_METHOD(secret_world, "a server that refuses to audit one secret does not make the page name it")
{
    begin_with(fetch_mode::list);
    REQUIRE(text("phase") == "watching");
    CHECK(failure_of_audit().empty());
    server.inject(refusal("list").times(testing::fault::always));
    time.run_for(75s);
    CHECK(text("phase") == "watching");
    CHECK(text("last_failure").empty());
    CHECK(failure_of_audit() == text_in_its_place);
    CHECK_FALSE(contains(json(), "password"));
}

TEST_CASE_METHOD(secret_world, "an informer of one secret that has ended does not say why")
{
    begin_with(fetch_mode::list);
    api.close();
    time.run_for(1min);
    CHECK(text("phase") == "stopped");
    auto const reasons = json::serialize(status().at("verdict").at("reasons"));
    CHECK(contains(reasons, "secrets: its informer has ended: " + std::string(text_in_its_place)));
    CHECK(contains(reasons, "configmaps: its informer has ended: watch /api/v1/configmaps: "));
    CHECK(last_span() == "stopped: " + std::string(text_in_its_place));
    CHECK_FALSE(contains(json(), "password"));
}
