#pragma once

#include "transport/config/credential_files.hpp"
#include "transport/config/credential_metrics.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/transport/endpoint.hpp>

namespace coinformer::detail {

/// Notices that the files of a client certificate were replaced. A pair that does not fit together does not
/// count, because a program that renews a certificate may write one file after the other.
///
/// Threads    one serial executor. It asks the file system about two files every two seconds at most, and
///            blocks while it does.
/// Lifetime   must not outlive the time source and the log.
class certificate_watch {
public:
    certificate_watch(environment const& env, tls_options const& tls);

    /// Returns true once for each new pair, and logs it.
    bool has_changed();

private:
    time_source& time_;
    log_sink& log_;
    tls_options pair_; // the client certificate and its key alone
    credential_files files_;
    credential_metrics counts_;
    time_point next_check_{};
    bool is_unread_ = false; // a file has changed, and the pair did not fit together yet
};

} // namespace coinformer::detail
