#pragma once

#include "api/protobuf/schema.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/core/log.hpp>
#include <coinformer/transport/http.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Decides in which form a client asks for each collection. If a collection cannot be had in protobuf, it is
/// asked for in JSON; the log says so once.
///
/// Threads    the client's strand.
class wire_format {
public:
    wire_format(encoding wanted, log_sink& log) : wanted_(wanted), log_(log) {}

    /// Returns the protobuf fields to read if the server is asked for protobuf, or nullptr for JSON.
    detail::proto_schema const* fields_for(std::string const& path, detail::object_type const& type);
    /// Notes that the server answered 406 to a request for protobuf.
    void note_refusal(std::string const& path);

private:
    using collection = std::pair<std::string, std::string>; // for example "apps/v1" and "deployments"
    static collection collection_at(std::string_view path);
    detail::proto_schema const* find(collection const& what, detail::object_type const& type);
    void log_choice(collection const& what, std::string_view why);

    encoding wanted_;
    log_sink& log_;
    std::set<collection> refused_;
    std::map<std::pair<detail::object_type const*, collection>, detail::proto_schema const*> known_;
};

/// Returns the value of the header Accept: protobuf or JSON, with JSON as the alternative. `form` asks for a
/// part of the objects ("PartialObjectMetadata") or for a table, and may be empty. A server that does not
/// know the first type takes one that stands behind a comma.
std::string accept_header(encoding wanted, std::string const& form);

/// Returns true if lists of this server are to be compressed.
bool compresses_lists(compression wanted, endpoint const& server);

/// Returns the form that the answer declares; nullopt if it is neither JSON nor protobuf. An answer that
/// declares none counts as JSON, because client-go reads such answers as well. If it is something else, the
/// decoder refuses it.
std::optional<encoding> encoding_of(http_response const& answer);

} // namespace coinformer::detail
