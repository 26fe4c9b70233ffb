#include "lease_timeline.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>

#include <utility>

namespace simulation {

namespace json = boost::json;

void lease_timeline::write_news(std::function<void(std::string const&)> const& line)
{
    auto version = server_.resource_version();
    if (version == version_) return;
    version_ = std::move(version);
    std::map<std::string, std::string> found;
    auto const listed = json::parse(server_.list(group_lease_resource, "shop"));
    for (auto const& lease : listed.at("items").as_array()) {
        auto const& meta = lease.at("metadata").as_object();
        auto& text = found[json::value_to<std::string>(meta.at("name"))];
        text = json::value_to<std::string>(meta.at("resourceVersion"));
        if (!meta.contains("annotations")) continue;
        for (auto const& [name, value] : meta.at("annotations").as_object())
            text += ' ' + std::string(value.as_string());
    }
    for (auto const& [name, text] : found)
        if (leases_[name] != text) line("  Lease " + name + " is " + text);
    for (auto const& [name, text] : leases_)
        if (!found.contains(name)) line("  Lease " + name + " is gone");
    leases_ = std::move(found);
}

} // namespace simulation
