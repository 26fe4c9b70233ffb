#include "fault.hpp"

namespace small_worlds {

std::string_view name_of(boundary b) noexcept
{
    switch (b) {
    case boundary::page: return "first page";
    case boundary::later_page: return "later page";
    case boundary::stream: return "streamed list";
    case boundary::watch: return "watch";
    case boundary::idle: return "idle watch";
    case boundary::question: return "question";
    }
    return "";
}

std::string_view name_of(fault f) noexcept
{
    switch (f) {
    case fault::no_connection: return "no connection";
    case fault::unavailable: return "503";
    case fault::throttled: return "429 with Retry-After";
    case fault::internal: return "500";
    case fault::gone: return "410";
    case fault::too_large: return "version too large";
    case fault::forbidden: return "403";
    case fault::malformed: return "an answer that is no JSON";
    case fault::rejected: return "400";
    case fault::silent: return "silence";
    case fault::ends: return "the watch ends normally";
    case fault::cut: return "the connection breaks, events are lost";
    case fault::cut_behind: return "the connection breaks behind the events";
    case fault::gone_event: return "ERROR event 410, events are lost";
    case fault::gone_behind: return "ERROR event 410 behind the events";
    case fault::error_event: return "ERROR event 500";
    case fault::goes_back: return "a bookmark of an older version";
    case fault::repeats: return "the last event comes again";
    case fault::undecodable: return "an event that does not decode";
    case fault::unfinished: return "the streamed list ends without its closing bookmark";
    case fault::broken: return "the connection breaks in the middle of the streamed list";
    case fault::no_end: return "the closing bookmark of the streamed list does not come";
    case fault::late_end: return "the closing bookmark of the streamed list comes later";
    case fault::restored: return "the server comes back from a backup";
    }
    return "";
}

std::vector<fault> faults_at(occasion const& o)
{
    std::vector<fault> found;
    switch (o.at) {
    case boundary::page:
        found = {fault::no_connection, fault::unavailable, fault::throttled, fault::internal,
                 fault::gone,          fault::forbidden,   fault::malformed, fault::silent};
        break;
    case boundary::later_page:
        return {fault::no_connection, fault::internal, fault::gone, fault::malformed, fault::silent};
    case boundary::stream:
        found = {fault::no_connection, fault::unavailable, fault::throttled, fault::internal,
                 fault::gone,          fault::forbidden,   fault::rejected,  fault::silent,
                 fault::unfinished,    fault::broken,      fault::no_end,    fault::late_end};
        break;
    case boundary::watch:
        found = {fault::no_connection, fault::unavailable, fault::throttled, fault::internal, fault::gone,
                 fault::forbidden,     fault::malformed,   fault::silent,    fault::ends};
        break;
    case boundary::idle:
        found = {fault::ends, fault::cut, fault::gone_event, fault::error_event, fault::silent};
        if (o.can_go_back) found.push_back(fault::goes_back);
        if (o.has_events) found.insert(found.end(), {fault::cut_behind, fault::gone_behind});
        if (o.has_sent) found.insert(found.end(), {fault::repeats, fault::undecodable});
        break;
    case boundary::question:
        return {fault::no_connection, fault::internal, fault::gone, fault::too_large, fault::silent};
    }
    if (o.asks_for_version) found.push_back(fault::too_large);
    if (o.has_writes && o.at != boundary::stream) found.push_back(fault::restored);
    return found;
}

} // namespace small_worlds
