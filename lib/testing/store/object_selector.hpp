#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// The labelSelector and fieldSelector of one request. It shares no code with the client's selectors, so that
/// a mistake on one side does not hide one on the other.
class object_selector {
public:
    object_selector() = default; ///< selects everything
    /// Throws refusal (400) if a selector does not parse, or names a field that `of` cannot be selected by.
    object_selector(std::string_view labels, std::string_view fields, served_resource const& of);

    bool matches(boost::json::object const& object) const;
    bool everything() const noexcept { return terms_.empty(); }

private:
    enum class op { in, not_in, exists, absent, greater, less };
    // One requirement; an object has to meet all.
    struct term {
        bool field = false; // true: a field of the object, by its path; false: a label
        std::string key;
        std::string absent = {}; // the value of a field that the object does not have
        op what = op::exists;
        std::vector<std::string> values;
    };
    class reader;

    void read_labels(std::string_view text);
    void read_fields(std::string_view text, served_resource const& of);
    static bool holds(term const& t, boost::json::object const& object);

    std::vector<term> terms_;
};

} // namespace coinformer::testing::detail
