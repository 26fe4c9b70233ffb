#pragma once

#include <coinformer/core/time_source.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// One of a definition's additionalPrinterColumns.
struct printer_column {
    std::string name, type, format, description;
    std::string path; ///< see first_at()
    std::int64_t priority = 0;

    /// As a real server fills it: null for what is not there or of another type, an age for a date.
    boost::json::value cell(boost::json::object const& body, wall_time now) const;

    friend bool operator==(printer_column const&, printer_column const&) = default;
};

printer_column read_column(boost::json::object const& column);

/// The first value at a JSONPath; null where there is none, and for a path that is not understood. Understood are
/// `.spec.size`, `.metadata.labels.example\\.io/name`, `[2]`, `[-1]`, `[*]` and `[?(@.type=="Ready")]`.
boost::json::value const* first_at(boost::json::value const& in, std::string_view path);

} // namespace coinformer::testing
