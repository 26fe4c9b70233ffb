// Runs the cases of cases/*.yaml against the API server in the process and, if COINFORMER_CLUSTER_DIR names
// one, against a real kube-apiserver.

#include "case_runner.hpp"
#include "report.hpp"

#include <cstdlib>

#include "catch.hpp"

using namespace conformance;

namespace {

/// Runs each case as a section, so that `-c NAME` runs one.
void run_all(std::string const& name, std::string const& override, tested_server& (*server)())
{
    for (auto const& area : areas()) {
        auto const in = area["area"].Scalar();
        for (auto const& one : area["cases"]) {
            DYNAMIC_SECTION(in << ": " << one["case"].Scalar())
            {
                auto& result = results()[in];
                result.cases = area["cases"].size();
                std::string differs;
                try {
                    case_runner(server(), override, area).run(one);
                } catch (difference const& d) {
                    differs = d.what();
                }
                INFO(differs);
                CHECK(differs.empty());
                result.passed[name] += differs.empty();
            }
        }
    }
}

} // namespace

TEST_CASE("in process")
{
    run_all("in process", "in-process", []() -> tested_server& {
        static in_process server;
        return server;
    });
}

TEST_CASE("kube-apiserver", "[.cluster]")
{
    auto const* const directory = std::getenv("COINFORMER_CLUSTER_DIR");
    REQUIRE(directory);
    run_all("kube-apiserver", "", []() -> tested_server& {
        static kube_apiserver server(std::getenv("COINFORMER_CLUSTER_DIR"), CONFORMANCE_SCRIPTS);
        return server;
    });
}
