#pragma once

#include "testing/store/served_resource.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// labelSelector and fieldSelector of a request, as the server understands them. On purpose not the client's: a
/// mistake in one then shows against the other.
class object_selector {
public:
    object_selector() = default; ///< selects everything
    /// Throws refusal (400) when a selector does not parse, or names a field that `of` cannot be selected by.
    object_selector(std::string_view labels, std::string_view fields, served_resource const& of);

    bool matches(boost::json::object const& object) const;
    bool everything() const noexcept { return terms_.empty(); }

private:
    enum class op { in, not_in, exists, absent, greater, less };
    struct term {
        bool field = false; // of the object, by its path; else a label
        std::string key;
        std::string absent = {}; // what a field is that is not there
        op what = op::exists;
        std::vector<std::string> values;
    };
    class reader;

    void read_labels(std::string_view text);
    void read_fields(std::string_view text, served_resource const& of);
    static bool holds(term const& t, boost::json::object const& object);

    std::vector<term> terms_;
};

} // namespace coinformer::testing
