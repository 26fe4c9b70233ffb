#pragma once

#include "testing/store/api_store.hpp"

#include <coinformer/testing/api_server.hpp>

#include <optional>
#include <string_view>

namespace coinformer::testing::detail {

/// Answers the paths below /openapi. Returns nullopt for every other path, and for a group version that is
/// not served.
/// Throws refusal (406) if the client accepts no JSON.
///
/// /openapi/v2              a document without schemas: clients validate nothing then
/// /openapi/v3              the group versions that are served now, each with the path of its document
/// /openapi/v3/apis/G/V     the paths and schemas of one group version
///
/// A schema has the members of an object as far as this server knows them. Those of a custom resource come
/// from its definition; those of a built-in kind come from the tables that protobuf bodies are read with.
/// Every other kind is an object with apiVersion, kind and metadata, and with any other member. The schemas
/// of kinds are named as a real server names them; those of parts, such as a pod's spec, have shorter names
/// here.
std::optional<canned_answer> openapi_answer(api_store const& store, std::string_view path,
                                            std::string_view accept);

} // namespace coinformer::testing::detail
