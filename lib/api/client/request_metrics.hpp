#pragma once

#include <coinformer/api/request_report.hpp>
#include <coinformer/core/metrics.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

namespace coinformer::detail {

/// Returns the resource at a path of the API, with its group and its subresource: "pods", "deployments.apps",
/// "pods/status". It is empty for other paths, such as "/version".
std::string resource_at(std::string_view path);

/// Counts the requests of one client: by the names of client-go, and by verb, resource and code.
///
/// Threads    the client's strand.
class request_metrics {
public:
    /// `host` is the server's name and port.
    request_metrics(metrics const& make, std::string host) : make_(make), host_(std::move(host)) {}

    /// The header of an answer has come, or the request has failed before that.
    void count(request_report const& so_far);
    /// A whole answer has come, or what there will be of it.
    void count_size(request_report const& whole);
    /// A request with this HTTP method has waited for client_options::requests_per_second.
    void count_wait(std::string_view method, duration waited) { of_method(method).wait.observe(waited); }
    /// The counter of the bytes of answers to such requests.
    counter const& received_bytes(std::string_view verb, std::string_view path);

private:
    // The series of client-go for one method, and for one method and code.
    struct method_series {
        histogram duration, wait, request_bytes, response_bytes;
    };
    struct code_series {
        counter requests, retries;
    };

    method_series& of_method(std::string_view method);
    code_series& of_code(std::string_view method, std::string_view code);
    histogram& duration_of(std::string_view verb, std::string_view resource, std::string_view code);

    metrics make_;
    std::string host_;
    std::map<std::string, method_series, std::less<>> methods_;
    std::map<std::pair<std::string, std::string>, code_series> codes_;
    std::map<std::pair<std::string, std::string>, counter> received_;
    std::map<std::tuple<std::string, std::string, std::string>, histogram> durations_;
};

/// Returns null if nobody listens. `server` is the URL of the API server.
std::shared_ptr<request_metrics> make_request_metrics(metrics const& make, std::string_view server);

} // namespace coinformer::detail
