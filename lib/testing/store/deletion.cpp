#include "testing/store/deletion.hpp"

#include "testing/formats/json_member.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <string>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

constexpr json::string_view orphan_finalizer = "orphan";
constexpr json::string_view foreground_finalizer = "foregroundDeletion";

refusal invalid_policy(std::string_view reason, std::string_view why)
{
    constexpr resource_name options{"meta.k8s.io", "DeleteOptions", "DeleteOptions"};
    return invalid(options, "", "propagationPolicy", reason, why);
}

dependents_policy policy_named(std::string const& text)
{
    if (text == "Foreground") return dependents_policy::foreground;
    if (text == "Background") return dependents_policy::background;
    if (text == "Orphan") return dependents_policy::orphan;
    throw invalid_policy("FieldValueNotSupported",
                         "Unsupported value: " + quoted(text) +
                             ": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"");
}

} // namespace

dependents_policy policy_in(json::object const& options)
{
    auto const policy = member_of(options, "propagationPolicy");
    auto const orphans = member_of(options, "orphanDependents");
    if ((!policy.is_null() && !policy.is_string()) || (!orphans.is_null() && !orphans.is_bool()))
        throw bad_request(
            "DeleteOptions: propagationPolicy or orphanDependents has a value of the wrong type");
    auto const text = text_at(options, "propagationPolicy");
    if (policy.is_string() && orphans.is_bool())
        throw invalid_policy("FieldValueInvalid",
                             "Invalid value: " + quoted(text) +
                                 ": orphanDependents and deletionPropagation cannot be both set");
    if (policy.is_string()) return policy_named(text);
    if (orphans.is_bool())
        return orphans.get_bool() ? dependents_policy::orphan : dependents_policy::background;
    return dependents_policy::unspecified;
}

void set_collector_finalizers(served_resource const& of, json::object& body, dependents_policy dependents)
{
    // The garbage collector does not know events, so nobody would remove a finalizer from them.
    if (of.kind == "Event" && of.built_in()) dependents = dependents_policy::background;
    if (dependents == dependents_policy::unspecified) return;
    auto& metadata = body.at("metadata").get_object();
    auto& list = metadata["finalizers"];
    if (!list.is_array()) list.emplace_array();
    auto& finalizers = list.get_array();
    auto const wanted = dependents == dependents_policy::foreground ? foreground_finalizer
                        : dependents == dependents_policy::orphan   ? orphan_finalizer
                                                                    : json::string_view();
    auto const is_other = [&](json::value const& f) {
        return f != wanted && (f == foreground_finalizer || f == orphan_finalizer);
    };
    finalizers.erase(std::remove_if(finalizers.begin(), finalizers.end(), is_other), finalizers.end());
    if (!wanted.empty() && std::ranges::find(finalizers, json::value(wanted)) == finalizers.end())
        finalizers.emplace_back(wanted);
    if (finalizers.empty()) metadata.erase("finalizers");
}

} // namespace coinformer::testing::detail
