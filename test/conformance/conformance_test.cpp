// Runs the cases of cases/*.yaml against the API server in the process and, if COINFORMER_CLUSTER_DIR names
// one, against a real kube-apiserver.

#include "case_runner.hpp"
#include "report.hpp"

#include <cstdlib>

#include "catch.hpp"

using namespace conformance;

namespace {

/// Returns true if COINFORMER_CLUSTER_GATES names this feature gate of the real server.
bool cluster_has_gate(std::string const& gate)
{
    auto const* const gates = std::getenv("COINFORMER_CLUSTER_GATES");
    return gates && std::string(gates).find(gate) != std::string::npos;
}

/// Runs each case as a section, so that `-c NAME` runs one. Leaves out areas with a `gate` that the server
/// does not have.
void run_all(std::string const& name, std::string const& override, tested_server& (*server)(),
             bool (*has_gate)(std::string const&))
{
    for (auto const& area : areas()) {
        if (auto const gate = area["gate"]; gate && !has_gate(gate.Scalar())) continue;
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
    run_all(
        "in process", "in-process",
        []() -> tested_server& {
            static in_process server;
            return server;
        },
        [](std::string const&) { return true; });
}

TEST_CASE("kube-apiserver", "[.cluster]")
{
    auto const* const directory = std::getenv("COINFORMER_CLUSTER_DIR");
    REQUIRE(directory);
    run_all(
        "kube-apiserver", "",
        []() -> tested_server& {
            static kube_apiserver server(std::getenv("COINFORMER_CLUSTER_DIR"), CONFORMANCE_SCRIPTS);
            return server;
        },
        cluster_has_gate);
}
