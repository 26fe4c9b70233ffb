// Which names of a server's resources are offered to a user whose name means nothing.

#include "api/client/kind_directory.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

std::string refusal_of_kind(std::string_view name)
{
    kind_directory kinds;
    kinds.add({"", "v1", "pods", "pod", "Pod", {"po"}});
    kinds.add({"networking.k8s.io", "v1", "networkpolicies", "networkpolicy", "NetworkPolicy", {"netpol"}});
    try {
        kinds.find(name);
    } catch (api_error const& e) {
        return e.what();
    }
    return "found";
}

} // namespace

TEST_CASE("a name that is only the end of another name is not offered as similar to it")
{
    CHECK(refusal_of_kind("policies").find("similar names") == std::string::npos);
    CHECK(refusal_of_kind("networkpolicie").find("similar names are networkpolicies.networking.k8s.io") !=
          std::string::npos);
}

TEST_CASE("a short name with the wrong group leads to the resource that has it")
{
    for (auto const* name : {"netpol.apps", "networkpolicy.apps"}) {
        INFO(name);
        CHECK(refusal_of_kind(name).find("similar names are networkpolicies.networking.k8s.io (") !=
              std::string::npos);
    }
}
