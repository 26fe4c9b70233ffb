#include "testing/store/stored_object.hpp"

#include <boost/json/serialize.hpp>

namespace coinformer::testing::detail {

namespace json = boost::json;

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
    // The metadata follow kind and apiVersion, which contain no quotes.
    if (built_in_) all.remove_prefix(all.find("\"metadata\":"));
    return all;
}

std::string storage_key(std::string_view ns, std::string_view name)
{
    std::string key;
    key.reserve(ns.size() + 1 + name.size());
    if (!ns.empty()) key.append(ns).append("/");
    return key.append(name);
}

} // namespace coinformer::testing::detail
