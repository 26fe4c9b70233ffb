#pragma once

#include "world.hpp"

#include <coinformer/cache/flight_recorder.hpp>
#include <coinformer/core/random.hpp>
#include <coinformer/testing/recorded_cluster.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// The calls of a handler, each with the time since `zero`.
struct timed_calls {
    timed_calls(shared_informer<config_map>& of, time_source& clock, time_point from)
        : time(clock), zero(from)
    {
        of.on_change(
            {.added = [this](object_ptr<config_map> const& o,
                             initial_list first) { note(first == initial_list::yes ? "+i" : "+", *o); },
             .updated = [this](object_ptr<config_map> const&,
                               object_ptr<config_map> const& o) { note("~", *o); },
             .deleted = [this](object_ptr<config_map> const& o, final_state) { note("-", *o); }});
    }
    void note(std::string const& what, config_map const& of)
    {
        auto const at = time.now() - zero;
        auto const v = of.data.find("v");
        all.push_back({at, what + " " + std::string(of.metadata.name) + '=' +
                               (v == of.data.end() ? "" : v->second.substr(0, 8))});
    }
    /// Returns the calls after this time, each with its time since then in microseconds. Deletions one behind
    /// the other are sorted: those that a list shows come in the order in which the objects lie in the store,
    /// which a snapshot does not keep.
    lines after(duration begin) const
    {
        return found_after(begin, [&](auto const& call) {
            return std::to_string((call.first - begin) / 1us) + ' ' + call.second;
        });
    }
    /// The same without times, and without the objects of the first list.
    lines changes_after(duration begin) const
    {
        auto found = found_after(begin, [](auto const& call) { return call.second; });
        std::erase_if(found, [](std::string const& line) { return line.starts_with("+i"); });
        return found;
    }

    time_source& time;
    time_point zero;
    std::vector<std::pair<duration, std::string>> all;

private:
    template <class Line>
    lines found_after(duration begin, Line line_of) const
    {
        auto sorted = all;
        auto const is_deletion = [](auto const& call) { return call.second.starts_with('-'); };
        for (auto i = sorted.begin(); i != sorted.end();) {
            auto const end = std::find_if_not(i, sorted.end(), [&](auto const& call) {
                return is_deletion(call) && call.first == i->first;
            });
            std::sort(i, end);
            i = end == i ? i + 1 : end;
        }
        lines found;
        for (auto const& call : sorted)
            if (call.first > begin) found.push_back(line_of(call));
        return found;
    }
};

/// An informer whose answers are recorded.
struct recorded_world : world {
    using world::world;
    void begin(informer_options with = {}, flight_recorder_options limits = {},
               encoding form = encoding::json)
    {
        make(std::move(with), limits, form);
        running.start(io, informer->run());
        time.run_for(1s);
    }
    void make(informer_options with, flight_recorder_options limits = {}, encoding form = encoding::json)
    {
        speaker.emplace(env, endpoint{.server = "http://in-memory"}, client_options{.encoding = form},
                        network.dialer());
        recorder = std::make_shared<flight_recorder>(limits);
        options = std::move(with);
        options.recorder = recorder;
        informer.emplace(*speaker, options);
        calls.emplace(*informer, time, time.now());
    }
    /// Changes one of a few objects at random. Its data have this number of bytes.
    void change_something(std::size_t bytes)
    {
        auto const name = "o" + std::to_string(dice.below(8));
        auto const value = std::to_string(dice.below(1'000'000)) + ' ' + std::string(bytes, 'x');
        bool const is_new = existing.insert(name).second;
        if (is_new) {
            put(name, value);
        } else if (dice.below(5) == 0) {
            remove(name);
            existing.erase(name);
        } else {
            set(name, value);
        }
    }
    /// Returns where the recording begins, as the calls count.
    duration base() const { return time.now() - calls->zero - recorder->length(); }

    random_source dice{1};
    std::set<std::string> existing;
    std::optional<client> speaker;
    std::shared_ptr<flight_recorder> recorder;
    informer_options options;
    std::optional<shared_informer<config_map>> informer;
    std::optional<timed_calls> calls;
    background running;
};

/// A desk at which a recording is replayed.
struct replay {
    replay(std::string const& recording, informer_options const& options)
        : desk(recording), informer(desk.api, desk.replayed(options)),
          calls(informer, desk.time, desk.time.now()), running(desk.start(informer.run()))
    {
        desk.play();
    }

    testing::recorded_cluster desk;
    shared_informer<config_map> informer;
    timed_calls calls;
    testing::background running;
};

inline lines contents(shared_informer<config_map> const& of)
{
    lines all;
    for (auto const& o : of.snapshot().list())
        all.push_back(std::string(o.key().name) + ' ' + std::string(o.resource_version()) + ' ' +
                      o->data.at("v").substr(0, 8));
    std::ranges::sort(all);
    return all;
}
