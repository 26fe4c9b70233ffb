// Tests against a real kube-apiserver that the events of an event recorder are accepted, counted and read
// back, and that the server's complaints about an event can be read.

#include "cluster.hpp"

#include <coinformer/controller/event_recorder.hpp>
#include <coinformer/types/events/v1/event.hpp>

#include <sstream>

namespace {

using event = types::events::v1::event;
constexpr auto events = resource_of<event>;

struct recorded : cluster {
    recorded() { get(api.create(config_maps, ns, R"({"metadata":{"name":"a"}})")); }

    std::vector<object_ptr<event>> written(std::string const& in)
    {
        auto const which = list_options().fields("reportingController=example.io/" + ns);
        return get(api.list<event>(in, which)).objects;
    }
    bool says(std::string_view what) const { return text.str().find(what) != std::string::npos; }
    event_recorder_options named(std::string controller) const
    {
        return {.controller = std::move(controller), .instance = "tester-0", .series_pace = 1s};
    }

    std::ostringstream text;
    stream_log logged{text, log_level::warning};
    client api{{.ex = env.ex, .log = &logged}, at("kubeconfig")};
    std::string const ns = fresh_namespace(api, "events");
};

} // namespace

TEST_CASE_METHOD(recorded, "an event is written, its series is counted, and both are read back")
{
    event_recorder recorder(api, named("example.io/" + ns));
    running work(*this, recorder.run());
    auto const about = get(api.get<config_map>(ns, "a"));
    auto const tell = [&] {
        recorder.record(about, event_type::warning, "NoSpace", "Resize", "there are 3 GB left: \u00e4");
    };
    tell();
    REQUIRE(until([&] { return recorder.status().written == 1; }));
    auto const first = written(ns);
    REQUIRE(first.size() == 1);
    auto const& e = *first[0];
    CHECK_FALSE(e.series);
    CHECK(e.type == "Warning");
    CHECK(e.reason == "NoSpace");
    CHECK(e.action == "Resize");
    CHECK(e.note == "there are 3 GB left: \u00e4");
    CHECK(e.reportingInstance == "tester-0");
    CHECK(e.regarding.kind == "ConfigMap");
    CHECK(e.regarding.apiVersion == "v1");
    CHECK(e.regarding.name == "a");
    CHECK(e.regarding.uid == about.uid());
    CHECK(e.regarding.resourceVersion == about.resource_version());

    for (int i = 0; i < 4; ++i) tell();
    REQUIRE(until([&] { return recorder.status().waiting == 0; }));
    auto const counted = written(ns);
    REQUIRE(counted.size() == 1);
    CHECK(counted[0].uid() == first[0].uid());
    REQUIRE(counted[0]->series);
    CHECK(counted[0]->series->count == 5);
    CHECK(counted[0]->series->lastObservedTime > e.eventTime);
    CHECK(counted[0]->eventTime == e.eventTime);
    CHECK(recorder.status().dropped == 0);
    CHECK(text.str().empty());
}

TEST_CASE_METHOD(recorded,
                 "an event of a cluster's object is in the namespace default; what is counted before it is "
                 "written, and what is gone, are written whole")
{
    event_recorder recorder(api, named("example.io/" + ns));
    auto const about = event_subject(get(api.get<object_metadata>("", ns, namespaces)), namespaces);
    auto const tell = [&] { recorder.record(about, event_type::normal, "Seen", "Look", "it is here"); };
    tell();
    tell();
    running work(*this, recorder.run());
    REQUIRE(until([&] { return recorder.status().waiting == 0; }));
    auto const first = written("default");
    REQUIRE(first.size() == 1);
    CHECK(first[0]->regarding.kind == "Namespace");
    REQUIRE(first[0]->series);
    CHECK(first[0]->series->count == 2);

    get(api.remove(events, "default", std::string(first[0].key().name)));
    tell();
    REQUIRE(until([&] { return recorder.status().waiting == 0; }));
    auto const again = written("default");
    REQUIRE(again.size() == 1);
    CHECK(again[0]->series->count == 3);
    CHECK(recorder.status().dropped == 0);
}

TEST_CASE_METHOD(
    recorded,
    "an event that breaks the rules is a 422 that names each field; a recorder of such events is refused")
{
    try {
        get(api.create(
            events, ns,
            R"({"metadata":{"name":"bad"},"eventTime":"2026-01-01T00:00:00.000000Z","type":"Bad","reason":"R",
                           "reportingController":"no name","reportingInstance":"i","regarding":{"namespace":")" +
                ns + R"("},"series":{"count":1,"lastObservedTime":"2026-01-01T00:00:00.000000Z"}})"));
        FAIL("the server accepted the event");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::invalid);
        CHECK(e.status().code == 422);
        std::map<std::string, std::string> reasons;
        for (auto const& c : e.status().causes) reasons[c.field] = c.reason;
        CHECK(reasons == std::map<std::string, std::string>{{"action", "FieldValueRequired"},
                                                            {"reportingController", "FieldValueInvalid"},
                                                            {"series.count", "FieldValueInvalid"},
                                                            {"type", "FieldValueInvalid"}});
        CHECK(std::string(e.what()).find("series.count: Invalid value") != std::string::npos);
    }

    try {
        event_recorder const recorder(api, named("no name"));
        FAIL("the recorder was made, though the server would refuse all of its events");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::bad_request);
        CHECK(std::string(e.what()).find("not a qualified name") != std::string::npos);
    }
}

TEST_CASE_METHOD(recorded, "a server's warning of an unknown field is logged once")
{
    for (auto const* name : {"b", "c"})
        get(api.create(config_maps, ns,
                       R"({"metadata":{"name":")" + std::string(name) + R"("},"colour":"red"})"));
    auto const line =
        "WARNING the API server warns of=unknown field \"colour\" request=POST /api/v1/namespaces/" + ns +
        "/configmaps\n";
    CHECK(text.str() == line);
}
