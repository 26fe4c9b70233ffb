#pragma once

#include "api/client/source_context.hpp"
#include "api/source/collection_source.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/api/list_watch.hpp>
#include <coinformer/api/transform.hpp>
#include <coinformer/cache/informer_options.hpp>

#include <memory>

namespace coinformer::detail {

/// A source, and what it shares with other sources.
struct readable_source {
    std::shared_ptr<source_context> context;
    std::unique_ptr<collection_source> reads;
    object_type const* type;     ///< the type of the objects that are stored
    bool has_namespaces = false; ///< see collection_origin
};

/// Returns the source of an informer that reads from a client's server, or from a list_watch. Errors:
/// errc::bad_request and errc::invalid_name if an option, or the resource, is not allowed; those of
/// client_options::unknown_fields.
readable_source source_of(client& api, resource of, untyped_transform by, informer_options const& options);
readable_source source_of(environment env, std::unique_ptr<untyped_list_watch> from, resource of,
                          untyped_transform by, informer_options const& options);

} // namespace coinformer::detail
