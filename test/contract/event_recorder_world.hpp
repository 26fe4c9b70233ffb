#pragma once

#include "world.hpp"

#include <coinformer/controller/event_recorder.hpp>

#include <boost/json.hpp>

#include <string_view>

inline constexpr resource event_resource{
    .group = "events.k8s.io", .version = "v1", .plural = "events", .kind = "Event"};

/// A world with an object, and a recorder of events about it.
struct recorded : world {
    explicit recorded(event_recorder_options options = {}) : recorder(api, named(std::move(options)))
    {
        put("a", "1");
        about = event_subject(testing::run(io, time, api.get<config_map>("shop", "a")));
    }
    static event_recorder_options named(event_recorder_options options)
    {
        options.controller = "example.io/test";
        options.instance = "test-0";
        return options;
    }
    void start_recorder()
    {
        running.start(io, recorder.run());
        time.run_for(1s);
    }
    void tell(std::string_view note)
    {
        recorder.record(about, event_type::warning, "Broken", "Repair", note);
    }
    /// "note" or "note x 3", as the server has them.
    lines on_server()
    {
        lines found;
        auto const list = boost::json::parse(server.list(event_resource));
        for (auto const& e : list.at("items").as_array()) {
            auto line = std::string(e.at("note").as_string());
            if (auto const* series = e.as_object().if_contains("series"))
                line += " x " + std::to_string(series->at("count").to_number<int>());
            found.push_back(line);
        }
        std::ranges::sort(found);
        return found;
    }

    event_subject about;
    event_recorder recorder;
    background running;
};
