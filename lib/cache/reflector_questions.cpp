// What a reflector asks the server when its collection says nothing.

#include "api/proto_table.hpp"
#include "cache/reflector.hpp"

#include <coinformer/api/object_meta.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/json/parse.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

// A server that has nothing to tell says so each minute or two, as soon as anything happens in the cluster.
constexpr auto longest_quiet = std::chrono::minutes(10);
constexpr resource definitions{.group = "apiextensions.k8s.io", .version = "v1", .plural = "customresourcedefinitions"};

// Whether the server's discovery names the resource.
task<bool> is_named(client::impl& api, resource of)
{
    auto path = "/apis/" + std::string(of.group) + '/' + std::string(of.version);
    std::string text;
    try {
        text = co_await api.request("get", http_request("GET", std::move(path)));
    } catch (api_error const& e) {
        if (e.code() != condition::not_found) throw;
    }
    boost::system::error_code ignored;
    auto const answer = boost::json::parse(text, ignored);
    auto const* const named = answer.is_object() ? answer.as_object().if_contains("resources") : nullptr;
    if (!named || !named->is_array()) co_return false;
    for (auto const& r : named->as_array()) {
        auto const* const name = r.is_object() ? r.as_object().if_contains("name") : nullptr;
        if (name && name->is_string() && name->as_string() == of.plural) co_return true;
    }
    co_return false;
}

// The version at which the resource had no definition; nullopt: it has one, or is served without, by an aggregated API
// server for example. A list and not a get, for that has none.
task<std::optional<std::string>> version_without_definition(client::impl& api, resource of)
{
    list_options named;
    named.fields("metadata.name=" + to_string(of));
    auto page = co_await api.list(collection_path(definitions), named, object_type_of<object_metadata>(), nullptr);
    bool found = false;
    for (bool more = true; more;) {
        more = co_await page.fetch();
        for (auto s = page.items().next(); s != list_decoder::step::need_more; s = page.items().next()) found = true;
    }
    auto const& meta = page.items().finish();
    std::optional<std::string> version(meta.resource_version);
    if (!found) found = co_await is_named(api, of);
    if (found) version.reset();
    co_return version;
}

} // namespace

bool reflector::may_be_custom(resource const& of)
{
    auto const kinds = all_proto_kinds();
    return !of.group.empty() && std::ranges::none_of(kinds, [&](proto_kind const& k) {
        return k.api_version.substr(0, k.api_version.find('/')) == of.group;
    });
}

// No such object, or none that we may see, is a good answer: a server that lacks our version refuses before it looks.
task<> reflector::confirm() &
{
    bool const anywhere = ns_.empty() && of_.where == scope::namespaced;
    auto const target = object_path(of_, anywhere ? "default" : ns_, "is-this-version-known") + "?resourceVersion=";
    try {
        co_await api_.request("get", http_request("GET", target + position_));
    } catch (api_error const& e) {
        if (e.code() != condition::not_found && e.code() != condition::forbidden) throw;
    }
    // for so long not even a bookmark: perhaps watches do not get through, and who waits should know
    auto const heard = status_.last_heard.value_or(time_point::min());
    if (api_.env().time->now() - heard < longest_quiet) answered();
}

// That the collection is not served does not say that its objects are gone: a version may have been taken out, or this
// server be older than others. That there is no definition does. Ends as the list before did, with more to say.
task<> reflector::ask_for_definition() &
{
    std::optional<std::string> none_at;
    std::string why = "its CustomResourceDefinition is there, and does not serve this version; or it needs none";
    try {
        none_at = co_await with_timeout(*api_.env().time, api_.options().http.header_timeout,
                                        version_without_definition(api_, of_));
    } catch (api_error const& e) {
        if (e.code() != condition::forbidden && e.code() != condition::not_found) throw;
        why = std::string("its objects stay as they were: ") + e.what();
    }
    if (none_at) {
        empty_store(std::move(*none_at));
        why = "its CustomResourceDefinition is deleted, and its objects with it";
    }
    throw api_error(errc::not_served, "", why);
}

void reflector::empty_store(std::string version)
{
    if (compare_resource_versions(version, position_) > 0) position_ = std::move(version);
    delta::collection none{.objects = {}, .version = position_, .ns = ns_};
    queue_.push(delta::of(delta::kind::replaced, std::move(none)));
}

} // namespace coinformer::detail
