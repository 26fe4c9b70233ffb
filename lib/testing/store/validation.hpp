#pragma once

#include "testing/store/stored_object.hpp"

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

/// What is wrong with the key of a label or annotation; empty when it is well.
std::string key_problem(std::string_view key);

/// What is of another type than metadata has it; empty when all is well.
std::string type_fault(boost::json::object const& body);

/// Throws refusal (422) when an object that is being deleted is to be given a finalizer.
void check_new_finalizers(served_resource const& of, stored_object const& old, boost::json::object const& metadata);

/// Name, generateName, labels, annotations and finalizers of an object that is to be stored. Throws refusal (422).
void check_metadata(served_resource const& of, std::string_view name, boost::json::object const& metadata);

} // namespace coinformer::testing
