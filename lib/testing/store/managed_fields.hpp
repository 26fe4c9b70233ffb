#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The writer of a change, as an entry of metadata.managedFields names it.
struct field_writer {
    std::string manager;
    std::string subresource; ///< empty: the object itself
    std::string now;         ///< RFC 3339
    bool force = false;      ///< if true, the writer takes fields that others own
};

/// Returns the object after a server-side apply (KEP-555): `config` is merged into it, fields that the
/// manager no longer applies are removed, and metadata.managedFields is brought up to date. `live` is the
/// stored object, or null if there is none.
/// Throws refusal (409) with a cause for each field that another manager owns.
boost::json::object applied(served_resource const& of, boost::json::object const* live,
                            boost::json::object config, field_writer const& by);

/// Records in the managedFields of `now` which fields the writer has changed since `before`, for a write that
/// is not an apply.
void note_update(served_resource const& of, boost::json::object const& before, boost::json::object& now,
                 field_writer const& by);

/// Takes over the managedFields of the stored object if the client's `body` has none, or has some that cannot
/// be read, as a real server does. A list that is empty, or holds one empty entry, deletes them.
void keep_readable(boost::json::object& body, boost::json::object const& live);

bool has_managed_fields(boost::json::object const& body);

} // namespace coinformer::testing::detail
