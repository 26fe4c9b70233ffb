#pragma once

#include <coinformer/core/log.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace coinformer::detail {

/// Logs that credential files cannot be read which were readable before: when this begins, when the reason
/// changes, and as a reminder after five minutes, and then at intervals that grow to an hour. When the files
/// can be read again, it logs that once. A client whose credentials are refused reads the files for each
/// attempt; without this class each of these attempts would write a line.
///
/// Threads    one serial executor.
/// Lifetime   must not outlive the time source and the log.
class credential_read_log {
public:
    /// `failing` is the message of the warnings, `readable_again` that of the end.
    credential_read_log(std::string failing, std::string readable_again, time_source& time, log_sink& log);

    /// Reports that reading has failed. `cause` names the file, and must not quote its content.
    void failed(std::string const& cause);
    /// Reports that the files were read.
    void succeeded();

private:
    std::string failing_;
    std::string readable_again_;
    time_source& time_;
    log_sink& log_;
    std::optional<std::string> cause_; // why reading fails at present; empty if it does not
    time_point next_line_{};
    duration interval_{};
};

} // namespace coinformer::detail
