#pragma once

#include "warm_start_world.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

inline informer_options auditing(duration interval = 1min)
{
    auto options = listing();
    options.audit.interval = interval;
    return options;
}

/// Returns the differences of a report in words.
inline lines in_words(audit_report const& r)
{
    lines all;
    for (auto const& one : r.first) all.push_back(to_string(one));
    return all;
}

struct audited_world : world {
    /// Lets an informer begin with the objects of another server, which nobody can tell from this one: it
    /// has the same UID and the same version.
    std::shared_ptr<testing::memory_storage> snapshot_of_another_server()
    {
        auto storage = std::make_shared<testing::memory_storage>();
        restarts other;
        other.options.warm_start.storage = storage;
        other.put("only-there", "1");
        other.start();
        other.stop();
        return storage;
    }
    std::string version_of(std::string const& name) const
    {
        auto const object = decode_object<config_map>(server.get(config_maps, {"shop", name}));
        return std::string(object.resource_version());
    }
    std::size_t lists() const { return server.requests("list", config_maps); }

    /// Returns how many requests of this sort were lists with `part` in their target.
    std::size_t lists_with(std::string const& part) const
    {
        auto const all = server.actions();
        auto const has_part = [&](testing::action const& a) {
            return a.verb == "list" && a.target.find(part) != std::string::npos;
        };
        return static_cast<std::size_t>(std::ranges::count_if(all, has_part));
    }
    std::size_t server_size() const
    {
        auto const all = server.list(config_maps);
        std::size_t n = 0;
        for (auto at = all.find("\"uid\""); at != all.npos; at = all.find("\"uid\"", at + 1)) ++n;
        return n;
    }
    /// Makes the informer list again: the server has forgotten what the informer has not seen.
    void make_it_list()
    {
        put("nudge", "1");
        remove("nudge");
        server.compact();
        server.disconnect();
        time.run_for(30s);
    }

    std::vector<audit_report> reports;
    std::function<void(audit_report const&)> keep = [this](audit_report const& r) { reports.push_back(r); };
};
