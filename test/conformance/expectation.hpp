#pragma once

#include <boost/json/value.hpp>
#include <yaml-cpp/yaml.h>

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace conformance {

/// The answer is not what the case expects. what() names both.
struct difference : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The variables that a case may write as <name>.
class variables {
public:
    std::string& operator[](std::string const& name) { return values_[name]; }
    /// Replaces each <name> by its value. Errors: std::runtime_error for a name that is not set.
    std::string expand(std::string_view text) const;

private:
    std::map<std::string, std::string> values_;
};

/// Converts YAML to JSON. Plain scalars become what JSON makes of them; quoted ones, and those with a
/// variable, are strings.
boost::json::value to_json(YAML::Node const& node, variables const& known);

/// Throws a difference unless the value at the JSON pointer is equal to `expected`, or fits its tag:
/// !present, !absent, !save NAME (present, and remembered), !above NUMBER, !not TEXT, !contains TEXT, !size
/// N, and !names [a, b] (the metadata.name of each).
void expect(YAML::Node const& expected, std::string const& pointer, boost::json::value const& in,
            variables& known);

/// Does the same as expect() for each pair of a map of pointers.
void expect_all(YAML::Node const& expected, boost::json::value const& in, variables& known);

} // namespace conformance
