#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing {

/// Who writes, as managedFields keep it.
struct field_writer {
    std::string manager;
    std::string subresource; ///< empty: the object itself
    std::string now;         ///< RFC 3339
    bool force = false;      ///< takes what others own
};

/// What server-side apply makes of an object: `config` merged into it, without what the manager gave up, and with
/// metadata.managedFields. `live` null: the object is to be made.
/// Throws refusal (409) with a cause for each field that another manager owns.
boost::json::object applied(served_resource const& of, boost::json::object const* live, boost::json::object config,
                            field_writer const& by);

/// Notes in `now` who changed which fields since `before` in another way than by apply.
void note_update(served_resource const& of, boost::json::object const& before, boost::json::object& now,
                 field_writer const& by);

/// Takes the managedFields of what is stored where `body`, a client's, has none or some that cannot be read, as a real
/// server does. A list that is empty, or of one empty entry, forgets them.
void keep_readable(boost::json::object& body, boost::json::object const& live);

bool has_managed_fields(boost::json::object const& body);

} // namespace coinformer::testing
