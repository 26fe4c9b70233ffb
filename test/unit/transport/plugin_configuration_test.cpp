// The configuration that a kubeconfig has for a plugin may be as large and as deep as its limits say.

#include "kubeconfig_world.hpp"

using namespace coinformer;
using namespace coinformer::kubeconfig_world;

namespace {

struct plugin_configuration : machine {
    /// Loads a kubeconfig with this configuration for its plugin. Returns the error, or an empty text.
    std::string refusal(std::string const& configuration)
    {
        auto const cluster = "{server: 'https://h', extensions: [{name: client.authentication.k8s.io/exec, "
                             "extension: " +
                             configuration + "}]}";
        auto const user = "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: a, "
                          "provideClusterInfo: true}}";
        try {
            load_text(config_of(cluster, user));
        } catch (api_error const& e) {
            return e.what();
        }
        return {};
    }
};

std::string ones(int count)
{
    std::string text = "[1";
    for (int i = 1; i != count; ++i) text += ", 1";
    return text + "]";
}

std::string nested(int depth, std::string const& begin, std::string const& end)
{
    std::string text = "1";
    for (int i = 0; i != depth; ++i) text = begin + text + end;
    return text;
}

} // namespace

TEST_CASE_METHOD(plugin_configuration,
                 "a configuration for a plugin may have ten thousand values, and no more")
{
    CHECK(refusal(ones(9'999)).empty()); // and the list itself
    CHECK(refusal(ones(10'000)).find("extension is too large, too deep") != std::string::npos);
}

TEST_CASE_METHOD(plugin_configuration,
                 "a configuration for a plugin that nests objects or lists too deeply is refused")
{
    auto const [begin, end] = GENERATE(table<std::string, std::string>({{"{a: ", "}"}, {"[", "]"}}));
    CHECK(refusal(nested(32, begin, end)).empty());
    CHECK(refusal(nested(33, begin, end)).find("extension is too large, too deep") != std::string::npos);
}
