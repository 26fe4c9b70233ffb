#pragma once

#include <yaml-cpp/yaml.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace conformance {

/// The files of cases/, in the order of their names.
std::vector<YAML::Node> const& areas();

struct area_result {
    std::size_t cases = 0;
    std::map<std::string, std::size_t> passed = {}; ///< by server
};

/// The results of the cases that have run, by area.
std::map<std::string, area_result>& results();

/// Prints a table in Markdown: areas, cases, and how many passed on each server.
void print_table(std::ostream& out);

/// Prints a table in Markdown: what the API server in the process does differently, and why.
void print_differences(std::ostream& out);

} // namespace conformance
