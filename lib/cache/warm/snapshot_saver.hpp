#pragma once

#include "cache/warm/snapshot_writer.hpp"
#include "cache/warm/warm_facts.hpp"
#include "core/repeated_failure.hpp"
#include "core/timed_wakeup.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace coinformer::detail {

/// The contents of a snapshot, as they are at one moment.
struct savable_state {
    snapshot_ref objects;
    std::vector<std::string>
        versions;                ///< see snapshot_footer; that of a namespace that was not read is empty
    std::uint64_t changed_bytes; ///< see store::changed_bytes()

    bool is_whole() const noexcept { return std::ranges::none_of(versions, &std::string::empty); }
};

/// Decides when an informer's snapshot is saved, and saves it: warm_start_options says when. Only a reference
/// to the store's state is taken on the strand; the rest happens on a thread of its own.
///
/// States     Waiting for a change; waiting until a snapshot is due; saving.
/// Threads    the client's strand.
/// Lifetime   It belongs to the informer, as does what `facts` refers to.
class snapshot_saver {
public:
    /// `state` returns what there is: nothing before a namespace has a version, while the objects are ahead
    /// of their version, and while the process has no share, so that the last snapshot stays. It is saved
    /// when all namespaces have a version, and each of these has an order: see is_resource_version().
    snapshot_saver(warm_facts const& facts, std::function<std::optional<savable_state>()> state);

    /// The store begins with a stored snapshot of these versions and of this share, which need not be saved
    /// again. If the process holds another share, the state differs from it, and is saved.
    void begin_with(std::vector<std::string> versions, shard_ranges share);
    /// The store has changed, or its version has moved.
    void note_change();

    warm_start_status const& status() const noexcept { return status_; }

    /// Saves snapshots until it is cancelled. A failure is logged; the next snapshot is tried after
    /// warm_start_options::interval. Errors: condition::cancelled.
    [[nodiscard]] task<> run() &;
    /// The informer has ended: saves a last snapshot, unless nothing has changed since the one before. It is
    /// given up after ten seconds. Throws nothing.
    [[nodiscard]] task<> save_last() &;

private:
    /// The versions, the share and the count by which a later state is compared with a saved one.
    struct mark {
        std::vector<std::string> versions;
        shard_ranges share;
        std::uint64_t changed_bytes = 0;
        friend bool operator==(mark const&, mark const&) = default;
    };
    struct attempt {
        time_point at;
        bool has_failed;
    };
    static mark mark_of(savable_state const& state)
    {
        return {state.versions, state.objects.share(), state.changed_bytes};
    }
    warm_start_options const& options() const noexcept { return facts_.options.warm_start; }
    time_point when_due() const;
    void report_unread();
    void report_unordered();
    [[nodiscard]] task<> save() &;
    [[nodiscard]] task<written_snapshot> write(savable_state state) &;
    void note_failure(std::string const& why);
    void note_slow();

    warm_facts const& facts_;
    std::function<std::optional<savable_state>()> const state_;
    timed_wakeup changed_;
    bool waits_for_change_ = false, is_last_ = false;
    bool lacks_one_ = false;   // a namespace had not been read after an interval, and that was logged
    bool lacks_order_ = false; // a version had no order, and that was logged
    bool is_slow_ = false;     // the log says that the snapshot which is being saved is slow
    time_point began_{}, changed_at_{};
    std::optional<attempt> last_attempt_; // a restored snapshot counts as one that was saved then
    mark saved_;                          // the last snapshot that was saved, or restored
    warm_start_status status_;
    repeated_failure failures_;
};

} // namespace coinformer::detail
