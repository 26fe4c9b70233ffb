#pragma once

#include "observed.hpp"

#include "chaos/sharded_member.hpp"

#include <coinformer/api/shard_ranges.hpp>

#include <algorithm>
#include <limits>

/// The history of all objects, as one informer of everything has seen it: which stamps the server has
/// accepted, in which order. It also has the stamps of members that were killed before they could report
/// them. `wrong` has what cannot be true of a group in which no two processes own a key.
class accepted_stamps {
public:
    lines wrong;
    std::size_t accepted = 0;
    std::size_t moves = 0; ///< stamps of another process than the one before

    handlers<config_map> handler()
    {
        using object = object_ptr<config_map> const&;
        return {.added = [this](object o, initial_list) { see(o); },
                .updated = [this](object, object is) { see(is); },
                .deleted = [this](object o,
                                  final_state) { of_[shard_hash(o.uid())].deleted = chaos::shared_now(); }};
    }
    /// Returns when the object with this hash was seen to be deleted; nullopt if it was not.
    std::optional<chaos::shared_time> deleted_at(std::uint64_t hash) const
    {
        auto const found = of_.find(hash);
        return found == of_.end() ? std::nullopt : found->second.deleted;
    }

private:
    struct history {
        chaos::stamp last;
        std::map<std::int64_t, std::string> owners; ///< by number
        std::optional<chaos::shared_time> deleted;
    };

    void see(object_ptr<config_map> const& o)
    {
        auto& h = of_[shard_hash(o.uid())];
        auto const stamp = chaos::stamp_of(o->metadata.annotations);
        if (stamp == h.last) return; // a change of the data
        auto const text = std::string(o.key().name) + " at version " + std::string(o.resource_version()) +
                          ": " + stamp.by + " with number " + std::to_string(stamp.number);
        auto const& owner = h.owners.emplace(stamp.number, stamp.by).first->second;
        if (stamp.number < h.last.number)
            wrong.push_back(text + " after " + h.last.by + " with " + std::to_string(h.last.number));
        if (owner != stamp.by) wrong.push_back(text + ", which is that of " + owner);
        ++accepted;
        moves += !h.last.by.empty() && h.last.by != stamp.by;
        h.last = stamp;
    }

    std::map<std::uint64_t, history> of_; // by the hash of the UID
};

/// The time in which a process was at work on an object and had the right to it.
struct reconcile_interval {
    std::uint64_t hash = 0;
    chaos::shared_time begin = 0, end = 0;
    std::int64_t number = 0;
    std::string by, name;

    std::string text() const
    {
        return name + ": " + by + " with number " + std::to_string(number) + " from " +
               std::to_string(begin) + " to " + std::to_string(end);
    }
};

/// Returns the intervals of one process. A process that is stopped or killed does not know what happens
/// meanwhile, so that a reconcile counts only until the first of the times in `cuts` that lies in it. These
/// are the times from which the process stood still: after a signal it may still begin something.
inline std::vector<reconcile_interval> intervals_of(std::string const& by,
                                                    std::vector<chaos::member_step> const& steps,
                                                    std::vector<chaos::shared_time> const& cuts)
{
    std::vector<reconcile_interval> all;
    std::map<std::uint64_t, std::size_t> open; // by hash, until the END
    for (auto const& s : steps) {
        if (s.verb == "BEGIN" && s.is_valid) {
            auto const cut = std::ranges::find_if(cuts, [&](auto at) { return at >= s.time; });
            auto const until = cut == cuts.end() ? std::numeric_limits<chaos::shared_time>::max() : *cut;
            open[s.hash] = all.size();
            all.push_back({s.hash, s.time, until, s.number, by, s.name});
        }
        auto const begun = s.verb == "END" ? open.find(s.hash) : open.end();
        if (begun == open.end()) continue;
        auto& end = all[begun->second].end;
        end = std::min(end, s.time);
        open.erase(begun);
    }
    return all;
}

/// Returns what cannot be true of the intervals of all processes together: two of one object at once, or a
/// number that goes back, or that belongs to two processes.
inline lines conflicts_of(std::vector<reconcile_interval> all)
{
    lines wrong;
    std::ranges::sort(all, {}, [](auto const& i) { return std::pair(i.hash, i.begin); });
    reconcile_interval const* latest = nullptr; // the interval of this hash that ends last
    for (auto const& i : all) {
        bool const is_first = !latest || latest->hash != i.hash;
        if (!is_first && i.begin < latest->end)
            wrong.push_back("at once: " + latest->text() + "; " + i.text());
        bool const goes_back = !is_first && i.number < latest->number;
        bool const is_taken = !is_first && i.number == latest->number && i.by != latest->by;
        if (goes_back || is_taken) wrong.push_back("numbers: " + latest->text() + "; " + i.text());
        if (is_first || i.end >= latest->end) latest = &i;
    }
    return wrong;
}
