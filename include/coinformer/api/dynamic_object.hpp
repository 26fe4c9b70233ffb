#pragma once

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/labels.hpp>

#include <boost/describe/class.hpp>

namespace coinformer {

/// Of the metadata what selectors look at.
struct dynamic_metadata {
    coinformer::labels labels;
};
BOOST_DESCRIBE_STRUCT(dynamic_metadata, (), (labels))

/// An object of a kind that is not known at compile time: all of its JSON. `shared_informer<dynamic_object>(api, {},
/// which)`, `factory.of<dynamic_object>(which)`: `which` comes at run time.
///
/// Reading    json.at("/spec/replicas"), json.text_at("/spec/nodeName"); a document:
/// boost::json::parse(o->json.view()).
///            Key, UID and version are the object_ptr's. The JSON is as the server wrote it: in a list, built-in kinds
///            have no `kind` and `apiVersion`; a watch brings them.
struct dynamic_object {
    whole_json json;
    dynamic_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(dynamic_object, (), (json, metadata))

} // namespace coinformer
