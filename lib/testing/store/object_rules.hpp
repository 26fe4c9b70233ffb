#pragma once

#include "testing/store/stored_object.hpp"
#include "testing/store/write_options.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing {

/// What the server itself puts into metadata.
struct server_fields {
    std::string uid;
    std::string created; ///< RFC 3339
};

enum class subresource { none, status, scale };

/// Parses a request's body; throws refusal (400) when it is no JSON object.
boost::json::object parse_object(std::string_view text);

/// An object as it enters the store: checked against its URL, kind, apiVersion and metadata first and in order.
/// Throws refusal (400, 422). `name` is the URL's or a generated one. What a test gives keeps its status, and its
/// identity and times where it has them; its version it cannot keep.
boost::json::object admitted(served_resource const& of, boost::json::object given, std::string_view ns,
                             std::string_view name, server_fields const& fields, origin by);

/// What an update makes of an object; metadata that belongs to the server stays. Resource version is the old one's.
/// Throws refusal (409, 422).
boost::json::object updated(served_resource const& of, stored_object const& old, boost::json::object wanted,
                            subresource part);

/// What is patched has the version and the uid that the patch names. Throws refusal (409, 422).
void check_same_life(served_resource const& of, stored_object const& old, boost::json::object const& wanted);

/// Custom resources' bodies have to say what they are. Throws refusal (400, 422).
void require_kind(served_resource const& of, boost::json::object const& body, std::string_view name);

/// Checks that a body belongs to its URL. Throws refusal (400).
void check_identity(served_resource const& of, boost::json::object const& body, std::string_view ns,
                    std::string_view name);

/// As check_identity(), where kind and apiVersion must be there: what an apply is given.
void check_applied(served_resource const& of, boost::json::object const& config, std::string_view ns,
                   std::string_view name);

/// The autoscaling/v1 Scale of an object.
boost::json::object scale_of(served_resource const& of, stored_object const& object);
/// The JSON text of the object, or of its Scale if `part` is that.
std::string shown(served_resource const& of, object_ref const& object, subresource part);
/// The object with the Scale's replicas. Throws refusal (409, 422).
boost::json::object scaled(served_resource const& of, stored_object const& old, boost::json::object const& scale);

/// Of a DeleteOptions. Throws refusal (409).
void check_preconditions(served_resource const& of, stored_object const& old,
                         boost::json::object const& delete_options);

boost::json::object with_revision(boost::json::object body, revision at);

bool has_finalizers(boost::json::object const& body);
std::string metadata_text(boost::json::object const& body, std::string_view member);

} // namespace coinformer::testing
