#pragma once

#include "transport/http/body_observer.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/core/environment.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Follows one request from its beginning to the end of its answer, and then calls
/// client_options::on_response, once.
///
/// States     Sent; answered(), after which the answer owns it; reported.
/// Threads    the client's strand; the destructor: any.
/// Lifetime   a copy of the function is inside, because an answer may outlive the client's options.
class request_record final : public body_observer {
public:
    request_record(environment const& env, std::function<void(request_report const&)> report,
                   std::string verb, std::string path, unsigned attempt);
    /// Reports a request of which nobody has read the whole answer.
    ~request_record() override;

    /// The header of the answer has come.
    void answered(http_response const& answer);
    void received(std::size_t bytes) noexcept override { received_bytes_ += bytes; }
    void ended(error_code why) noexcept override;

private:
    std::function<void(request_report const&)> report_; // empty once it was called
    time_ref time_;
    log_sink& log_;
    std::string verb_;
    std::string path_;
    unsigned attempt_;
    time_point began_;
    std::optional<time_point> answered_;
    int status_ = 0;
    std::vector<std::string> warnings_;
    std::uint64_t received_bytes_ = 0;
};

} // namespace coinformer::detail
