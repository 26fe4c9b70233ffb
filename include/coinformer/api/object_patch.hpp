#pragma once

#include <coinformer/core/requirements.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace coinformer {

/// Whether an apply takes fields that other managers own.
enum class apply_force { no, yes };

/// A change of an object, in one of the forms that the API has. Made by the functions below.
class object_patch {
public:
    object_patch(std::string content_type, std::string body, std::string query = {})
        : content_type_(std::move(content_type)), body_(std::move(body)), query_(std::move(query))
    {
    }

    /// Only if the object is still at this version: else it is errc::conflict, and nothing is written. An object that
    /// is gone has no version: an apply makes it again, whatever version this says. only_uid() keeps it from that.
    /// Errors: errc::bad_request when the patch is not JSON of its form, or the version is empty.
    object_patch& at_version(std::string_view resource_version);
    /// Only this life of the object: else nothing is written. What has another uid is errc::invalid, or errc::conflict
    /// when a version is named, too; an apply to what is gone is errc::conflict. Errors: as at_version().
    object_patch& only_uid(std::string_view uid);

    std::string const& content_type() const noexcept { return content_type_; }
    std::string const& body() const noexcept { return body_; }
    std::string const& query() const noexcept { return query_; } ///< percent-encoded

private:
    object_patch& set_metadata(std::string_view member, std::string_view value);

    std::string content_type_, body_, query_;
};

/// RFC 7386: objects are merged, null takes a field out, a list replaces the whole list.
object_patch merge_patch(std::string json);
/// RFC 6902: `[{"op":"test","path":"/spec/size","value":3},{"op":"replace",…}]`. Changes one element of a list.
object_patch json_patch(std::string operations);
/// Merges lists by the keys that the kind has for them. Of built-in kinds only.
object_patch strategic_merge_patch(std::string json);
/// Server-side apply: the fields that `field_manager` wants, as an object with apiVersion and kind, in JSON or YAML.
/// Makes the object when there is none; takes out what the manager applied before and does not any more.
/// A field that another manager wants otherwise is errc::field_conflict, unless it is forced. `field_manager` counts,
/// also when write_options name another.
object_patch server_side_apply(std::string object, std::string field_manager, apply_force force = apply_force::no);

} // namespace coinformer
