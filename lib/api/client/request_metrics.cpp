#include "api/client/request_metrics.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace coinformer::detail {

namespace {

// The bounds that Kubernetes' own components use.
constexpr std::array bounds_of_seconds{0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0};
constexpr std::array bounds_of_bytes{64.0,    256.0,    512.0,     1024.0,    4096.0,    16384.0,
                                     65536.0, 262144.0, 1048576.0, 4194304.0, 16777216.0};

constexpr metric_family requests{.name = "rest_client_requests_total",
                                 .help = "HTTP requests, by status code, method and host."};
constexpr metric_family retries{.name = "rest_client_request_retries_total",
                                .help = "Requests that were sent again, by status code, method and host."};
constexpr metric_family method_durations{.name = "rest_client_request_duration_seconds",
                                         .help = "Time until the header of the answer, by method and host.",
                                         .type = metric_type::histogram,
                                         .bounds = bounds_of_seconds};
constexpr metric_family waits{.name = "rest_client_rate_limiter_duration_seconds",
                              .help = "Time that a request waited for its turn, by method and host.",
                              .type = metric_type::histogram,
                              .bounds = bounds_of_seconds};
constexpr metric_family request_sizes{.name = "rest_client_request_size_bytes",
                                      .help = "Size of the body of a request, by method and host.",
                                      .type = metric_type::histogram,
                                      .bounds = bounds_of_bytes};
constexpr metric_family response_sizes{.name = "rest_client_response_size_bytes",
                                       .help =
                                           "Size of the body of an answer as it came, by method and host.",
                                       .type = metric_type::histogram,
                                       .bounds = bounds_of_bytes};
constexpr metric_family durations{
    .name = "coinformer_request_duration_seconds",
    .help = "Time until the header of the answer, by verb, resource and status code.",
    .type = metric_type::histogram,
    .bounds = bounds_of_seconds};
constexpr metric_family received{.name = "coinformer_received_bytes_total",
                                 .help = "Bytes of answers as they came, by verb and resource."};

// The codes that API servers and proxies answer with. Each of them is a label of its own.
constexpr std::array usual_codes{200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400,
                                 401, 403, 404, 405, 406, 407, 408, 409, 410, 412, 413, 415,
                                 421, 422, 429, 431, 500, 501, 502, 503, 504, 505, 507};

// Returns the label for the status of an answer. Other codes than the usual ones share the label of their
// class: a server that answers with ever other codes would otherwise use up the series of a family, which
// all clients of the registry have in common.
std::string code_label(int status)
{
    if (status == 0) return "<error>";
    if (std::ranges::binary_search(usual_codes, status)) return std::to_string(status);
    if (status < 200 || status > 599) return "other";
    return std::to_string(status / 100) + "xx";
}

} // namespace

std::string resource_at(std::string_view path)
{
    std::vector<std::string_view> parts;
    for (std::size_t from = 1; from < path.size();) {
        auto const to = std::min(path.find('/', from), path.size());
        parts.push_back(path.substr(from, to - from));
        from = to + 1;
    }
    // /api/v1/… or /apis/GROUP/VERSION/…
    bool const is_core = parts.size() > 2 && parts[0] == "api";
    bool const has_group = parts.size() > 3 && parts[0] == "apis";
    if (!is_core && !has_group) return {};
    std::size_t at = is_core ? 2 : 3;
    // A namespace itself is an object: /api/v1/namespaces/NAME and its subresources.
    bool const in_namespace = parts[at] == "namespaces" && parts.size() > at + 2 &&
                              parts[at + 2] != "status" && parts[at + 2] != "finalize";
    if (in_namespace) at += 2;
    std::string resource(parts[at]);
    if (has_group) resource.append(1, '.').append(parts[1]);
    if (parts.size() > at + 2) resource.append(1, '/').append(parts[at + 2]);
    return resource;
}

void request_metrics::count(request_report const& so_far)
{
    auto const code = code_label(so_far.status);
    auto const& with_code = of_code(so_far.method, code);
    with_code.requests.add();
    if (so_far.attempt > 1) with_code.retries.add();
    auto const& with_method = of_method(so_far.method);
    with_method.duration.observe(so_far.until_answer);
    with_method.request_bytes.observe(static_cast<double>(so_far.sent_bytes));
    duration_of(so_far.verb, resource_at(so_far.path), code).observe(so_far.until_answer);
}

void request_metrics::count_size(request_report const& whole)
{
    of_method(whole.method).response_bytes.observe(static_cast<double>(whole.received_bytes));
}

counter const& request_metrics::received_bytes(std::string_view verb, std::string_view path)
{
    auto const resource = resource_at(path);
    auto const [place, is_new] = received_.try_emplace({std::string(verb), resource});
    if (!is_new) return place->second;
    metric_label const labels[] = {{"resource", resource}, {"verb", verb}};
    return place->second = make_.counter(received, labels);
}

request_metrics::method_series& request_metrics::of_method(std::string_view method)
{
    auto const known = methods_.find(method);
    if (known != methods_.end()) return known->second;
    metric_label const labels[] = {{"host", host_}, {"verb", method}};
    return methods_[std::string(method)] = {.duration = make_.histogram(method_durations, labels),
                                            .wait = make_.histogram(waits, labels),
                                            .request_bytes = make_.histogram(request_sizes, labels),
                                            .response_bytes = make_.histogram(response_sizes, labels)};
}

request_metrics::code_series& request_metrics::of_code(std::string_view method, std::string_view code)
{
    auto const [place, is_new] = codes_.try_emplace({std::string(method), std::string(code)});
    if (!is_new) return place->second;
    metric_label const by_method[] = {{"code", code}, {"host", host_}, {"method", method}};
    metric_label const by_verb[] = {{"code", code}, {"host", host_}, {"verb", method}};
    return place->second = {.requests = make_.counter(requests, by_method),
                            .retries = make_.counter(retries, by_verb)};
}

histogram& request_metrics::duration_of(std::string_view verb, std::string_view resource,
                                        std::string_view code)
{
    auto const [place, is_new] =
        durations_.try_emplace({std::string(verb), std::string(resource), std::string(code)});
    if (!is_new) return place->second;
    metric_label const labels[] = {{"code", code}, {"resource", resource}, {"verb", verb}};
    return place->second = make_.histogram(durations, labels);
}

std::shared_ptr<request_metrics> make_request_metrics(metrics const& make, std::string_view server)
{
    if (!make) return nullptr;
    if (auto const scheme = server.find("://"); scheme != server.npos) server.remove_prefix(scheme + 3);
    return std::make_shared<request_metrics>(make, std::string(server.substr(0, server.find('/'))));
}

} // namespace coinformer::detail
