#include <coinformer/api/write_options.hpp>

#include "api/client/query_text.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace coinformer {

using namespace detail;

namespace {

std::string_view text_of(field_validation v)
{
    switch (v) {
    case field_validation::ignore: return "Ignore";
    case field_validation::warn: return "Warn";
    case field_validation::strict: break;
    }
    return "Strict";
}

std::string_view text_of(propagation p)
{
    switch (p) {
    case propagation::background: return "Background";
    case propagation::foreground: return "Foreground";
    case propagation::orphan: break;
    }
    return "Orphan";
}

// Returns the value. An empty one is refused: without the condition, the server would delete an object that
// was not meant.
std::string given(std::string value, std::string_view what)
{
    if (value.empty())
        throw api_error(errc::bad_request, "remove_options", "the " + std::string(what) + " is empty");
    return value;
}

} // namespace

remove_options& remove_options::only_uid(std::string uid)
{
    return set(uid_, given(std::move(uid), "uid"));
}

remove_options& remove_options::only_version(std::string version)
{
    return set(version_, given(std::move(version), "version"));
}

std::string write_options::query() const
{
    std::string query;
    if (dry_run_) add_to_query(query, "dryRun", "All");
    add_to_query(query, "fieldManager", manager_);
    if (validation_) add_to_query(query, "fieldValidation", text_of(*validation_));
    return query;
}

std::string remove_options::body() const
{
    namespace json = boost::json;
    json::object options, preconditions;
    if (!uid_.empty()) preconditions["uid"] = uid_;
    if (!version_.empty()) preconditions["resourceVersion"] = version_;
    if (!preconditions.empty()) options["preconditions"] = std::move(preconditions);
    if (propagation_) options["propagationPolicy"] = text_of(*propagation_);
    if (grace_) options["gracePeriodSeconds"] = grace_->count();
    if (dry_run_) options["dryRun"] = json::array{"All"};
    if (options.empty()) return {};
    options["kind"] = "DeleteOptions";
    options["apiVersion"] = "v1";
    return json::serialize(options);
}

} // namespace coinformer
