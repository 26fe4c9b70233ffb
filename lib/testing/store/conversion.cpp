#include "testing/store/conversion.hpp"

#include <boost/json/value.hpp>

#include <array>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

// A field of an Event, in v1 and in events.k8s.io/v1.
struct renamed {
    std::string_view core;
    std::string_view events;
};

constexpr auto event_fields = std::to_array<renamed>({
    {"involvedObject", "regarding"},
    {"message", "note"},
    {"source", "deprecatedSource"},
    {"firstTimestamp", "deprecatedFirstTimestamp"},
    {"lastTimestamp", "deprecatedLastTimestamp"},
    {"count", "deprecatedCount"},
    {"reportingComponent", "reportingController"},
});

void rename(json::object& in, std::string_view from, std::string_view to)
{
    auto const it = in.find(from);
    if (it == in.end()) return;
    auto value = std::move(it->value());
    in.stable_erase(it);
    in[to] = std::move(value);
}

} // namespace

json::object converted(json::object body, std::string_view api_version)
{
    if (auto const* kind = body.if_contains("kind"); kind && *kind == "Event")
        for (auto const& field : event_fields) {
            if (api_version == "v1") rename(body, field.events, field.core);
            if (api_version == "events.k8s.io/v1") rename(body, field.core, field.events);
        }
    body["apiVersion"] = api_version;
    return body;
}

} // namespace coinformer::testing::detail
