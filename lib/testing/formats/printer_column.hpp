#pragma once

#include <coinformer/core/time_source.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// One of the additionalPrinterColumns of a CustomResourceDefinition.
struct printer_column {
    std::string name, type, format, description;
    std::string path; ///< see first_at()
    std::int64_t priority = 0;

    /// Returns an object's cell as a real server fills it: null if the value is absent or has another type,
    /// and the age for a date.
    boost::json::value cell(boost::json::object const& body, wall_time now) const;

    friend bool operator==(printer_column const&, printer_column const&) = default;
};

/// Reads a column of a definition.
printer_column read_column(boost::json::object const& column);

/// Returns the first value at a JSONPath, or null if there is none or the path is not understood. These forms
/// are understood: `.spec.size`, `.metadata.labels.example\\.io/name`, `[2]`, `[-1]`, `[*]` and
/// `[?(@.type=="Ready")]`.
boost::json::value const* first_at(boost::json::value const& in, std::string_view path);

} // namespace coinformer::testing::detail
