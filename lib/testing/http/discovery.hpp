#pragma once

#include "testing/store/api_store.hpp"

#include <coinformer/testing/api_server.hpp>

#include <optional>
#include <string_view>

namespace coinformer::testing {

/// What /api, /apis and the paths below them tell of the collections that are served now: group by group, or all at
/// once (apidiscovery.k8s.io/v2) for who accepts that. None: no path of discovery, or no such group or version.
/// Throws refusal (406).
std::optional<canned_answer> discovery_answer(api_store const& store, std::string_view path, std::string_view accept);

} // namespace coinformer::testing
