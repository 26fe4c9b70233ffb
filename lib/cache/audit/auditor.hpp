#pragma once

#include "api/client/source_context.hpp"
#include "api/source/collection_source.hpp"
#include "cache/audit/audit_reporter.hpp"
#include "cache/audit/census.hpp"

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/random.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace coinformer::detail {

/// The copy of one collection at one moment, the version that it is at, and the share that it has.
struct audited_state {
    snapshot_ref copy;
    std::string version;
    std::optional<shard_ranges> share; ///< empty if it has everything
};

/// Audits the copy of one collection at an interval, and probes the number of its objects in between: see
/// audit_options.
///
/// States     Pausing; probing; waiting for other informers' audits to end; asking the server.
/// Threads    the client's strand.
/// Lifetime   It belongs to the informer, as does what it refers to.
class auditor {
public:
    /// The parts of the informer that the audit of one of its namespaces uses. `ns` is empty for all of them.
    struct informer_side {
        source_context& context;
        collection_source& source;
        informer_options const& options;
        audit_reporter& reporter;
        std::string ns;
        /// Returns the copy, unless it cannot be audited now: because there is no list yet, because the
        /// server cannot be reached, or because the objects are ahead of their version.
        std::function<std::optional<audited_state>()> state;
        std::function<void()> heal; ///< reads the collection again
    };
    explicit auditor(informer_side of);

    /// Runs until it is cancelled. Errors: condition::cancelled.
    [[nodiscard]] task<> run() &;

private:
    [[nodiscard]] task<> pause() &;
    [[nodiscard]] task<> audit() &;
    [[nodiscard]] task<> read(census& into, std::string version) &;
    [[nodiscard]] task<bool> number_differs() &;
    [[nodiscard]] task<std::optional<std::uint64_t>> number_there(std::string version) &;
    /// Awaits bytes of the server's, and fails if none come for informer_options::silence.
    template <class T>
    [[nodiscard]] task<T> heard(task<T> answer);
    /// Throws errc::unexpected_content if a page is not at the version that was asked for.
    void check_version(list_meta const& came, std::string const& asked) const;
    void report(audit_report found, std::uint64_t fingerprint);
    bool may_probe() const;
    duration with_chance(duration pause);
    /// Returns a request for a page at this version. The share is that of the last begin_share().
    census_request page(std::string version, std::size_t limit, std::string continue_token) const;
    void begin_share(std::optional<shard_ranges> copied);
    time_source& time() const { return *of_.context.env().time; }

    informer_side of_;
    std::string const path_; // names the collection in the log
    random_source random_;
    std::optional<object_share> share_; // the informer's share during an audit; empty if it has everything
    std::optional<std::uint64_t> last_; // the fingerprint of the differences of the last audit, if it had any
    // By how many objects the server has more than the copy, as the last audit has found: a probe that finds
    // the same says nothing new.
    std::int64_t known_excess_ = 0;
};

} // namespace coinformer::detail
