#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// The finalizer that holds a deleted definition until its objects are gone.
inline constexpr std::string_view cleanup_finalizer = "customresourcecleanup.apiextensions.k8s.io";

/// True for the resource customresourcedefinitions.
bool defines_resources(served_resource const& of) noexcept;

/// Returns a CustomResourceDefinition as the server stores it: its names are completed and accepted, and it
/// is established. Throws refusal (422) if it defines nothing that can be served.
boost::json::object established(served_resource const& of, boost::json::object definition,
                                std::string_view now);

/// Returns the versions that an established definition serves. The stored version comes first, if it is
/// served.
std::vector<served_resource> resources_of(boost::json::object const& definition);

/// Returns a definition as it is while its objects are deleted.
boost::json::object terminating(boost::json::object definition, std::string_view now);

} // namespace coinformer::testing::detail
