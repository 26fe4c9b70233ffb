#pragma once

#include <coinformer/core/log.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace coinformer {

/// Logs that credential files which were readable before cannot be read: when this begins, when the reason changes, and
/// as a reminder after five minutes, then ever more seldom, up to an hour. It logs once that they can be read again. A
/// client whose credentials are refused reads the files for each attempt; without this class each of these attempts
/// would write a line.
///
/// Threads    one serial executor.
/// Lifetime   the time source and the log outlive it.
class credential_read_log {
public:
    /// `failing` is the message of the warnings, `readable_again` that of the end.
    credential_read_log(std::string failing, std::string readable_again, time_source& time, log_sink& log);

    /// Reports that reading has failed. `cause` names the file, and never quotes what is in it.
    void failed(std::string const& cause);
    void succeeded();

private:
    std::string failing_;
    std::string readable_again_;
    time_source& time_;
    log_sink& log_;
    std::optional<std::string> cause_; // of the failure that lasts
    time_point next_line_{};
    duration interval_{};
};

} // namespace coinformer
