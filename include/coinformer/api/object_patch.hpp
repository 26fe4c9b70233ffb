#pragma once

#include <coinformer/core/requirements.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace coinformer {

/// Says if an apply takes over fields that other managers own.
enum class apply_force { no, yes };

/// A change of an object, in one of the forms that the API has. The functions below make it.
class object_patch {
public:
    object_patch(std::string content_type, std::string body, std::string query = {})
        : content_type_(std::move(content_type)), body_(std::move(body)), query_(std::move(query))
    {
    }

    /// Lets the patch be written only if the object is still at this version; otherwise the server answers
    /// errc::conflict, and nothing is written. An object that was deleted has no version, so an apply creates
    /// it again, whatever version is named here; only_uid() prevents that. The rest of the text stays as it
    /// is, numbers included, unless it has the metadata, or this member of it, twice.
    ///
    /// Errors     errc::bad_request if the patch is not JSON of its form, or if the version is empty.
    object_patch& at_version(std::string_view resource_version);
    /// Lets the patch be written only to this life of the object. If the object has another UID, the server
    /// answers errc::invalid, or errc::conflict if a version is named, too. An apply to an object that was
    /// deleted is errc::conflict.
    ///
    /// Errors     those of at_version().
    object_patch& only_uid(std::string_view uid);

    std::string const& content_type() const noexcept { return content_type_; }
    std::string const& body() const noexcept { return body_; }
    std::string const& query() const noexcept { return query_; } ///< percent-encoded

private:
    object_patch& set_metadata(std::string_view member, std::string_view value);

    std::string content_type_, body_, query_;
};

/// A JSON merge patch (RFC 7386): objects are merged, null removes a field, and a list replaces the whole
/// list.
object_patch merge_patch(std::string json);
/// A JSON patch (RFC 6902): `[{"op":"test","path":"/spec/size","value":3},{"op":"replace",…}]`. It can change
/// one element of a list.
object_patch json_patch(std::string operations);
/// A strategic merge patch: it merges lists by the keys that the kind declares for them. The server accepts
/// it for built-in kinds only.
object_patch strategic_merge_patch(std::string json);
/// A server-side apply. `object` has the fields that `field_manager` wants, with apiVersion and kind, in JSON
/// or YAML. The server creates the object if it is missing, and removes the fields that the manager applied
/// before and does not name any more. If another manager owns a field with another value, the answer is
/// errc::field_conflict, unless `force` is yes. This `field_manager` counts, even if write_options name
/// another.
object_patch server_side_apply(std::string object, std::string field_manager,
                               apply_force force = apply_force::no);

} // namespace coinformer
