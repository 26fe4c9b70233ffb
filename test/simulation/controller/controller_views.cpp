// The "view" of a key is a text that contains the state of every object that belongs to the key. Comparing
// the view of the last successful reconcile with the server's shows whether a change was missed.
#include "controller_world.hpp"

#include <boost/json/parse.hpp>

namespace simulation {

namespace json = boost::json;
using namespace coinformer;

namespace {

std::string text_of(std::string_view view, std::string_view part, std::string_view version)
{
    return std::string(view) + std::string(part) + "@" + std::string(version) + " ";
}

} // namespace

// The view of a key according to the controller's informers. It contains only what the controller's
// predicates let through.
std::string controller_world::view_of(std::string const& name) const
{
    std::string view;
    if (auto const o = maps_->lister().get("shop", name))
        view = text_of("", o.uid(),
                       relevance_ == relevance::labels ? o->metadata.labels.value_or("tier", "")
                                                       : o.resource_version());
    std::set<std::string> owned;
    for (auto const& s : secrets_->snapshot().list())
        if (s->data.value_or("of", "") == name) owned.insert(text_of("", s.key().name, s.resource_version()));
    for (auto const& s : owned) view += s;
    return view;
}

// The views of all keys according to the server.
std::map<std::string, std::string> controller_world::server_views() const
{
    std::map<std::string, std::string> views;
    std::map<std::string, std::set<std::string>> owned;
    auto const part = [](json::value const& o, char const* of, char const* key) {
        auto const* const found = o.at(of).as_object().if_contains(key);
        return found ? std::string(found->as_string()) : std::string();
    };
    auto const maps = json::parse(server_->list(resource_named("configmaps"), "shop"));
    for (auto const& o : maps.at("items").as_array()) {
        std::string tier;
        if (auto const* const labels = o.at("metadata").as_object().if_contains("labels"))
            if (auto const* const found = labels->as_object().if_contains("tier")) tier = found->as_string();
        auto const version = relevance_ == relevance::labels ? tier : part(o, "metadata", "resourceVersion");
        views[part(o, "metadata", "name")] = text_of("", part(o, "metadata", "uid"), version);
    }
    auto const secrets = json::parse(server_->list(resource_named("secrets"), "shop"));
    for (auto const& o : secrets.at("items").as_array())
        owned[part(o, "data", "of")].insert(
            text_of("", part(o, "metadata", "name"), part(o, "metadata", "resourceVersion")));
    owned.erase("");
    for (auto const& [name, all] : owned)
        for (auto const& s : all) views[name] += s;
    return views;
}

// K9: the last successful reconcile of each key has seen the last state of every object that belongs to it.
void controller_world::check_views()
{
    auto const views = server_views();
    for (auto const& [name, view] : views) known_names_.insert(name);
    for (auto const& name : known_names_) {
        auto const at = views.find(name);
        auto const is = at == views.end() ? std::string() : at->second;
        if (!reconciled_views_.contains(name)) fail("K9", name + " was never reconciled");
        if (reconciled_views_[name] != is)
            fail("K9", name + " was last reconciled with " + reconciled_views_[name] + ", and is " + is);
    }
}

} // namespace simulation
