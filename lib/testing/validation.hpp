#pragma once

#include "testing/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// What is wrong with one field, as a Status tells it.
struct field_fault {
    std::string field;
    std::string reason; ///< "FieldValueInvalid", …
    std::string why;
};

/// Throws refusal (422) with a cause for each, when there are any.
void refuse_faults(served_resource const& of, std::string_view name, std::vector<field_fault> const& faults);

/// Name, generateName, labels and finalizers of an object that is to be stored. Throws refusal (422).
void check_metadata(served_resource const& of, std::string_view name, boost::json::object const& metadata);

} // namespace coinformer::testing
