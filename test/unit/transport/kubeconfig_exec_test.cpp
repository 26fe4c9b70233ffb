#include "kubeconfig_world.hpp"

using namespace coinformer;
using namespace coinformer::kubeconfig_world;

namespace {

std::string const v1 = "apiVersion: client.authentication.k8s.io/v1";
std::string const beta = "apiVersion: client.authentication.k8s.io/v1beta1";

} // namespace

TEST_CASE_METHOD(machine, "the user of each big provider is accepted, and gets a source of credentials")
{
    auto const user = GENERATE_COPY(as<std::string>(),
                                    // EKS, written by the AWS command line
                                    "{exec: {" + beta +
                                        ", command: aws, args: [--region, eu-west-1, eks, get-token, "
                                        "--cluster-name, shop, --output, json], env: [{name: AWS_PROFILE, "
                                        "value: shop}]}}",
                                    // EKS with aws-iam-authenticator
                                    "{exec: {" + beta +
                                        ", command: aws-iam-authenticator, args: [token, -i, shop], env: "
                                        "null, interactiveMode: IfAvailable, provideClusterInfo: false}}",
                                    // GKE
                                    "{exec: {" + beta +
                                        ", command: gke-gcloud-auth-plugin, installHint: Install it, "
                                        "interactiveMode: IfAvailable, provideClusterInfo: true}}",
                                    // AKS
                                    "{exec: {" + beta +
                                        ", command: kubelogin, args: [get-token, --login, devicecode], env: "
                                        "null, provideClusterInfo: false}}",
                                    // OIDC
                                    "{exec: {" + v1 +
                                        ", command: kubectl, args: [oidc-login, get-token, "
                                        "--oidc-issuer-url=https://id.shop], interactiveMode: Never}}");
    auto const e = load_text(config_of(https, user));
    CHECK(e.user.source != nullptr);
    CHECK(e.user.token.empty());
    CHECK(load_text(config_of("{server: 'http://localhost:8001'}", user)).user.source == nullptr);
}

TEST_CASE_METHOD(machine, "a mistake in the exec of a user is refused at its place")
{
    auto const [exec, part] = GENERATE(table<std::string, std::string>({
        {"hunter2", "users[0].user.exec is a scalar, not a mapping"},
        {"{command: hunter2}", "users[0].user.exec has no apiVersion"},
        {"{apiVersion: hunter2, command: a}", "users[0].user.exec.apiVersion is neither"},
        {"{apiVersion: client.authentication.k8s.io/v1alpha1, command: a}", "exec.apiVersion is v1alpha1"},
        {"{" + beta + "}", "users[0].user.exec has no command"},
        {"{" + v1 + ", command: a}", "users[0].user.exec has no interactiveMode"},
        {"{" + v1 + ", command: a, interactiveMode: hunter2}", "exec.interactiveMode is none of Never"},
        {"{" + v1 + ", command: a, interactiveMode: Always}", "is Always: the plugin needs a terminal"},
        {"{" + beta + ", command: a, args: hunter2}", "exec.args is a scalar, not a list"},
        {"{" + beta + ", command: a, args: [[hunter2]]}", "exec.args[0] is a list, not a string"},
        {"{" + beta + ", command: a, env: [{value: hunter2}]}",
         "exec.env[0] is not the name of an environment"},
        {"{" + beta + ", command: a, env: [{name: A=hunter2}]}",
         "exec.env[0].name is not the name of an env"},
        {"{" + beta + ", command: \"a\\0hunter2\"}", "exec.command holds a zero byte"},
        {"{" + beta + ", command: a, args: [b, \"c\\0hunter2\"]}", "exec.args[1] holds a zero byte"},
        {"{" + beta + ", command: a, env: [{name: A, value: \"\\0hunter2\"}]}",
         "exec.env[0].value holds a zero byte"},
        {"{" + beta + ", command: a, provideClusterInfo: hunter2}", "exec.provideClusterInfo is a scalar"},
    }));
    INFO(exec);
    check_failure(failure_of([&, &x = exec] { load_text(config_of(https, "{exec: " + x + "}")); }),
                  errc::config_invalid, dir.path("config") + ":6:", part);
}

TEST_CASE_METHOD(machine, "a configuration for the plugin that aliases make too large is refused")
{
    std::string many = "x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]";
    for (int i = 1; i != 9; ++i) {
        auto const last = std::to_string(i - 1);
        many += ", x" + std::to_string(i) + ": &x" + std::to_string(i) + " [";
        for (int j = 0; j != 10; ++j) many += (j == 0 ? "*x" : ", *x") + last;
        many += "]";
    }
    auto const cluster = "{server: 'https://h', extensions: [{name: client.authentication.k8s.io/exec, "
                         "extension: {" +
                         many + "}}]}";
    auto const user = "{exec: {" + beta + ", command: a, provideClusterInfo: true}}";
    check_failure(failure_of([&] { load_text(config_of(cluster, user)); }), errc::config_invalid,
                  dir.path("config") + ":5:", "extension is too large, too deep");
}

TEST_CASE_METHOD(machine, "user name and password of a kubeconfig are read")
{
    auto const e = load_text(config_of(https, "{username: ann, password: 'a b'}"));
    CHECK(e.user.username == "ann");
    CHECK(e.user.password.reveal() == "a b");
}

TEST_CASE_METHOD(machine, "the user to impersonate is read, and kept without TLS, because it is no secret")
{
    auto const user = "{token: abc, as: jane, as-uid: '17', as-groups: [dev, ops], "
                      "as-user-extra: {scopes: [a, b], reason: [c]}}";
    auto const cluster = GENERATE(as<std::string>(), https, "{server: 'http://localhost:8001'}");
    auto const e = load_text(config_of(cluster, user));
    CHECK(e.impersonate.name == "jane");
    CHECK(e.impersonate.uid == "17");
    CHECK(e.impersonate.groups == std::vector<std::string>{"dev", "ops"});
    CHECK(e.impersonate.extra.at("scopes") == std::vector<std::string>{"a", "b"});
    CHECK(e.impersonate.extra.at("reason") == std::vector<std::string>{"c"});
}
