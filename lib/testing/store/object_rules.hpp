#pragma once

#include "testing/store/stored_object.hpp"
#include "testing/store/write_options.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The metadata that the server gives to a new object.
struct server_fields {
    std::string uid;
    std::string created; ///< RFC 3339
};

enum class subresource { none, status, scale };

/// Parses the body of a request. Throws refusal (400) if it is no JSON object.
boost::json::object parse_object(std::string_view text);

/// Checks a new object, and returns it as it is to be stored, with kind, apiVersion and metadata in front.
/// `name` is the name in the URL, or a generated one. An object from a test's own call keeps its status, and
/// its identity and times if it has them, but not its version. Throws refusal (400, 422).
boost::json::object admitted(served_resource const& of, boost::json::object given, std::string_view ns,
                             std::string_view name, server_fields const& fields, origin by);

/// Returns the object after an update. Metadata that belongs to the server stays as it is, and so does the
/// resource version, for now. Throws refusal (409, 422).
boost::json::object updated(served_resource const& of, stored_object const& old, boost::json::object wanted,
                            subresource part);

/// Checks that a patched object has the version and the uid that the patch names. Throws refusal (409, 422).
void check_same_life(served_resource const& of, stored_object const& old, boost::json::object const& wanted);

/// Checks that the body of a custom resource has kind and apiVersion. Throws refusal (400, 422).
void require_kind(served_resource const& of, boost::json::object const& body, std::string_view name);

/// Checks that a body fits the URL that it was sent to. Throws refusal (400).
void check_identity(served_resource const& of, boost::json::object const& body, std::string_view ns,
                    std::string_view name);

/// As check_identity(), for an apply, whose body has to have kind and apiVersion.
void check_applied(served_resource const& of, boost::json::object const& config, std::string_view ns,
                   std::string_view name);

/// Returns the Scale (autoscaling/v1) of an object.
boost::json::object scale_of(served_resource const& of, stored_object const& object);
/// Returns the JSON text of the object, or of its Scale if `part` is subresource::scale.
std::string shown(served_resource const& of, stored_ref const& object, subresource part);
/// Returns the object with the replicas of a Scale. Throws refusal (409, 422).
boost::json::object scaled(served_resource const& of, stored_object const& old,
                           boost::json::object const& scale);

/// Checks the preconditions in a DeleteOptions. Throws refusal (409).
void check_preconditions(served_resource const& of, stored_object const& old,
                         boost::json::object const& delete_options);

/// Returns the body with this resource version.
boost::json::object with_revision(boost::json::object body, revision at);

bool has_finalizers(boost::json::object const& body);
/// Returns a text member of metadata; empty if there is none.
std::string metadata_text(boost::json::object const& body, std::string_view member);

} // namespace coinformer::testing::detail
