#include "plan.hpp"

#include "simulation/dice.hpp"
#include "transport/config/http2_support.hpp"

#include <algorithm>
#include <array>

namespace chaos {

using simulation::dice;
using std::chrono::milliseconds;

namespace {

constexpr std::array names{"put",         "del",          "recreate",   "latency",     "slices",
                           "cut",         "late close",   "black hole", "half-open",   "refuse",
                           "reset",       "disconnect",   "forget",     "stop server", "stop informer",
                           "kill server", "kill informer"};

// Every second act is a write, while something is wrong.
act drawn_write(dice& d, milliseconds length, std::vector<act> const& faults)
{
    act a{.at = milliseconds(d.range(0, length.count())), .what = deed::put};
    auto const& f = d.pick(faults);
    auto const meanwhile = f.at + milliseconds(d.range(0, f.lasts.count()));
    if (d.chance(50)) a.at = meanwhile;
    a.key = "default/o" + std::to_string(d.below(12));
    auto const kind = d.below(100);
    if (kind >= 50) a.what = kind < 80 ? deed::remove : deed::recreate;
    return a;
}

act drawn_fault(dice& d, milliseconds length)
{
    act a{.at = milliseconds(d.range(0, length.count())), .what = deed::put};
    auto const first = static_cast<std::uint64_t>(deed::latency);
    a.what = static_cast<deed>(first + d.below(names.size() - first));
    // after these the informer has to list
    if (d.chance(25)) a.what = d.chance(70) ? deed::forget : deed::kill_server;
    a.lasts = milliseconds(d.range(100, 1500));
    a.which = d.chance(50) ? way::to_server : way::to_client;
    a.back = d.chance(50);
    switch (a.what) {
    case deed::latency: a.amount = static_cast<std::size_t>(d.range(20, 300)); break;
    case deed::slices: a.amount = static_cast<std::size_t>(d.range(3, 40)); break;
    case deed::cut: a.amount = static_cast<std::size_t>(d.range(1, 3000)); break;
    case deed::late_close: a.amount = static_cast<std::size_t>(d.range(200, 1500)); break;
    case deed::stop_server:
    case deed::stop_informer: a.lasts = milliseconds(d.range(100, 3000)); break;
    default: break;
    }
    return a;
}

} // namespace

plan drawn(std::uint64_t seed)
{
    dice d(seed, "chaos");
    plan p;
    p.seed = seed;
    p.objects = static_cast<std::size_t>(d.range(0, 10));
    p.policy = d.chance(50) ? "merge" : "block";
    p.http = coinformer::detail::has_http2() && dice(seed, "http").chance(50) ? "http2" : "http1";
    p.is_warm = dice(seed, "warm").chance(50);
    milliseconds const length(d.range(1000, 3000));
    std::vector<act> faults;
    for (auto n = d.range(2, 5); n > 0; --n) faults.push_back(drawn_fault(d, length));
    for (auto n = d.range(10, 30); n > 0; --n) p.acts.push_back(drawn_write(d, length, faults));
    p.acts.insert(p.acts.end(), faults.begin(), faults.end());
    std::ranges::sort(p.acts, {}, &act::at);
    return p;
}

std::string to_string(act const& a)
{
    auto text = std::to_string(a.at.count()) + " ms: " + names[static_cast<std::size_t>(a.what)];
    if (!a.key.empty()) return text + ' ' + a.key;
    if (a.what <= deed::black_hole) text += a.which == way::to_server ? ", to the server" : ", to the client";
    if (a.amount != 0) text += ", " + std::to_string(a.amount);
    if (a.what == deed::kill_server) text += a.back ? ", versions go back" : ", versions go on";
    return text + ", for " + std::to_string(a.lasts.count()) + " ms";
}

std::string to_string(plan const& p)
{
    auto text = "seed " + std::to_string(p.seed) + ": " + std::to_string(p.objects) + " objects, " +
                p.policy + ", " + p.http + (p.is_warm ? ", warm" : "") + '\n';
    for (auto const& a : p.acts) text += "  " + to_string(a) + '\n';
    return text;
}

} // namespace chaos
