// Contract: whoever may write kubeconfigs into a directory that is not trusted cannot show this process
// other files.

#include "fleet_world.hpp"
#include "unit/transport/temporary_directory.hpp"

#include <filesystem>
#include <sys/stat.h>

namespace {

std::string kubeconfig_at(std::string const& server)
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
           "contexts: [{name: c, context: {cluster: k, user: u}}]\n"
           "clusters: [{name: k, cluster: {server: '" +
           server + "'}}]\nusers: [{name: u, user: {}}]\n";
}

} // namespace

TEST_CASE_METHOD(
    fleet_world,
    "a link out of a directory is followed if its files are trusted, and one within the directory always")
{
    namespace fs = std::filesystem;
    make_site("east");
    make_site("west");
    temporary_directory clusters, elsewhere;
    fs::create_symlink(elsewhere.write("east", kubeconfig_at("http://east")), clusters.path("east"));
    clusters.write("..1/west", kubeconfig_at("http://west"));
    fs::create_symlink("..1", clusters.path("..data")); // as in a mounted Secret
    fs::create_symlink("..data/west", clusters.path("west"));
    REQUIRE(::mkfifo(clusters.path("pipe").c_str(), 0600) == 0); // it has no writer
    fs::create_symlink(clusters.path(""), elsewhere.path("clusters"));

    bool const is_trusted = GENERATE(false, true);
    auto const trust = is_trusted ? kubeconfig_trust::full : kubeconfig_trust::data_only;
    fleet f(env, kubeconfig_directory(elsewhere.path("clusters"), {.trust = trust}), follows_config_maps(),
            options());
    testing::background const running(io, time, f.run());
    time.run_for(5min);
    CHECK(f.status().size() == 2);
    CHECK(state_of(f, "west") == "running");
    CHECK(state_of(f, "east") == (is_trusted ? "running" : "failed"));
    CHECK(times_logged("east: is a link out of the directory") == (is_trusted ? 0 : 1));
    if (!is_trusted)
        CHECK_THAT(status_of(f, "east").last_failure, Catch::Contains("is a link out of the directory"));
}
