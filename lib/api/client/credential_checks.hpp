#pragma once

#include "transport/config/credential_files.hpp"

#include <coinformer/core/environment.hpp>

#include <cstdint>
#include <functional>
#include <optional>

namespace coinformer::detail {

/// Checks the credential files of a client at intervals, while somebody waits for the server, and counts the
/// times that one of them was repaired. A new file is how an outage by a bad token or certificate ends.
///
/// Threads    the client's strand. server_access owns it.
class credential_checks {
public:
    /// Time between two checks.
    static constexpr duration interval = std::chrono::seconds(2);

    /// `env` outlives this object. `reread` is called when a file has changed.
    credential_checks(environment const& env, credential_files files, std::function<void()> reread)
        : env_(env), files_(std::move(files)), reread_(std::move(reread))
    {
    }

    /// Checks the files, if that is due. Returns true if one of them has changed and can be read. Each caller
    /// that waits for the server calls this function, and so checks the files for all the others as well.
    bool find_repair();
    std::uint64_t repairs() const noexcept { return repairs_; } ///< how often find_repair() returned true
    /// When the next check is due; never if there are no files.
    time_point next_due() const noexcept { return files_.empty() ? time_point::max() : next_check_; }

private:
    environment const& env_;
    credential_files files_;
    std::function<void()> reread_;
    time_point next_check_{};
    std::uint64_t repairs_ = 0;
};

} // namespace coinformer::detail
