#include "testing/stored_object.hpp"

#include <boost/json/serialize.hpp>

namespace coinformer::testing {

namespace json = boost::json;

served_resource::served_resource(resource const& r)
    : group(r.group), version(r.version), plural(r.plural), kind(r.kind), where(r.where)
{
}

bool served_resource::built_in() const noexcept
{
    return group.find('.') == group.npos || group.ends_with(".k8s.io");
}

bool served_resource::has_status() const noexcept
{
    return plural != "configmaps" && plural != "secrets" && plural != "leases";
}

bool served_resource::has_scale() const noexcept
{
    if (!built_in()) return true;
    return group == "apps" && (plural == "deployments" || plural == "replicasets" || plural == "statefulsets");
}

bool served_resource::strict_updates() const noexcept
{
    return !built_in() || plural == "leases";
}

stored_object::stored_object(served_resource const& of, json::object body, revision at)
    : body_(std::move(body)), at_(at), built_in_(of.built_in())
{
}

std::string_view stored_object::member(std::string_view key) const
{
    auto const* v = metadata().if_contains(key);
    if (!v || !v->is_string()) return {};
    return {v->get_string().data(), v->get_string().size()};
}

std::string const& stored_object::text() const
{
    if (text_.empty()) text_ = json::serialize(body_);
    return text_;
}

std::string_view stored_object::item_tail() const
{
    std::string_view all = text();
    if (built_in_) all.remove_prefix(all.find("\"metadata\":")); // after kind and apiVersion, which hold no quotes
    return all;
}

std::string storage_key(std::string_view ns, std::string_view name)
{
    std::string key;
    key.reserve(ns.size() + 1 + name.size());
    if (!ns.empty()) key.append(ns).append("/");
    return key.append(name);
}

} // namespace coinformer::testing
