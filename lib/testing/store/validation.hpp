#pragma once

#include "testing/store/stored_object.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// A mistake in one field, as a cause in a Status names it.
struct field_fault {
    std::string field;
    std::string reason; ///< such as "FieldValueInvalid"
    std::string why;
};

/// Throws refusal (422) with a cause for each fault. Returns if there are none.
void refuse_faults(served_resource const& of, std::string_view name, std::vector<field_fault> const& faults);

/// Returns what is wrong with the key of a label or an annotation; empty if it is valid.
std::string key_problem(std::string_view key);

/// Returns what is wrong with the value of a label; empty if it is valid.
std::string value_problem(std::string_view value);

/// Returns which member of metadata has the wrong type; empty if there is none.
std::string type_fault(boost::json::object const& body);

/// Throws refusal (422) if an object that is being deleted would get a new finalizer.
void check_new_finalizers(served_resource const& of, stored_object const& old,
                          boost::json::object const& metadata);

/// Checks name, generateName, labels, annotations, owner references and finalizers of an object. Throws
/// refusal (422).
void check_metadata(served_resource const& of, std::string_view name, boost::json::object const& metadata);

} // namespace coinformer::testing::detail
