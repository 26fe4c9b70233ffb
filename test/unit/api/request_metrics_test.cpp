#include "api/client/request_metrics.hpp"

#include "metrics_text.hpp"

#include <algorithm>

#include "catch.hpp"

using namespace coinformer;

namespace {

void answer_with(detail::request_metrics& counts, int status)
{
    request_report report;
    report.verb = "get";
    report.method = "GET";
    report.path = "/api/v1/pods";
    report.status = status;
    counts.count(report);
}

bool has_code(metrics_registry const& registry, std::string const& code)
{
    auto const all = metric_lines(registry, "rest_client_requests_total");
    return all.find("code=" + code + " host=api:6443 method=GET: 1\n") != all.npos;
}

} // namespace

TEST_CASE("requests are counted by the usual status codes, and by the class of any other code")
{
    metrics_registry registry;
    detail::request_metrics counts(&registry, "api:6443");
    for (int const status : {0, 200, 201, 404, 409, 410, 429, 500, 503, 299, 399, 499, 599, 999})
        answer_with(counts, status);
    for (auto const* code : {"<error>", "200", "201", "404", "409", "410", "429", "500", "503", "2xx", "3xx",
                             "4xx", "5xx", "other"}) {
        INFO(code);
        CHECK(has_code(registry, code));
    }
}

TEST_CASE("requests to a subresource are counted under its name")
{
    metrics_registry registry;
    detail::request_metrics counts(&registry, "api:6443");
    request_report report;
    report.verb = "create";
    report.method = "POST";
    report.status = 201;
    for (auto const* path : {"/api/v1/namespaces/shop/pods/web/eviction", "/api/v1/namespaces/shop/status",
                             "/apis/apps/v1/namespaces/shop/deployments/web/scale"}) {
        report.path = path;
        counts.count(report);
    }
    auto const durations = metric_lines(registry, "coinformer_request_duration_seconds");
    INFO(durations);
    for (auto const* resource : {"pods/eviction", "namespaces/status", "deployments.apps/scale"})
        CHECK(durations.find(" resource=" + std::string(resource) + " ") != durations.npos);
}

TEST_CASE("a server that answers with every status code there is does not use up the series")
{
    metrics_registry registry;
    detail::request_metrics counts(&registry, "api:6443");
    for (int status = 200; status != 600; ++status) answer_with(counts, status);
    for (auto const* family : {"rest_client_requests_total", "rest_client_request_retries_total"})
        CHECK(std::ranges::count(metric_lines(registry, family), '\n') < 100);
    auto const durations = metric_lines(registry, "coinformer_request_duration_seconds");
    CHECK(std::ranges::count(durations, '\n') < 100);
}
