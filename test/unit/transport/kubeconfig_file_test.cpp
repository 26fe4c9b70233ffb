#include <coinformer/transport/kubeconfig.hpp>

#include "kubeconfig_world.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::kubeconfig_world;

TEST_CASE_METHOD(machine, "the error for an undefined name lists the defined ones")
{
    auto const [text, position, part] = GENERATE(table<std::string, std::string, std::string>({
        {"", "", "no context is chosen; there is none"},
        {"# nothing\n", "", "no context is chosen; there is none"},
        {"contexts: [{name: a}, {name: b}]", "", R"(no context is chosen; there are "a", "b")"},
        {"current-context: x\ncontexts: [{name: a}]", "", R"(context "x"; there are "a")"},
        {"current-context: a\ncontexts: [{name: a, context: {user: u}}]", ":2:31",
         "no cluster is chosen; there is none"},
        {"current-context: a\ncontexts: [{name: a, context: {cluster: x}}]\nclusters: [{name: k}]", ":2:41",
         R"(cluster "x"; there are "k")"},
        {"current-context: a\ncontexts: [{name: a, context: {cluster: k, user: x}}]\n"
         "clusters: [{name: k, cluster: {server: 'https://h'}}]\nusers: [{name: joe}, {name: ann}]",
         ":2:50", R"(user "x"; there are "ann", "joe")"},
    }));

    check_failure(failure_of([&, &t = text] { load_text(t); }), errc::config_unknown_name,
                  dir.path("config") + position + ": name not defined", part);
}

TEST_CASE_METHOD(machine, "a file that is no kubeconfig is refused with its position")
{
    auto const [text, position, part] = GENERATE(table<std::string, std::string, std::string>({
        {"contexts: [", ":1:", "not valid YAML: "},
        {"a: b: c", ":1:5", "not valid YAML: illegal map value"},
        {"users:\n\t- hunter2", ":2:", "not valid YAML"},
        {"users: *hunter2", ":1:", "not valid YAML: the referenced anchor is not defined"},
        {"users: !<hunter2 x", ":1:", "not valid YAML"},
        {"hunter2", ":1:1", "the document is a scalar, not a mapping"},
        {"- hunter2", ":1:1", "the document is a list, not a mapping"},
        {"kind: Pod", ":1:7", "kind is not Config"},
        {"apiVersion: v2", ":1:13", "apiVersion is not v1"},
        {"clusters: {hunter2: x}", ":1:11", "clusters is a mapping, not a list"},
        {"users: [{}, hunter2]", ":1:13", "users[1] is a scalar, not a mapping"},
        {"users: [{name: [hunter2]}]", ":1:16", "users[0].name is a list, not a string"},
        {"users: [{name: a}, {name: a}]", ":1:27", "users[1].name is the name of an earlier item too"},
        {"current-context: {a: hunter2}", ":1:18", "current-context is a mapping, not a string"},
    }));
    INFO(text);

    check_failure(failure_of([&, &t = text] { load_text(t); }), errc::config_invalid,
                  dir.path("config") + position, part);
}

TEST_CASE_METHOD(machine, "deep nesting is refused and does not exhaust the stack")
{
    auto const e = failure_of([&] { load_text("a: " + std::string(200'000, '[')); });

    check_failure(e, errc::config_invalid, dir.path("config"), "not valid YAML");
}

TEST_CASE_METHOD(machine, "a cluster that cannot be used is refused by field")
{
    auto const [cluster, part] = GENERATE(table<std::string, std::string>({
        {"{}", ":5:31: invalid configuration: clusters[0].cluster has no server"},
        {"[hunter2]", ":5:31: invalid configuration: clusters[0].cluster is a list, not a mapping"},
        {"{server: {hunter2: 1}}", "clusters[0].cluster.server is a mapping, not a string"},
        {"{server: 'ftp://h'}",
         ":5:40: clusters[0].cluster.server: invalid configuration: \"ftp://h\" has neither"},
        {"{server: 'https://joe:hunter2@h'}", "holds a user name or password"},
        {"{server: 'https://h', proxy-url: 'ftp://joe:hunter2@proxy'}",
         ":5:64: clusters[0].cluster.proxy-url: invalid configuration: the proxy's URL has none of the "
         "schemes "
         "http, https, socks5 and socks5h"},
        {"{server: 'https://h', proxy-url: 'proxy:3128'}", "proxy's URL is no URL such as http://proxy:3128"},
        {"{server: 'https://h', proxy-url: ['http://hunter2']}", "proxy-url is a list, not a string"},
        {"{server: 'https://h', certificate-authority-data: hunter2!}",
         "clusters[0].cluster.certificate-authority-data is not base64"},
        {"{server: 'https://h', insecure-skip-tls-verify: hunter2}",
         "clusters[0].cluster.insecure-skip-tls-verify is a scalar, not true or false"},
        {"{server: 'https://h', tls-server-name: 'fe80::1%lo'}",
         "clusters[0].cluster.tls-server-name is neither a host name nor an IP address without a zone"},
        {R"({server: 'https://h', tls-server-name: "h\0hunter2"})", "tls-server-name is neither a host name"},
        {"{server: 'https://h', tls-server-name: 'h hunter2'}", "tls-server-name is neither a host name"},
        {"{server: 'https://h', insecure-skip-tls-verify: true, certificate-authority-data: Q0E=}",
         "insecure-skip-tls-verify is set beside a certificate-authority"},
    }));
    INFO(cluster);

    check_failure(failure_of([&, &c = cluster] { load_text(config_of(c, "{}")); }), errc::config_invalid,
                  dir.path("config") + ":5:", part);
}

TEST_CASE_METHOD(machine, "a user that cannot be used is refused by name and kind")
{
    auto const [user, part] = GENERATE(table<std::string, std::string>({
        {"{auth-provider: {name: hunter2}}", "users[0].user.auth-provider is not supported"},
        {"{username: ann, token: hunter2}", "users[0].user.username stands beside a token"},
        {"{password: hunter2}", "users[0].user has a password and no username"},
        {"{token: abc, as-groups: [hunter2]}", "users[0].user.as-groups stands there without \"as\""},
        {"{token: abc, as-uid: hunter2}", "users[0].user.as-uid stands there without \"as\""},
        {"{as: ann, as-user-extra: {k: hunter2}}", "users[0].user.as-user-extra.k is a scalar, not a list"},
        {"{token: \"hunter2\\r\\nX-Header: 1\"}", "users[0].user.token holds white space"},
        {"{token: [hunter2]}", "users[0].user.token is a list, not a string"},
        {"{client-certificate-data: Q0VSVA==}", "users[0].user has a client-certificate and no client-key"},
        {"{client-certificate-data: hunter2}", "users[0].user.client-certificate-data is not base64"},
    }));
    INFO(user);

    check_failure(failure_of([&, &u = user] { load_text(config_of(https, u)); }), errc::config_invalid,
                  dir.path("config") + ":6:", part);
}

TEST_CASE_METHOD(machine, "text that looks nearly like base64 is refused")
{
    auto const bad = GENERATE(as<std::string>(), "Q", "Q0", "Q0E", "Q===", "Q=E=", "=Q0E", "Q0E=Q0E=", "Q0_-",
                              "Q0E-", "====", "Q0E=x");
    INFO(bad);

    auto const e = failure_of([&] {
        load_text(config_of("{server: 'https://h', certificate-authority-data: '" + bad + "'}", "{}"));
    });

    check_failure(e, errc::config_invalid,
                  dir.path("config") + ":5:", "certificate-authority-data is not base64");
}

TEST_CASE_METHOD(machine, "a file that the configuration names and that cannot be read is an error when the "
                          "configuration is loaded")
{
    auto const [cluster, user] = GENERATE(table<std::string, std::string>({
        {"{server: 'https://h', certificate-authority: absent}", "{}"},
        {"{server: 'https://h'}", "{tokenFile: absent}"},
        {"{server: 'https://h'}", "{tokenFile: absent, token: hunter2}"},
        {"{server: 'https://h'}", "{client-certificate: absent, client-key: absent}"},
        {"{server: 'https://h'}", "{client-certificate-data: Q0VSVA==, client-key: absent}"},
    }));
    INFO(cluster << user);

    auto const e = failure_of([&, &c = cluster, &u = user] { load_text(config_of(c, u)); });

    check_failure(e, errc::credentials_unreadable, dir.path("config") + ":",
                  dir.path("absent") + ": No such file or directory");
}

TEST_CASE_METHOD(machine, "the parts of another context may be unusable")
{
    auto const e =
        load_text("current-context: c\n"
                  "contexts: [{name: c, context: {cluster: k, user: u}}, {name: d, context: [1]}]\n"
                  "clusters: [{name: k, cluster: {server: 'https://h'}}, {name: l, cluster: {server: 1}}]\n"
                  "users: [{name: u, user: {token: abc}}, {name: v, user: {exec: {command: aws}}}]\n");

    CHECK(e.user.token.reveal() == "abc");
}

TEST_CASE_METHOD(machine, "after a missing quote, none of the following lines gets into the message")
{
    auto const [text, begin] = GENERATE(table<std::string, std::string>({
        // The quote of each value is closed by the quote of the token.
        {"clusters: [{name: k, cluster: {server: \"https://h:6443}}]\nusers: [{name: joe, user: {token: "
         "\"}}]",
         "\"https://h:6443}}]...\" "},
        {"clusters: [{name: k, cluster: {server: \"https://h:6443\n  hunter2\"}}]", "\"https://h:6443...\" "},
        {"clusters: [{name: k, cluster: {server: \"https://h/hunter2 \"}}]", "\"https://h\" "},
        {"clusters: [{name: k, cluster: {server: hunter2}}]", "the URL is no URL"},
        {"clusters: [{name: k, cluster: {server: \"h\n  token: hunter2\"}}]", "the URL is no URL"},
        {"clusters: [{name: k, cluster: {server: 'https://h', certificate-authority: \"ca.crt\n token: "
         "hunter2\"}}]",
         "ca.crt...: No such file"},
        {"clusters: [{name: \"k\n token: hunter2\", cluster: {server: 'https://h'}}]", "there are \"k...\""},
        {"clusters: [{name: \"k: hunter2\", cluster: {server: 'https://h'}}]", "there are \"k:...\""},
        // Without white space, as in a file in JSON.
        {R"(clusters: [{"name":'"k","user":{"token":"hunter2"'}])", "there are \"...\""},
    }));
    INFO(text);

    auto const e = failure_of([&, &t = text] {
        load_text("current-context: c\ncontexts: [{name: c, context: {cluster: k}}]\n" + t);
    });

    std::string const what = e.what();
    INFO(what);
    CHECK(e.code() == condition::misconfigured);
    CHECK(what.find(begin) != what.npos);
    CHECK(what.find("hunter2") == what.npos);
}

TEST_CASE_METHOD(machine, "the parser's message quotes nothing of the file")
{
    auto const text =
        GENERATE(as<std::string>(), "a: \"\\hunter2\"", "a: \"\\xhunter2\"", "a: *hunter2", "a: &hunter2",
                 "%hunter2", "a: !hunter2! x", "{hunter2: [}", "a: !!hunter2!x y");
    INFO(text);

    auto const e = failure_of([&] { load_text(text); });

    INFO(e.what());
    CHECK(std::string(e.what()).find("hunter2") == std::string::npos);
}

TEST_CASE_METHOD(machine,
                 "a small file whose aliases make as-user-extra huge is refused by the number of values")
{
    auto const load_extra = [this](int keys) {
        std::string extra = "{k0: &one [v]";
        for (int i = 1; i != keys; ++i) extra += ", k" + std::to_string(i) + ": *one";
        return load_text(config_of(https, "{token: abc, as: ann, as-user-extra: " + extra + "}}"));
    };
    CHECK(load_extra(1000).impersonate.extra.size() == 1000);
    check_failure(failure_of([&] { load_extra(1001); }), errc::config_invalid,
                  dir.path("config") + ":6:", "users[0].user.as-user-extra has more than 1,000 values");
}

TEST_CASE_METHOD(machine, "groups that aliases make larger than a header can be are refused")
{
    auto const load_groups = [this](int groups) {
        std::string all = "&one " + std::string(1000, 'g');
        for (int i = 1; i != groups; ++i) all += ", *one";
        return load_text(config_of(https, "{token: abc, as: ann, as-groups: [" + all + "]}"));
    };
    CHECK(load_groups(60).impersonate.groups.size() == 60);
    check_failure(failure_of([&] { load_groups(70); }), errc::config_invalid, dir.path("config") + ":6:",
                  "users[0].user.as-groups has more than 1,000 values, or 64 KB of them");
}
