#include "report.hpp"

#include <algorithm>
#include <filesystem>
#include <iomanip>

namespace conformance {

namespace {

void print_row(std::ostream& out, std::string const& area, std::string const& cases, area_result const& r,
               std::vector<std::string> const& servers)
{
    out << "| " << std::left << std::setw(28) << area << " | " << std::right << std::setw(5) << cases << " |";
    for (auto const& server : servers) {
        auto const it = r.passed.find(server);
        out << ' ' << std::setw(14) << (it == r.passed.end() ? "-" : std::to_string(it->second)) << " |";
    }
    out << '\n';
}

} // namespace

std::vector<YAML::Node> const& areas()
{
    static auto const all = [] {
        std::vector<std::filesystem::path> files;
        for (auto const& file : std::filesystem::directory_iterator(CONFORMANCE_CASES))
            if (file.path().extension() == ".yaml") files.push_back(file.path());
        std::ranges::sort(files);
        std::vector<YAML::Node> parsed;
        for (auto const& file : files) parsed.push_back(YAML::LoadFile(file.string()));
        return parsed;
    }();
    return all;
}

std::map<std::string, area_result>& results()
{
    static std::map<std::string, area_result> all;
    return all;
}

void print_table(std::ostream& out)
{
    std::vector<std::string> const servers{"in process", "kube-apiserver"};
    area_result sum;
    out << "| area                         | cases |     in process | kube-apiserver |\n"
           "|------------------------------|------:|---------------:|---------------:|\n";
    for (auto const& [area, r] : results()) {
        print_row(out, area, std::to_string(r.cases), r, servers);
        sum.cases += r.cases;
        for (auto const& [server, passed] : r.passed) sum.passed[server] += passed;
    }
    print_row(out, "all", std::to_string(sum.cases), sum, servers);
}

void print_differences(std::ostream& out)
{
    out << "| case | in process |\n|---|---|\n";
    for (auto const& area : areas())
        for (auto const& one : area["cases"])
            for (auto const& step : one["steps"])
                if (step.IsMap() && step["in-process"] && step["in-process"]["because"])
                    out << "| " << area["area"].Scalar() << ": " << one["case"].Scalar() << " | "
                        << step["in-process"]["because"].Scalar() << " |\n";
}

} // namespace conformance
