// Audits of a real kube-apiserver, each second, while fifty objects a second are written, find nothing. Nor
// do the lists that follow when the server was killed and has forgotten its history.

#include "metrics_text.hpp"
#include "observed.hpp"

#include <coinformer/core/metrics.hpp>

namespace {

/// An informer that audits itself each second, and the differences that it has found.
struct audited {
    audited(cluster& c, environment const& counted, std::string const& name, informer_options options)
        : api(counted, c.at("kubeconfig")), informer(api, with_audits(std::move(options), name))
    {
    }
    informer_options with_audits(informer_options options, std::string const& name)
    {
        options.name = name;
        options.audit = {.interval = 1s, .probe = 1s, .on_difference = [this](audit_report const& r) {
                             for (auto const& one : r.first)
                                 found.push_back((r.by_list ? "by a list: " : "") + to_string(one));
                         }};
        return options;
    }

    lines found;
    client api;
    shared_informer<config_map> informer;
};

// How long objects are written before the server is killed. COINFORMER_AUDIT_LOAD may give a number of
// seconds.
duration load_between_restarts()
{
    auto const* const asked = std::getenv("COINFORMER_AUDIT_LOAD");
    return std::chrono::seconds(asked ? std::atoi(asked) : 8);
}

} // namespace

TEST_CASE_METHOD(cluster, "audits of a server to which much is written raise no false alarm")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "audit"), other = fresh_namespace(admin, "audit");
    metrics_registry registry;
    auto counted = env;
    counted.metrics = &registry;
    std::map<std::string, informer_options> const kinds{
        {"everywhere", {}},
        {"streamed", {.namespaces = {ns}}},
        {"paged", {.namespaces = {ns}, .fetch = fetch_mode::list, .page_size = 5}},
        {"two", {.namespaces = {ns, other}}},
        {"by_key", {.namespaces = {ns}, .order = queue_order::by_key}},
        {"selected", {.namespaces = {ns}, .field_selector = "metadata.name!=o-3"}},
    };
    std::vector<std::unique_ptr<audited>> all;
    std::vector<std::unique_ptr<running>> work;
    for (auto const& [name, options] : kinds) {
        all.push_back(std::make_unique<audited>(*this, counted, name, options));
        work.push_back(std::make_unique<running>(*this, all.back()->informer.run()));
    }
    for (auto const& one : all) testing::run(io, with_timeout(system_time(), 30s, one->informer.synced()));
    for (auto const& to : {ns, ns, other})
        work.push_back(std::make_unique<running>(*this, write_for_ever(admin, to, 40, 55ms)));

    auto const pass = [this](duration d) { until([] { return false; }, d); };
    for (int round = 0; round != 2; ++round) {
        pass(load_between_restarts());
        REQUIRE(compact() == 0);
        REQUIRE(script("kill-apiserver.sh") == 0);
        REQUIRE(script_beside("restart-apiserver.sh") == 0);
    }
    pass(8s);
    for (auto const& one : all) CHECK(one->found == lines());
    auto const audits = metric_lines(registry, "coinformer_audits_total");
    std::cerr << audits << metric_lines(registry, "coinformer_audit_probes_total");
    for (auto const& [name, options] : kinds) CHECK(audits.find("name=" + name) != audits.npos);
    for (auto const* const by : {"by=census", "by=list"}) CHECK(audits.find(by) != audits.npos);
    CHECK(audits.find("result=equal") != audits.npos);
    CHECK(audits.find("result=different") == audits.npos);
}
