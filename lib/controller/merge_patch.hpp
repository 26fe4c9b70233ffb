#pragma once

#include "api/collection.hpp"

#include <coinformer/api/client.hpp>

namespace coinformer::detail {

/// A JSON merge patch of an object. Result, errors, cancellation: as client::request().
[[nodiscard]] inline task<std::string> send_merge_patch(client& api, resource of, std::string ns, std::string name,
                                                        std::string json)
{
    http_request what("PATCH", object_path(of, ns, name));
    what.content_type = "application/merge-patch+json";
    what.body = std::move(json);
    return api.request("patch", std::move(what));
}

} // namespace coinformer::detail
