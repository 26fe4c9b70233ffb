#pragma once

#include <boost/json/value.hpp>
#include <yaml-cpp/yaml.h>

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace conformance {

/// What came is not what the case expects; what() says both.
struct difference : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The names that a case may write as <name>.
class variables {
public:
    std::string& operator[](std::string const& name) { return values_[name]; }
    /// Errors: std::runtime_error for a name that nobody has set.
    std::string expand(std::string_view text) const;

private:
    std::map<std::string, std::string> values_;
};

/// Plain scalars are what JSON would make of them; quoted ones, and those with a variable, are strings.
boost::json::value to_json(YAML::Node const& node, variables const& known);

/// Throws a difference unless the value at the JSON pointer is as expected: equal, or what the tag asks for.
/// !present, !absent, !save NAME (present, and remembered), !above NUMBER, !not TEXT, !contains TEXT, !size N, and
/// !names [a, b] (metadata.name of each).
void expect(YAML::Node const& expected, std::string const& pointer, boost::json::value const& in, variables& known);

/// As for expect(), for each pair of a map of pointers.
void expect_all(YAML::Node const& expected, boost::json::value const& in, variables& known);

} // namespace conformance
