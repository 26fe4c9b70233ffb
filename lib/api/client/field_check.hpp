#pragma once

#include "api/object/schema.hpp"
#include "api/protobuf/field_table.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/core/log.hpp>

#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace coinformer::detail {

/// A member of a projection that the kind's objects never have, for example because its name is misspelt: it would stay
/// empty for ever.
struct unknown_field {
    std::string path;    ///< "spec.nodename"
    std::string nearest; ///< the field that was meant, perhaps: "spec.nodeName"; empty if none is similar
};

/// Compares a projection with the fields of a built-in kind, as the table of proto_table.hpp knows them.
/// `path` precedes each path of the result, for a record inside an object: "metadata.".
/// Members whose own type is wrong are no matter of this check: they are decode faults. What lies below a member that
/// takes any JSON, whole objects and maps is not looked into, apart from maps of objects.
std::vector<unknown_field> find_unknown_fields(record const& of, proto_message const& kind,
                                               std::string const& path = {});

/// Does for one client what client_options::unknown_fields says: looks at each projection of a built-in kind when it is
/// first used. Kinds that the table does not know (custom resources) are never looked at.
///
/// Threads    any.
class field_check {
public:
    /// `log` outlives this object.
    field_check(unknown_fields reaction, log_sink& log) noexcept : reaction_(reaction), log_(log) {}

    /// Errors     errc::unknown_field, at each use, if the client is to treat such members as errors.
    void check(resource const& of, object_type const& type);

private:
    using use = std::tuple<object_type const*, std::string, std::string>; // "apps/v1", "deployments"

    unknown_fields const reaction_;
    log_sink& log_;
    std::mutex lock_;
    std::set<use> checked_;
};

} // namespace coinformer::detail
