#include "plan.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace simulation {

using coinformer::overflow;

namespace {

constexpr std::array<std::string_view, acts> act_names{"create",
                                                       "update",
                                                       "touch",
                                                       "relabel",
                                                       "remove",
                                                       "recreate",
                                                       "burst",
                                                       "spoil",
                                                       "poison",
                                                       "answer_status",
                                                       "answer_html",
                                                       "answer_late",
                                                       "cut_answer",
                                                       "stall_answer",
                                                       "truncate_answer",
                                                       "gone_on_later_page",
                                                       "close_watch",
                                                       "error_event",
                                                       "odd_event",
                                                       "no_initial_end",
                                                       "refuse_streams",
                                                       "slow_stream",
                                                       "refuse_late",
                                                       "refuse_protobuf",
                                                       "lying_list",
                                                       "compact",
                                                       "restart",
                                                       "restore",
                                                       "lag",
                                                       "disconnect",
                                                       "refuse",
                                                       "hang",
                                                       "reset",
                                                       "silence",
                                                       "hold",
                                                       "condition",
                                                       "start_informer",
                                                       "stop_informer",
                                                       "add_handler",
                                                       "remove_handler",
                                                       "wait_synced",
                                                       "cancel_wait",
                                                       "hold_snapshot",
                                                       "release_snapshot",
                                                       "await_version",
                                                       "await_object",
                                                       "await_handled",
                                                       "start_watcher",
                                                       "stop_watcher",
                                                       "start_pager",
                                                       "own_write",
                                                       "own_remove",
                                                       "crash"};
constexpr std::array<std::string_view, moments> moment_names{
    "watch_asked", "list_asked", "page_arrived", "list_arrived", "line_arrived", "handler_called", "synced"};

} // namespace

std::string_view name_of(act a) noexcept
{
    return act_names[static_cast<std::size_t>(a)];
}

std::string_view name_of(policy o) noexcept
{
    switch (o) {
    case policy::fifo: return "fifo";
    case policy::uniform: return "uniform";
    case policy::priority: return "priority";
    case policy::lifo: return "lifo";
    case policy::asked: return "asked"; // not drawn by the planner
    }
    return "?";
}

std::string_view name_of(moment m) noexcept
{
    return moment_names[static_cast<std::size_t>(m)];
}

bool plan::has(act a) const
{
    return std::ranges::any_of(items, [a](item const& i) { return i.what == a; });
}

bool plan::told_apart() const
{
    auto const paths = [](informer_plan const& f) {
        return f.of.namespaces.empty() ? std::vector<std::string>{""} : f.of.namespaces;
    };
    std::vector<std::string> seen;
    for (auto const& f : informers)
        for (auto const& ns : paths(f))
            seen.push_back(std::to_string(f.client) + ' ' + f.of.plural + ' ' + ns + ' ' + f.of.tier);
    std::ranges::sort(seen);
    return std::ranges::adjacent_find(seen) == seen.end();
}

bool plan::audits() const
{
    return std::ranges::any_of(informers, [](auto const& f) { return f.audit.interval_ms != 0; });
}

void plan::use_pipes(std::size_t bytes)
{
    pipe_bytes = bytes;
    for (auto& f : informers) f.events_a_read = 8 + bytes / 150;
}

key key_of(plan const& p, std::int64_t n)
{
    auto const u = static_cast<std::size_t>(n);
    return {"n" + std::to_string(u / p.names % p.spaces), "o" + std::to_string(u % p.names)};
}

std::string to_string(item const& i)
{
    std::ostringstream out;
    out << i.at_ms << " ms";
    if (i.trigger) out << ", then at " << name_of(*i.trigger);
    out << ": " << name_of(i.what) << " who=" << i.who << " a=" << i.a << " b=" << i.b << " c=" << i.c;
    return out.str();
}

std::string to_string(plan const& p)
{
    std::ostringstream out;
    out << "seed " << p.seed << ": schedule " << name_of(p.schedule.order) << ", steps take up to "
        << p.schedule.step_cost_ns << " ns, readings of the clock " << p.schedule.reading_cost_ns
        << " ns, timers up to " << p.schedule.late_timer_ns / 1'000'000 << " ms late"
        << (p.schedule.run_inline ? ", inline" : "") << "\n  history " << p.history_window
        << ", bookmarks every " << p.bookmark_ms << " ms, pipes of " << p.pipe_bytes << " bytes, " << p.names
        << " names in " << p.spaces << " namespaces, " << p.objects_at_start << " objects at start, "
        << p.length_ms << " ms" << (p.stop_early ? ", stops early" : "") << (p.trickle ? ", trickles" : "")
        << (p.protobuf == 0 ? "" : ", clients that ask for protobuf: " + std::to_string(p.protobuf))
        << (p.gzip == 0 ? "" : ", clients that ask for gzip: " + std::to_string(p.gzip))
        << (p.http2 == 0 ? "" : ", clients that speak HTTP/2: " + std::to_string(p.http2))
        << (p.forbidden.empty() ? ""
                                : ", refused with " + std::to_string(p.forbidden_with) + ": " + p.forbidden)
        << '\n';
    for (std::size_t i = 0; i != p.informers.size(); ++i) {
        auto const& f = p.informers[i];
        out << "  informer " << i << ": client " << f.client << ' ' << f.of.plural
            << (f.stream ? " streams" : "") << (f.by_key ? " by key" : "") << (f.composed ? " composed" : "")
            << " ns=";
        for (auto const& ns : f.of.namespaces) out << (&ns == &f.of.namespaces.front() ? "" : ",") << ns;
        out << " tier=" << f.of.tier << " resync=" << f.resync_ms << " page=" << f.page_size
            << " silence=" << f.silence_ms << " watch=" << f.watch_timeout_ms << " queue=" << f.queue_capacity
            << " audit=" << f.audit.interval_ms << " probe=" << f.audit.probe_ms;
        if (f.warm.interval_ms != 0)
            out << " saves=" << f.warm.interval_ms << " quiet=" << f.warm.quiet_ms
                << " changed=" << f.warm.changed_bytes << " sync=" << f.warm.sync_ms
                << " fails=" << f.warm.fails;
        out << '\n';
    }
    for (auto const& w : p.watchers)
        out << "  watcher: " << w.of.plural << " ns=" << (w.of.namespaces.empty() ? "" : w.of.a_namespace())
            << " tier=" << w.of.tier << " silence=" << w.silence_ms << " watch=" << w.watch_timeout_ms
            << " behind=" << w.behind << " pause=" << w.pause_ms << " patience=" << w.patience_ms << '\n';
    for (auto const& g : p.pagers)
        out << "  pager: " << g.of.plural << " ns=" << (g.of.namespaces.empty() ? "" : g.of.a_namespace())
            << " tier=" << g.of.tier << " page=" << g.page_size << " ahead=" << g.read_ahead
            << " times=" << g.times << " pause=" << g.pause_ms << " patience=" << g.patience_ms << '\n';
    for (std::size_t i = 0; i != p.handlers.size(); ++i) {
        auto const& h = p.handlers[i];
        out << "  handler " << i << ": informer " << h.informer << ' '
            << (h.options.policy == overflow::merge ? "merge" : "block") << " capacity=" << h.options.capacity
            << " call=" << h.call_ms << " ms throws_every=" << h.throws_every << " resync=" << h.resync_ms
            << (h.as_update ? " as_update" : "") << (h.filtered ? " filtered" : "")
            << (h.drains ? " drains" : "");
        if (h.pulls) out << " pulls=" << h.pull_timeout_ms;
        out << '\n';
    }
    for (auto const& i : p.items) out << "  " << to_string(i) << '\n';
    return out.str();
}

} // namespace simulation
