// Adds to a plan what changes the form or the order of bytes on the wire: protobuf, compression, streams that
// take time, and objects that do not decode when they are deleted.
#include "plan_parts.hpp"

#include <algorithm>

namespace simulation {

item at_some_time(plan const& p, dice& d)
{
    item i;
    i.at_ms = d.range(0, p.length_ms);
    return i;
}

item write_of(plan const& p, std::uint32_t informer, dice& d, std::vector<act> const& kinds)
{
    item w;
    auto const kind = std::ranges::find(plurals, p.informers[informer].of.plural) - plurals.begin();
    w.what = d.pick(kinds);
    w.who = static_cast<std::uint32_t>(kind);
    w.a = d.range(0, static_cast<std::int64_t>(p.names * p.spaces) - 1);
    w.b = d.range(0, 1'000'000);
    w.c = d.range(2, 6);
    return w;
}

/// Adds streams whose initial events take time, so that changes come between them. Some are cut in the
/// middle.
void add_slow_streams(plan& p)
{
    dice d(p.seed, "between");
    bool const wanted = d.chance(35);
    auto const i = static_cast<std::uint32_t>(d.below(p.informers.size()));
    if (!wanted || !p.informers[i].stream) return;
    bool const leaves_restores_alone = d.chance(75); // writes after a restore would repair much
    if (leaves_restores_alone && p.has(act::restore)) return;
    auto const n = d.range(1, 3);
    for (std::int64_t k = 0; k != n; ++k) {
        item slow;
        slow.at_ms = k == 0 ? 0 : d.range(0, p.length_ms);
        slow.what = act::slow_stream;
        slow.a = d.pick(std::vector<std::int64_t>{1, 50, 50, 300, 300, 2'000, 2'000, 20'000});
        bool const is_cut = d.chance(30);
        slow.c = is_cut ? d.range(0, 4) : 9; // above 4: it is not cut
        p.items.push_back(slow);
        if (k != 0) { // so that there is a stream for it
            item list = slow;
            list.what = act::compact;
            p.items.push_back(list);
            list.what = act::disconnect;
            p.items.push_back(list);
        }
        auto const writes = d.range(3, 12);
        for (std::int64_t w = 0; w != writes; ++w) {
            auto const kinds = {act::update,   act::update, act::remove, act::remove,
                                act::recreate, act::create, act::relabel};
            auto change = write_of(p, i, d, kinds);
            change.at_ms = slow.at_ms + d.range(1, 6 * slow.a + 3);
            p.items.push_back(change);
        }
    }
}

/// Adds clients that ask for protobuf, and the faults that exist only there.
void add_protobuf(plan& p)
{
    dice d(p.seed, "protobuf");
    for (std::size_t i = 0; i != p.all_clients(); ++i)
        if (d.chance(35)) p.protobuf |= 1U << i;
    if (p.protobuf == 0 || !d.chance(40)) return;
    auto const n = d.range(1, 3);
    for (std::int64_t k = 0; k != n; ++k) {
        auto f = at_some_time(p, d);
        if (d.chance(50)) f.at_ms = 0;
        f.what = d.chance(75) ? act::lying_list : act::refuse_protobuf;
        f.b = d.range(0, 1'000'000);
        p.items.push_back(f);
    }
}

/// Adds clients that ask for compressed lists.
void add_gzip(plan& p)
{
    dice d(p.seed, "gzip");
    for (std::size_t i = 0; i != p.all_clients(); ++i)
        if (d.chance(30)) p.gzip |= 1U << i;
    // A read of compressed bytes brings what the client decompresses at once, whatever the pipe holds.
    for (auto& f : p.informers)
        if ((p.gzip >> f.client & 1) != 0)
            f.events_a_read = std::max(f.events_a_read, informer_plan().events_a_read);
}

/// Adds clients that speak HTTP/2.
void add_http2(plan& p)
{
    dice d(p.seed, "http2");
    for (std::size_t i = 0; i != p.all_clients(); ++i)
        if (d.chance(30)) p.http2 |= 1U << i;
    // A read brings all that the client has received meanwhile, up to the window of a stream.
    constexpr std::size_t window_bytes = 256 * 1024, least_event_bytes = 150;
    for (auto& f : p.informers)
        if ((p.http2 >> f.client & 1) != 0)
            f.events_a_read = std::max(f.events_a_read, window_bytes / least_event_bytes);
}

/// Adds objects that are deleted in a state that does not decode. It avoids plans in which a list may have
/// the version just before the deletion: there the state that an informer keeps depends on what it knew
/// before.
void add_spoiled(plan& p)
{
    dice d(p.seed, "spoiled");
    auto const by_key = std::ranges::find(p.informers, true, &informer_plan::by_key);
    bool const orders = by_key != p.informers.end();
    auto i = static_cast<std::uint32_t>(d.below(p.informers.size()));
    if (!d.chance(orders ? 40 : 15) || p.has(act::lag) || p.has(act::restore)) return;
    if (orders) i = static_cast<std::uint32_t>(by_key - p.informers.begin());
    auto const n = d.range(1, 5);
    auto const last = p.items.size();
    for (std::int64_t k = 0; k != n; ++k) {
        auto w = write_of(p, i, d, {act::spoil});
        w.at_ms = d.range(0, p.length_ms);
        auto const after = d.range(0, 20);
        auto const from = d.below(last);
        // a change of the same object, which may still wait to be handled
        bool const beside_another = d.chance(orders ? 85 : 60);
        for (std::size_t j = 0; beside_another && j != last; ++j) {
            auto const& other = p.items[(from + j) % last];
            if (other.what > act::burst || other.who != w.who) continue;
            w.a = other.a;
            w.at_ms = other.at_ms + after;
            break;
        }
        p.items.push_back(w);
    }
}

} // namespace simulation
