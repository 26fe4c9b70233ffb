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

/// A member of a projection that objects of the kind never have, for example because its name is misspelt. It
/// would stay empty for ever.
struct unknown_field {
    std::string path; ///< for example "spec.nodename"
    /// The field that was probably meant, such as "spec.nodeName"; empty if none is similar.
    std::string nearest;
};

/// Compares a projection with the fields that the field table (field_table.hpp) has for a built-in kind.
/// `path` goes in front of each path in the result, for a record inside an object: "metadata.".
///
/// A member that has a wrong type is not found here, because it is a decode fault. The check does not look
/// below members that take any JSON, into whole objects, or into maps, except maps of objects.
std::vector<unknown_field> find_unknown_fields(record const& of, proto_message const& kind,
                                               std::string const& path = {});

/// Does what client_options::unknown_fields says, for one client: compares each projection of a built-in kind
/// with the field table when the projection is first used. Kinds that the table does not have (custom
/// resources) are not checked. It remembers what it has checked, so that later uses cost one look-up.
///
/// Threads    any; the lock guards `checked_` only.
class field_check {
public:
    /// `log` outlives this object.
    field_check(unknown_fields reaction, log_sink& log) noexcept : reaction_(reaction), log_(log) {}

    /// Checks one projection. In the warning mode, the first use logs what it finds.
    ///
    /// Errors     errc::unknown_field at each use, if the client treats such members as errors.
    void check(resource const& of, object_type const& type);

private:
    // The projection, "apps/v1", "deployments".
    using use = std::tuple<object_type const*, std::string, std::string>;

    unknown_fields const reaction_;
    log_sink& log_;
    std::mutex lock_;
    std::set<use> checked_;
};

} // namespace coinformer::detail
