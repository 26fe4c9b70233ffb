#pragma once

#include "api/proto_table.hpp"
#include "api/schema.hpp"

#include <string>
#include <vector>

namespace coinformer::detail {

/// A member of a projection that the kind's objects never have, for example because its name is misspelt: it would stay
/// empty for ever.
struct unknown_field {
    std::string path;    ///< "spec.nodename"
    std::string nearest; ///< the field that was meant, perhaps: "spec.nodeName"; empty if none is similar
};

/// Compares a projection with the fields of a built-in kind, as the table of proto_table.hpp knows them.
std::vector<unknown_field> find_unknown_fields(schema const& of, proto_message const& kind);

} // namespace coinformer::detail
