// Reads and writes plans as JSON, the form in which the corpus keeps past failures.
#include "plan_json.hpp"

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace coinformer {
BOOST_DESCRIBE_ENUM(overflow, merge, block, fail)
BOOST_DESCRIBE_STRUCT(handler_options, (), (policy, capacity))
} // namespace coinformer

namespace simulation {

BOOST_DESCRIBE_ENUM(policy, fifo, uniform, priority, lifo)
BOOST_DESCRIBE_STRUCT(schedule_options, (), (order, seed, step_cost_ns, late_timer_ns, run_inline))
BOOST_DESCRIBE_STRUCT(scope, (), (plural, namespaces, tier))
BOOST_DESCRIBE_STRUCT(handler_plan, (),
                      (informer, options, call_ms, throws_every, resync_ms, as_update, filtered, pulls,
                       pull_timeout_ms, drains))
BOOST_DESCRIBE_STRUCT(audit_plan, (), (interval_ms, probe_ms))
BOOST_DESCRIBE_STRUCT(warm_plan, (), (interval_ms, quiet_ms, changed_bytes, sync_ms, fails))
BOOST_DESCRIBE_STRUCT(informer_plan, (),
                      (client, of, resync_ms, page_size, silence_ms, watch_timeout_ms, queue_capacity,
                       events_a_read, stream, by_key, composed))

BOOST_DESCRIBE_STRUCT(watcher_plan, (), (of, silence_ms, watch_timeout_ms, behind, pause_ms, patience_ms))
BOOST_DESCRIBE_STRUCT(pager_plan, (), (of, page_size, read_ahead, times, pause_ms, patience_ms))

namespace json = boost::json;

namespace {

// Items are named by their acts' names, so that a new act changes no old plan.
json::object item_json(item const& i)
{
    json::object o;
    o["at_ms"] = i.at_ms;
    if (i.trigger) o["trigger"] = name_of(*i.trigger);
    o["what"] = name_of(i.what);
    o["who"] = i.who;
    o["a"] = i.a;
    o["b"] = i.b;
    o["c"] = i.c;
    return o;
}

template <class Enum>
Enum named(json::value const& name, std::size_t count)
{
    for (std::size_t n = 0; n != count; ++n)
        if (name_of(static_cast<Enum>(n)) == std::string_view(name.as_string())) return static_cast<Enum>(n);
    throw std::invalid_argument("plan: no such act or moment: " + json::serialize(name));
}

item read_item(json::object const& o)
{
    item i;
    i.at_ms = o.at("at_ms").to_number<std::int64_t>();
    if (auto const* t = o.if_contains("trigger")) i.trigger = named<moment>(*t, moments);
    i.what = named<act>(o.at("what"), acts);
    i.who = o.at("who").to_number<std::uint32_t>();
    i.a = o.at("a").to_number<std::int64_t>();
    i.b = o.at("b").to_number<std::int64_t>();
    i.c = o.at("c").to_number<std::int64_t>();
    return i;
}

/// Visits the simple members of a plan, once for both directions.
template <class Plan, class Visit>
void members(Plan& p, Visit visit)
{
    visit("seed", p.seed);
    visit("schedule", p.schedule);
    visit("history_window", p.history_window);
    visit("bookmark_ms", p.bookmark_ms);
    visit("pipe_bytes", p.pipe_bytes);
    visit("stop_early", p.stop_early);
    visit("trickle", p.trickle);
    visit("forbidden", p.forbidden);
    visit("forbidden_with", p.forbidden_with);
    visit("names", p.names);
    visit("spaces", p.spaces);
    visit("kinds", p.kinds);
    visit("objects_at_start", p.objects_at_start);
    visit("length_ms", p.length_ms);
    visit("clients", p.clients);
    visit("informers", p.informers);
    visit("handlers", p.handlers);
}

/// Visits the members that older plans do not have.
template <class Plan, class Visit>
void newer_members(Plan& p, Visit visit)
{
    visit("protobuf", p.protobuf);
    visit("gzip", p.gzip);
    visit("http2", p.http2);
    visit("reading_cost_ns", p.schedule.reading_cost_ns);
    visit("watchers", p.watchers);
    visit("pagers", p.pagers);
}

/// Reads a member of each informer that older plans do not have.
template <class Part>
void beside_informers(json::object const& from, char const* name, plan& p, Part informer_plan::* member)
{
    auto const* const all = from.if_contains(name);
    if (!all) return;
    auto const parts = json::value_to<std::vector<Part>>(*all);
    for (std::size_t i = 0; i != std::min(parts.size(), p.informers.size()); ++i)
        p.informers[i].*member = parts[i];
}

} // namespace

std::string to_json(plan const& p, std::string const& why)
{
    json::object o;
    o["why"] = why;
    auto const write = [&](char const* name, auto const& member) { o[name] = json::value_from(member); };
    members(p, write);
    newer_members(p, write);
    std::vector<audit_plan> audits; // beside the informers, because older plans have none
    std::vector<warm_plan> saves;
    for (auto const& f : p.informers) audits.push_back(f.audit);
    for (auto const& f : p.informers) saves.push_back(f.warm);
    write("audits", audits);
    write("saves", saves);
    std::string text = json::serialize(o);
    text.back() = ','; // one item a line, so that people can read and cut the file
    text += "\n\"items\":[";
    for (auto const& i : p.items)
        text += (&i == &p.items.front() ? "\n" : ",\n") + json::serialize(item_json(i));
    return text + "\n]}\n";
}

plan read_plan(std::string const& file)
{
    std::ifstream in(file);
    if (!in) throw std::invalid_argument("plan: cannot read " + file);
    std::ostringstream text;
    text << in.rdbuf();
    auto const o = json::parse(text.str()).as_object();
    plan p;
    members(p, [&](char const* name, auto& member) {
        member = json::value_to<std::decay_t<decltype(member)>>(o.at(name));
    });
    newer_members(p, [&](char const* name, auto& member) {
        if (auto const* v = o.if_contains(name)) member = json::value_to<std::decay_t<decltype(member)>>(*v);
    });
    beside_informers(o, "audits", p, &informer_plan::audit);
    beside_informers(o, "saves", p, &informer_plan::warm);
    for (auto const& i : o.at("items").as_array()) p.items.push_back(read_item(i.as_object()));
    return p;
}

} // namespace simulation
