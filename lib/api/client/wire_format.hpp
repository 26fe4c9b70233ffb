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

namespace coinformer {

/// In which form a client asks for each collection. What cannot be had in protobuf it asks for in JSON, says so once in
/// the log, and remembers.
///
/// Threads    the client's strand.
class wire_format {
public:
    wire_format(encoding wanted, log_sink& log) : wanted_(wanted), log_(log) {}

    /// What the server is asked for: fields of protobuf, or nullptr for JSON.
    detail::proto_schema const* fields_for(std::string const& path, detail::object_type const& type);
    /// The server answered 406 to a request for protobuf.
    void refused(std::string const& path);

private:
    using collection = std::pair<std::string, std::string>; // "apps/v1", "deployments"
    static collection collection_at(std::string_view path);
    detail::proto_schema const* find(collection const& what, detail::object_type const& type);
    void say(collection const& what, std::string_view why);

    encoding wanted_;
    log_sink& log_;
    std::set<collection> refused_;
    std::map<std::pair<detail::object_type const*, collection>, detail::proto_schema const*> known_;
};

/// The header Accept: with protobuf, or JSON alone; `form` is that of metadata alone ("PartialObjectMetadata"), or
/// empty. A server that does not know the first takes what stands behind a comma.
std::string accept_header(encoding wanted, std::string const& form);

/// What a server says that its answer is; nullopt: neither.
std::optional<encoding> encoding_of(http_response const& answer);

} // namespace coinformer
