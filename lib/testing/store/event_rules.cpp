#include "testing/store/event_rules.hpp"

#include "testing/formats/json_member.hpp"
#include "testing/store/validation.hpp"

#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

json::object object_copy_at(json::object const& in, std::string_view key)
{
    auto v = member_of(in, key);
    return v.is_object() ? std::move(v.get_object()) : json::object();
}

bool is_unset(json::value const& v)
{
    if (v.is_string()) return v.get_string().empty();
    if (v.is_object()) return v.get_object().empty();
    return v.is_null() || v == json::value(0);
}

/// A field of an Event: its name in Kubernetes' messages, in v1 (`core`) and in events.k8s.io/v1 (`events`).
struct event_field {
    char const *name, *core, *events;
    char const* in(served_resource const& of) const { return of.group.empty() ? core : events; }
};

constexpr event_field subject{"involvedObject", "involvedObject", "regarding"};
constexpr event_field note{"message", "message", "note"};
constexpr event_field legacy[] = {{"firstTimestamp", "firstTimestamp", "deprecatedFirstTimestamp"},
                                  {"lastTimestamp", "lastTimestamp", "deprecatedLastTimestamp"},
                                  {"count", "count", "deprecatedCount"},
                                  {"source", "source", "deprecatedSource"}};
constexpr char const* constant[] = {
    "reason", "type", "eventTime", "action", "related", "reportingController", "reportingInstance"};

/// Collects what is wrong with one Event. check_event() calls the checks that apply to its version.
class event_checker {
public:
    event_checker(served_resource const& of, json::object const& event) : of_(of), event_(event) {}

    // for both versions
    void subject_namespace(std::string_view ns)
    {
        auto const theirs = text_at(object_copy_at(event_, subject.in(of_)), "namespace");
        bool fits = theirs == ns || (theirs.empty() && ns == "default");
        if (is_new()) fits = !theirs.empty() || ns == "default" || ns == "kube-system";
        if (!fits) invalid("involvedObject.namespace", theirs, "does not match event.namespace");
    }
    void fields()
    {
        if (!is_new()) return;
        auto const* const controller = of_.group.empty() ? "reportingComponent" : "reportingController";
        required(controller);
        if (auto const name = text_at(event_, controller); !key_problem(name).empty())
            invalid(controller, name, key_problem(name));
        for (auto const* name : {"reportingInstance", "action", "reason"}) {
            required(name);
            no_longer(name, text_at(event_, name), 128);
        }
        no_longer("message", text_at(event_, note.in(of_)), 1024);
    }

    // for events.k8s.io/v1
    void series()
    {
        auto const v = member_of(event_, "series");
        if (!v.is_object()) return;
        auto const count = member_of(v.get_object(), "count");
        if (!count.is_int64() || count.get_int64() < 2) invalid("series.count", "", "should be at least 2");
        if (text_at(v.get_object(), "lastObservedTime").empty()) missing("series.lastObservedTime");
    }
    void created()
    {
        series();
        if (!is_new()) missing("eventTime");
        auto const type = text_at(event_, "type");
        if (type != "Normal" && type != "Warning") invalid("type", "", "has invalid value: " + type);
        for (auto const& field : legacy)
            if (!is_unset(member_of(event_, field.in(of_)))) invalid(field.name, "", "needs to be unset");
    }
    void changed(json::object const& old)
    {
        if (member_of(old, "series") != member_of(event_, "series")) series();
        same(old, subject);
        same(old, note);
        for (auto const& field : legacy) same(old, field);
        for (auto const* name : constant) same(old, {name, name, name});
    }

    std::vector<field_fault> faults;

private:
    // Kubernetes calls an Event with an eventTime a new one.
    bool is_new() const { return !text_at(event_, "eventTime").empty(); }
    void missing(std::string field)
    {
        faults.push_back({std::move(field), "FieldValueRequired", "Required value"});
    }
    void invalid(std::string field, std::string const& value, std::string const& why)
    {
        faults.push_back({std::move(field), "FieldValueInvalid", "Invalid value: \"" + value + "\": " + why});
    }
    void required(char const* name)
    {
        if (text_at(event_, name).empty()) missing(name);
    }
    void no_longer(char const* name, std::string const& text, std::size_t most)
    {
        if (text.size() > most) invalid(name, "", "can have at most " + std::to_string(most) + " characters");
    }
    void same(json::object const& old, event_field const& field)
    {
        auto const was = member_of(old, field.in(of_)), is = member_of(event_, field.in(of_));
        if (was != is && !(is_unset(was) && is_unset(is)))
            invalid(field.name, is.is_string() ? std::string(is.get_string()) : "", "field is immutable");
    }

    served_resource const& of_;
    json::object const& event_;
};

} // namespace

void check_event(served_resource const& of, json::object const& event, json::object const* old,
                 std::string_view ns, std::string_view name)
{
    bool const strict = of.group == "events.k8s.io";
    if (of.custom || of.plural != "events" || (!strict && !of.group.empty())) return;
    event_checker check(of, event);
    check.subject_namespace(ns);
    check.fields();
    if (strict && !old) check.created();
    if (strict && old) check.changed(*old);
    refuse_faults(of, name, check.faults);
}

} // namespace coinformer::testing::detail
