#pragma once

#include "api/client/request_metrics.hpp"
#include "core/context_member.hpp"
#include "transport/http/body_observer.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/core/environment.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace coinformer::detail {

/// Follows one request from its beginning to the end of its answer. It counts the request, and calls
/// client_options::on_response, once, at the end.
///
/// The user's function is never called while the io_context is being destroyed, nor afterwards, because what
/// the function captures may be gone by then.
///
/// States     Sent; answered(), after which the answer owns it; ended.
/// Threads    the client's strand; the destructor: any.
/// Lifetime   a copy of the function is inside, because an answer may outlive the client's options.
class request_record final : public body_observer, private context_member {
public:
    struct subject {
        std::string verb, method, path;
        unsigned attempt = 1;
        std::uint64_t sent_bytes = 0;
    };
    /// `report` may be empty, and `counts` null.
    request_record(environment const& env, std::function<void(request_report const&)> report,
                   std::shared_ptr<request_metrics> counts, subject what);
    /// If nobody has read the whole answer, has this reported by the client's strand. A context that is being
    /// destroyed does not run that any more.
    ~request_record() override;

    /// The header of the answer has come.
    void answered(http_response const& answer);
    void received(std::size_t bytes) noexcept override;
    void ended(error_code why) noexcept override;

private:
    struct open_request;

    void context_ends() noexcept override;

    std::unique_ptr<open_request> open_; // null if it has ended
};

} // namespace coinformer::detail
