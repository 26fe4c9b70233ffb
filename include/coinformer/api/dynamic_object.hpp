#pragma once

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/labels.hpp>

#include <boost/describe/class.hpp>

namespace coinformer {

/// The part of the metadata that selectors look at.
struct dynamic_metadata {
    coinformer::labels labels;
};
BOOST_DESCRIBE_STRUCT(dynamic_metadata, (), (labels))

/// An object of a kind that is not known at compile time, with all of its JSON. The resource is given at run
/// time: `shared_informer<dynamic_object>(api, {}, which)` or `factory.of<dynamic_object>(which)`.
///
/// Reading    `json.at("/spec/replicas")` and `json.text_at("/spec/nodeName")` read single values,
///            `boost::json::parse(o->json.view())` makes a document of it. The object_ptr has the key, the
///            UID and the version. The JSON is as the server wrote it: objects of built-in kinds have `kind`
///            and `apiVersion` if they come from a watch, but not if they come from a list.
struct dynamic_object {
    whole_json json;
    dynamic_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(dynamic_object, (), (json, metadata))

} // namespace coinformer
