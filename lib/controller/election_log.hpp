#pragma once

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/environment.hpp>

#include <string>

namespace coinformer::detail {

/// The lines that one leader election writes to the log. Each names its Lease and this process.
///
/// Threads    where() may be called on any thread, the others on the client's strand.
class election_log {
public:
    election_log(log_sink& log, leader_election_options const& options)
        : log_(log), where_("lease " + options.ns + '/' + options.name), identity_(options.identity)
    {
    }

    std::string const& where() const noexcept { return where_; } ///< the Lease, for messages
    void write(log_level level, std::string const& message) const
    {
        if (log_.enabled(level)) log_.log(level, where_ + ": " + message, {{"identity", identity_}});
    }

private:
    log_sink& log_;
    std::string const where_;
    std::string const identity_;
};

} // namespace coinformer::detail
