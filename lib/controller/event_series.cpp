#include "controller/event_series.hpp"
#include "api/json/text.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstdio>

namespace coinformer::detail {

namespace json = boost::json;

namespace {

constexpr std::size_t max_known = 4096; // at most this many events on the server, and objects with a bucket
constexpr std::size_t max_name_length = 253;
constexpr backoff_options retry{.first = std::chrono::seconds(1), .cap = std::chrono::minutes(1)};

// Appends a text behind its length, so that two different lists of texts never give the same string.
void append_prefixed(std::string& to, std::string_view part)
{
    to.append(std::to_string(part.size())).append(1, ':').append(part);
}

std::string micro_time(wall_time t)
{
    auto const us = std::chrono::duration_cast<std::chrono::microseconds>(t.time_since_epoch()).count();
    return rfc3339_micro(us / 1'000'000, us % 1'000'000);
}

// Returns the name for an Event object: the name of its subject with a number. Characters that the subject's
// name may have, but an Event's may not, are replaced or removed.
std::string event_name(std::string_view subject, std::uint64_t number)
{
    char suffix[18];
    std::snprintf(suffix, sizeof suffix, ".%016llx", static_cast<unsigned long long>(number));
    std::string name(subject.substr(0, max_name_length - 17));
    for (char& c : name)
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-' && c != '.') c = '-';
    auto const edge = [](char c) { return c == '-' || c == '.'; };
    name.erase(0, static_cast<std::size_t>(std::ranges::find_if_not(name, edge) - name.begin()));
    while (!name.empty() && edge(name.back())) name.pop_back();
    for (std::size_t i = 1; i < name.size(); ++i)
        if (edge(name[i - 1]) && edge(name[i])) name[i - 1] = name[i] = '-';
    return (name.empty() ? "event" : name) + suffix;
}

json::object regarding(event_subject const& about)
{
    json::object o;
    auto const set = [&o](char const* key, std::string const& value) {
        if (!value.empty()) o[key] = value;
    };
    set("apiVersion", about.api_version);
    set("kind", about.kind);
    set("namespace", about.ns);
    set("name", about.name);
    set("uid", about.uid);
    set("resourceVersion", about.resource_version);
    return o;
}

} // namespace

std::string recorded_event::subject() const
{
    std::string s;
    for (auto const* part : {&about.api_version, &about.kind, &about.ns, &about.name, &about.uid})
        append_prefixed(s, *part);
    return s;
}

std::string recorded_event::identity() const
{
    auto s = subject();
    append_prefixed(s, type == event_type::warning ? "w" : "n");
    for (auto const* part : {&reason, &action, &note}) append_prefixed(s, *part);
    return s;
}

event_series::event_series(event_recorder_options const& options, random_source random)
    : options_(options), random_(random)
{
}

// Returns true, and takes a token, if the object may have another event. Each object has a bucket of tokens;
// an object that was forgotten for want of room starts again with a full one.
bool event_series::try_admit(std::string const& subject, time_point now)
{
    auto* bucket = subjects_.find(subject);
    if (!bucket) {
        if (subjects_.size() == max_known) subjects_.drop_oldest();
        auto const a_second = 1 / std::chrono::duration<double>(options_.pace).count();
        bucket = &subjects_.add(subject, token_bucket(a_second, options_.burst));
    }
    subjects_.touch(subject);
    return bucket->try_take(now);
}

event_series::series* event_series::find(std::string const& identity)
{
    auto* const s = unwritten_.find(identity);
    return s ? s : on_server_.find(identity);
}

void event_series::set_pending(series& s, bool pending)
{
    if (std::exchange(s.pending, pending) == pending) return;
    pending ? ++pending_ : --pending_;
}

void event_series::drop(lru_map<series>& in, std::string const& identity)
{
    auto s = in.take(identity);
    set_pending(s, false);
    dropped_ += s.count - s.reported_count;
}

void event_series::drop(std::string const& identity)
{
    if (unwritten_.find(identity)) drop(unwritten_, identity);
    if (on_server_.find(identity)) drop(on_server_, identity);
}

std::vector<std::string> event_series::pending_identities() const
{
    std::vector<std::string> found;
    for (auto const* all : {&unwritten_, &on_server_})
        for (auto const& [identity, s] : *all)
            if (s.pending) found.push_back(identity);
    return found;
}

// True if the next occurrence is a new event. A pending event does not expire, because it still has to be
// written.
bool event_series::has_expired(series const& s, time_point now) const
{
    return !s.pending && now - s.last_at > options_.series_end;
}

// A repetition only raises the count, and asks for a write if none is pending. A new event must fit into both
// bounds: the capacity of unwritten events, and its object's bucket.
event_series::verdict event_series::record(recorded_event e, time_point now, wall_time wall)
{
    auto const identity = e.identity();
    if (auto* s = find(identity); s && !has_expired(*s, now)) {
        ++s->count;
        s->last = wall;
        s->last_at = now;
        if (on_server_.find(identity)) on_server_.touch(identity);
        if (s->pending) return {};
        set_pending(*s, true);
        return {.write_after = std::max(s->quiet_until - now, duration::zero()), .dropped = false};
    }
    if (unwritten_.size() >= options_.capacity || !try_admit(e.subject(), now)) {
        ++dropped_;
        return {.write_after = {}, .dropped = true};
    }
    drop(identity); // an expired event of this identity, if there is one
    while (on_server_.size() != 0 && has_expired(on_server_.oldest(), now)) on_server_.drop_oldest();
    series s{
        .event = std::move(e), .name = {}, .first = wall, .last = wall, .last_at = now, .quiet_until = now};
    s.name = event_name(s.event.about.name, random_.next());
    set_pending(unwritten_.add(identity, std::move(s)), true);
    return {.write_after = duration::zero(), .dropped = false};
}

std::optional<event_series::request> event_series::next_request(std::string const& identity)
{
    auto const* s = find(identity);
    if (!s || s->reported_count == s->count) return std::nullopt;
    bool const is_new = unwritten_.find(identity);
    auto const& e = s->event;
    json::object body;
    if (s->count > 1)
        body["series"] = json::object{{"count", s->count}, {"lastObservedTime", micro_time(s->last)}};
    auto const ns = e.about.ns.empty() ? "default" : e.about.ns;
    if (is_new) {
        body["apiVersion"] = "events.k8s.io/v1";
        body["kind"] = "Event";
        body["metadata"] = json::object{{"name", s->name}, {"namespace", ns}};
        body["eventTime"] = micro_time(s->first);
        body["type"] = e.type == event_type::warning ? "Warning" : "Normal";
        body["reason"] = e.reason;
        body["action"] = e.action;
        body["note"] = e.note;
        body["reportingController"] = options_.controller;
        body["reportingInstance"] = options_.instance;
        body["regarding"] = regarding(e.about);
    }
    return request{is_new, ns, s->name, json::serialize(body), s->count};
}

// The first repetition of an event is written at once; further counts are written at most once in each
// series_pace.
std::optional<duration> event_series::confirm_written(std::string const& identity, request const& what,
                                                      time_point now)
{
    auto* s = find(identity);
    if (!s || s->name != what.name) return std::nullopt;
    if (unwritten_.find(identity)) {
        if (on_server_.size() >= max_known) drop(on_server_, std::string(on_server_.begin()->first));
        s = &unwritten_.move_to(on_server_, identity);
    }
    s->quiet_until = what.is_new ? now : now + options_.series_pace;
    s->reported_count = what.count;
    if (!what.was_there) { // which proves nothing: see mark_missing()
        s->failures = 0;
        s->retry_delays.reset();
    }
    set_pending(*s, s->reported_count != s->count);
    if (!s->pending) return std::nullopt;
    return s->quiet_until - now;
}

std::optional<duration> event_series::count_failure(std::string const& identity, duration retry_after)
{
    auto* const s = find(identity);
    if (!s || ++s->failures >= options_.tries) return std::nullopt;
    if (!s->retry_delays) s->retry_delays.emplace(retry, random_.fork());
    return std::max(s->retry_delays->next(), retry_after);
}

// The next request creates the Event again, under a new name. A server may say in answer to that request that
// it has the event, and in answer to the one behind it that it has not, and so on: that counts as a failure
// each time, so that it ends.
std::optional<duration> event_series::mark_missing(std::string const& identity)
{
    auto const* const known = on_server_.find(identity);
    if (!known) return duration::zero();
    bool const is_first_time = known->failures == 0;
    auto const pause = count_failure(identity, duration::zero());
    if (!pause && !is_first_time) return std::nullopt;
    auto& s = on_server_.move_to(unwritten_, identity);
    s.name = event_name(s.event.about.name, random_.next());
    return is_first_time ? duration::zero() : *pause;
}

} // namespace coinformer::detail
