#pragma once

#include "testing/store/api_store.hpp"

#include <coinformer/testing/api_server.hpp>

#include <optional>
#include <string_view>

namespace coinformer::testing::detail {

/// Answers /api, /apis and the paths below them from the resources that are served now: one page for each
/// group version, or everything in one page if the client accepts apidiscovery.k8s.io/v2 (aggregated
/// discovery, KEP-3352). Returns nullopt for every other path, and for a group or version that is not served.
/// Throws refusal (406).
std::optional<canned_answer> discovery_answer(api_store const& store, std::string_view path,
                                              std::string_view accept);

} // namespace coinformer::testing::detail
