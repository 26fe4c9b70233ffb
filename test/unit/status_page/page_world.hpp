#pragma once

#include "status_page/status_world.hpp"

#include <string>
#include <string_view>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;
namespace json = boost::json;
namespace faults = testing::faults;

/// A status page about two config maps.
struct page_world : status_world {
    page_world()
    {
        put<config_map>("a");
        put<config_map>("b");
    }
    /// The time line of the config maps: "list first list; watch".
    std::string time_line() const
    {
        std::string text;
        auto const shown = collection("configmaps.v1");
        for (auto const& span : shown.at("timeline").as_array()) {
            if (!text.empty()) text += "; ";
            text += span.at("state").as_string();
            if (auto const& cause = span.at("cause").as_string(); !cause.empty())
                text.append(1, ' ').append(cause);
        }
        return text;
    }
    std::string verdict() const { return std::string(status().at("verdict").at("text").as_string()); }

    informer_handle<config_map> configs = factory->of<config_map>();
};

inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != text.npos;
}
