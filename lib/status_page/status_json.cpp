#include "status_page/json_writer.hpp"
#include "status_page/largest_first.hpp"
#include "status_page/page_state.hpp"
#include "status_page/resident_memory.hpp"
#include "status_page/verdict.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::size_t most_requests = 20, most_hot_objects = 10;

double in_seconds(duration d)
{
    return std::chrono::duration<double>(d).count();
}

// Translates times of the library's clock, which may count from any moment, to seconds since 1970.
class wall_clock {
public:
    explicit wall_clock(page_facts const& facts)
        : at_last_look_(in_seconds_since_1970(facts.wall_at_last_look)), last_look_(facts.last_look)
    {
    }
    double operator()(time_point t) const { return at_last_look_ + in_seconds(t - last_look_); }

private:
    static double in_seconds_since_1970(wall_time t)
    {
        return std::chrono::duration<double>(t.time_since_epoch()).count();
    }

    double at_last_look_;
    time_point last_look_;
};

char const* phase_name(phase p)
{
    switch (p) {
    case phase::idle: return "idle";
    case phase::reading: return "reading";
    case phase::watching: return "watching";
    case phase::waiting: return "waiting";
    case phase::unserved: return "unserved";
    case phase::stopped: break;
    }
    return "stopped";
}

std::uint64_t whole(double counted)
{
    return counted < 0 ? 0 : static_cast<std::uint64_t>(counted);
}

// An informer that the program has given back is no failure, and does not count, unless no other is left.
void write_verdict(json_writer& to, page_facts const& facts)
{
    std::vector<informer_report> informers;
    std::vector<std::string> endings;
    bool const some_are_left =
        std::ranges::any_of(facts.collections, [](auto const& c) { return !c->is_gone(); });
    for (auto const& c : facts.collections) {
        if (some_are_left && c->is_gone()) continue;
        informers.push_back({c->informer().of(), c->status()});
        if (!c->ending().empty())
            endings.push_back(to_string(c->informer().of()) + ": its informer has ended: " + c->ending());
    }
    auto const verdict = judge_for_page(informers, endings, facts.options.limits);
    to.key("verdict").begin_object();
    to.member("live", verdict.health.live).member("ready", verdict.health.ready);
    to.member("stale", verdict.health.stale).member("text", verdict.text);
    to.key("reasons").begin_array();
    for (auto const& reason : verdict.health.reasons) to.value(reason);
    to.end_array().end_object();
}

void write_time_since(json_writer& to, std::string_view name, time_point now, std::optional<time_point> then)
{
    to.key(name);
    if (then)
        to.seconds(in_seconds(now - *then));
    else
        to.null();
}

void write_subject(json_writer& to, shown_collection const& c)
{
    auto const& of = c.informer().of();
    auto const& options = c.informer().options();
    to.member("id", c.id()).member("resource", of.plural).member("group", of.group);
    to.member("version", of.version).member("name", options.name);
    to.key("namespaces").begin_array();
    for (auto const& ns : options.namespaces) to.value(ns);
    to.end_array();
    // "metadata.name=db-password" would name a Secret
    bool const is_shown = options.field_selector.empty() || !is_secret(of);
    to.member("label_selector", options.label_selector);
    to.member("field_selector", is_shown ? options.field_selector : not_shown);
}

void write_state(json_writer& to, shown_collection const& c, page_facts const& facts, wall_clock const& wall)
{
    auto const& s = c.status();
    auto const& r = s.reflector;
    to.member("phase", phase_name(r.now)).member("synced", s.synced);
    to.member("objects", s.objects).member("bytes", s.memory.total());
    to.member("handlers", c.handlers()).member("queued", s.queued);
    to.member("resource_version", s.resource_version);
    write_time_since(to, "seconds_since_proof", s.taken_at, r.fresh_as_of);
    write_time_since(to, "seconds_since_event", facts.last_look,
                     c.numbers() ? c.numbers()->last_event : std::nullopt);
    bool const has_listed = r.lists + r.streams != 0;
    bool const is_streamed = r.streams != 0 && r.why_not_streamed.empty();
    to.member("form", !has_listed ? "" : is_streamed ? "streamed" : "paged");
    to.member("why_not_streamed", r.why_not_streamed).member("last_failure", r.last_failure);
    to.key("failing_since");
    if (r.failing_since)
        to.seconds(wall(*r.failing_since));
    else
        to.null();
    to.member("listed", r.listed).member("remaining", r.remaining);
}

// Writes which snapshot the informer has saved, and how its copy was checked; null without these.
void write_safeguards(json_writer& to, shown_collection const& c)
{
    auto const& s = c.status();
    auto const& options = c.informer().options();
    to.member("restored", s.reflector.restored).key("snapshot");
    if (options.warm_start.is_set()) {
        to.begin_object();
        write_time_since(to, "seconds_since_saved", s.taken_at, s.warm_start.saved_at);
        to.member("bytes", s.warm_start.saved_bytes).member("objects", s.warm_start.saved_objects);
        to.member("last_failure", s.warm_start.last_failure).end_object();
    } else {
        to.null();
    }
    to.key("audit");
    if (options.audit.interval != duration::zero()) {
        to.begin_object();
        write_time_since(to, "seconds_since_compared", s.taken_at, s.audit.compared_at);
        to.member("objects", s.audit.objects).member("differences", s.audit.differences);
        to.member("last_failure", s.audit.last_failure).end_object();
    } else {
        to.null();
    }
}

// Writes which share of the objects the informer has; null if it has all.
void write_share(json_writer& to, shown_collection const& c)
{
    auto const& s = c.status();
    to.key("share");
    if (!c.informer().options().shard) {
        to.null();
        return;
    }
    to.begin_object().member("part", s.share.fraction()).key("server_filters");
    if (s.reflector.server_shards)
        to.value(*s.reflector.server_shards);
    else
        to.null();
    to.member("foreign", s.reflector.foreign).end_object();
}

void write_counters(json_writer& to, shown_collection const& c)
{
    auto const& r = c.status().reflector;
    to.member("lists", r.lists).member("streams", r.streams).member("watches", r.watches);
    to.member("failures", r.failures).member("faults", r.faults);
    to.key("lists_by_cause").begin_array();
    if (c.numbers())
        for (auto const& [key, list] : c.numbers()->lists)
            to.begin_object()
                .member("cause", list.cause)
                .member("form", list.form)
                .member("count", whole(list.count))
                .end_object();
    to.end_array();
}

void write_time_line(json_writer& to, shown_collection const& c, page_facts const& facts, plot_spans which,
                     wall_clock const& wall)
{
    auto const from =
        which == plot_spans::ten_minutes ? facts.last_look - std::chrono::minutes(10) : facts.began;
    to.key("timeline").begin_array();
    for (auto const& span : c.history().spans()) {
        if (span.to < from) continue;
        to.begin_object().key("from").seconds(wall(span.from)).key("to").seconds(wall(span.to));
        to.member("state", name_of(span.state)).member("cause", span.cause).end_object();
    }
    to.end_array();
}

void write_collections(json_writer& to, page_facts const& facts, plot_spans which, wall_clock const& wall)
{
    to.key("collections").begin_array();
    for (auto const& c : facts.collections) {
        to.begin_object();
        write_subject(to, *c);
        write_state(to, *c, facts, wall);
        write_safeguards(to, *c);
        write_share(to, *c);
        write_counters(to, *c);
        write_time_line(to, *c, facts, which, wall);
        to.key("events");
        facts.metrics.plots.changes.write_small(to, c->key(), wall(facts.began),
                                                in_seconds(facts.options.interval));
        to.end_object();
    }
    to.end_array();
}

std::string id_of(page_facts const& facts, std::string const& informer)
{
    for (auto const& c : facts.collections)
        if (c->key() == informer) return c->id();
    return {};
}

void write_handlers(json_writer& to, page_facts const& facts)
{
    auto rows = facts.metrics.handlers.rows();
    auto const mean = [](auto const& row) { return row->durations.mean().value_or(0); };
    sort_largest_first(rows, mean);
    to.key("handlers").begin_array();
    for (auto const& row : rows) {
        auto const id = id_of(facts, row->informer);
        to.begin_object().member("collection", id.empty() ? row->resource : id).member("name", row->name);
        to.member("changes", whole(row->changes)).member("failures", whole(row->failures));
        to.member("waiting", whole(row->waiting)).key("oldest_seconds").seconds(row->oldest_seconds);
        to.member("mean_seconds", row->durations.mean()).end_object();
    }
    to.end_array();
}

void write_keys(json_writer& to, page_facts const& facts, std::string const& queue)
{
    to.key("keys").begin_array();
    for (auto const& q : facts.queues) {
        if (q.name != queue) continue;
        for (auto const& [text, age] : q.keys)
            to.begin_object()
                .member("key", text)
                .key("seconds")
                .seconds(in_seconds(age.lasted))
                .member("working", age.is_working)
                .end_object();
    }
    to.end_array();
}

void write_controllers(json_writer& to, page_facts const& facts)
{
    to.key("work_queues").begin_array();
    for (auto const& q : facts.metrics.queues.rows()) {
        to.begin_object().member("name", q->name).member("depth", whole(q->depth));
        to.key("oldest_seconds").seconds(q->oldest_seconds);
        to.key("longest_running_seconds").seconds(q->longest_running_seconds);
        to.member("adds", whole(q->adds)).member("retries", whole(q->retries));
        write_keys(to, facts, q->name);
        to.end_object();
    }
    to.end_array().key("controllers").begin_array();
    for (auto const& c : facts.metrics.controllers.rows()) {
        to.begin_object().member("name", c->name).member("reconciles", whole(c->reconciles));
        to.member("errors", whole(c->errors)).member("active", whole(c->active));
        to.member("owned", c->owned).member("parked", whole(c->parked)).key("mean_seconds");
        if (c->count != 0)
            to.value(c->sum_seconds / static_cast<double>(c->count));
        else
            to.null();
        to.end_object();
    }
    to.end_array().key("leases").begin_array();
    for (auto const& l : facts.metrics.leases.rows())
        to.begin_object().member("name", l->name).member("leading", l->leads).end_object();
    to.end_array();
}

void write_hot_objects(json_writer& to, page_facts const& facts)
{
    struct hot_object {
        std::string const* collection;
        change_count of;
    };
    std::vector<hot_object> all;
    for (auto const& c : facts.collections)
        for (auto& of : c->changes().counts()) all.push_back({&c->id(), std::move(of)});
    sort_largest_first(all, [](auto const& o) { return o.of.changes; });
    if (all.size() > most_hot_objects) all.resize(most_hot_objects);
    to.key("hot_objects").begin_array();
    for (auto const& o : all)
        to.begin_object()
            .member("collection", *o.collection)
            .member("name", o.of.object)
            .member("changes", o.of.changes)
            .end_object();
    to.end_array();
}

void write_requests(json_writer& to, page_facts const& facts)
{
    auto rows = facts.metrics.requests.rows();
    sort_largest_first(rows, [](auto const& row) { return row->count; });
    sort_largest_first(rows, [](auto const& row) { return row->recent.count(); });
    if (rows.size() > most_requests) rows.resize(most_requests);
    to.key("requests").begin_array();
    for (auto const& row : rows) {
        to.begin_object().member("verb", row->verb).member("resource", row->resource);
        to.member("count", row->count).member("recent_count", row->recent.count());
        to.member("bytes", whole(row->bytes)).key("mean_seconds");
        if (row->count != 0)
            to.value(row->sum_seconds / static_cast<double>(row->count));
        else
            to.null();
        to.end_object();
    }
    to.end_array();
}

} // namespace

std::string status_json(page_facts const& facts, plot_spans which)
{
    wall_clock const wall(facts);
    auto const interval = in_seconds(facts.options.interval);
    json_writer to;
    to.begin_object().key("now").seconds(wall(facts.last_look)).key("started").seconds(wall(facts.began));
    to.key("interval").seconds(interval);
    write_verdict(to, facts);
    to.key("process").begin_object().member("resident_bytes", resident_bytes()).end_object();
    write_collections(to, facts, which, wall);
    write_handlers(to, facts);
    write_controllers(to, facts);
    write_hot_objects(to, facts);
    write_requests(to, facts);
    to.key("plots").begin_array();
    auto const& plots = facts.metrics.plots;
    for (auto const* const p :
         {&plots.events, &plots.lag, &plots.waiting, &plots.objects, &plots.memory, &plots.received})
        p->write(to, which, wall(facts.began), interval);
    to.end_array().end_object();
    return std::move(to).text();
}

} // namespace coinformer::detail
