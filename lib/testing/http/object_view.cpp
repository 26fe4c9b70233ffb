#include "testing/http/object_view.hpp"

#include "testing/formats/accept_header.hpp"
#include "testing/http/table_columns.hpp"

#include <boost/json/serialize.hpp>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

constexpr std::string_view group = "meta.k8s.io";
constexpr std::string_view one = "PartialObjectMetadata";
constexpr std::string_view many = "PartialObjectMetadataList";

bool known(media_range const& range)
{
    if (!range.converts()) return true;
    auto const version = range.parameter("v");
    if (version != "v1" && version != "v1beta1") return false;
    return range.asks_for("Table", group) || range.asks_for(one, group) || range.asks_for(many, group);
}

media_range chosen(std::string_view accept)
{
    for (auto& range : json_ranges(accept))
        if (known(range)) return std::move(range);
    throw not_acceptable();
}

// The bookmark that ends a streamed list has to be recognised, so its metadata is never left out.
bool is_initial_end(json::object const& metadata)
{
    auto const* annotations = metadata.if_contains("annotations");
    return annotations && annotations->is_object() &&
           annotations->get_object().contains("k8s.io/initial-events-end");
}

void append_head(std::string& out, std::string_view kind, std::string_view version)
{
    out.append("{\"kind\":\"")
        .append(kind)
        .append("\",\"apiVersion\":\"")
        .append(group)
        .append("/")
        .append(version);
    out.append("\"");
}

} // namespace

object_view::object_view(request_target const& target, std::string_view accept, time_source& time)
    : time_(&time)
{
    auto const range = chosen(accept);
    auto const kind = range.parameter("as");
    version_ = range.parameter("v");
    if (kind.empty()) return;
    if (kind == one && target.verb == "list")
        throw not_acceptable("you requested PartialObjectMetadata, but the requested object is a list");
    if (kind == many && target.verb == "watch") return; // a real server cannot do this, and shows the objects
    if (kind == many && target.verb != "list")
        throw not_acceptable(
            "you requested PartialObjectMetadataList, but the requested object is not a list");
    shows_ = kind == "Table" ? shown::table : shown::metadata;
    if (shows_ != shown::table) return;
    auto const include = target.parameter("includeObject");
    if (include == "None")
        in_rows_ = row_object::none;
    else if (include == "Object")
        in_rows_ = row_object::whole;
    else if (!include.empty() && include != "Metadata")
        throw bad_request("Unable to convert to Table as requested: includeObject: Invalid value: \"" +
                          include + "\": must be 'Metadata', 'Object', 'None', or empty");
}

std::string object_view::list_opening(served_resource const& of, std::string_view metadata) const
{
    std::string out;
    append_head(out, shows_ == shown::table ? "Table" : many, version_);
    out.append(",\"metadata\":").append(metadata);
    if (shows_ == shown::table)
        out.append(",\"columnDefinitions\":")
            .append(json::serialize(column_definitions(of)))
            .append(",\"rows\":[");
    else
        out.append(",\"items\":[");
    return out;
}

void object_view::append_metadata(std::string& out, json::object const& body) const
{
    append_head(out, one, version_);
    out.append(",\"metadata\":").append(json::serialize(body.at("metadata"))).append("}");
}

void object_view::append_item(std::string& out, served_resource const& of, json::object const& body) const
{
    if (shows_ == shown::metadata) return append_metadata(out, body);
    out.append("{\"cells\":")
        .append(json::serialize(cells_of(of, body, time_->wall_now())))
        .append(",\"object\":");
    auto const& metadata = body.at("metadata").get_object();
    if (in_rows_ == row_object::whole)
        out.append(json::serialize(body));
    else if (in_rows_ == row_object::none && !is_initial_end(metadata))
        out.append("null");
    else
        append_metadata(out, body);
    out.append("}");
}

void object_view::append_object(std::string& out, served_resource const& of, json::object const& body)
{
    if (whole()) {
        out.append(json::serialize(body));
        return;
    }
    if (shows_ == shown::metadata) return append_metadata(out, body);
    append_head(out, "Table", version_);
    json::object metadata;
    if (auto const* at = body.at("metadata").get_object().if_contains("resourceVersion"))
        metadata["resourceVersion"] = *at;
    out.append(",\"metadata\":").append(json::serialize(metadata)).append(",\"columnDefinitions\":");
    out.append(has_sent_columns_ ? "null" : json::serialize(column_definitions(of))).append(",\"rows\":[");
    has_sent_columns_ = true;
    append_item(out, of, body);
    out.append("]}");
}

} // namespace coinformer::testing::detail
