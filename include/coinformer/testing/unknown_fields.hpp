#pragma once

#include <coinformer/api/projection.hpp>
#include <coinformer/api/resource.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

namespace detail {

std::vector<std::string> unknown_fields(std::string_view manifest, resource const& of,
                                        coinformer::detail::object_type const& type);

} // namespace detail

/// Returns the paths of the members of a projection that objects of its custom resource never have, because
/// the schema in the CustomResourceDefinition does not name them: `{"spec.replica"}`. Such a member always
/// stays empty. A test that reads the definition from the project's own manifests finds a misspelt member at
/// once:
///
///     CHECK(testing::unknown_fields_of<widget>(text_of("config/crd/widgets.yaml")).empty());
///
/// `manifest` is YAML or JSON: one CustomResourceDefinition, or several documents, among them the definition
/// of this resource. The schema is that of the resource's version. Where the schema allows fields that it
/// does not name (x-kubernetes-preserve-unknown-fields, additionalProperties), every member counts as known.
/// The members of metadata are compared with the fields that all objects have. Types are not compared: an
/// object whose field has another type than the member is a decode fault.
///
/// Errors     std::invalid_argument if the text is not a manifest, or has no definition of this resource with
///            a schema of this version.
/// Threads    any.
template <projection T>
std::vector<std::string> unknown_fields_of(std::string_view manifest, resource of = resource_of<T>)
{
    return detail::unknown_fields(manifest, of, coinformer::detail::object_type_of<T>());
}

} // namespace coinformer::testing
