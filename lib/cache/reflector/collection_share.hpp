#pragma once

#include "api/object/object_share.hpp"
#include "api/stream/list_decoder.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/recovery.hpp"
#include "core/timed_wakeup.hpp"

#include <coinformer/api/list_options.hpp>
#include <coinformer/cache/informer_options.hpp>
#include <coinformer/cache/key_share.hpp>
#include <coinformer/core/environment.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The share of its collection that a reflector reads: what this process holds, which may change at any time,
/// and how far the reflector has followed that.
///
/// It follows between two attempts, by adapt(). Lost objects leave the store at once. Gained ones are read by
/// an attempt of their own (approach::extend), as they were at the version that everything else has reached,
/// so that one watch goes on from there for all of them. A list of the whole collection brings them as well.
/// After a warm start, what the snapshot lacks of the share counts as gained.
///
/// It also counts the objects of other shares, and knows how far a watch has got that brings nothing else.
///
/// Threads    the client's strand.
class collection_share {
public:
    /// `from` is null if the informer reads everything. An empty `ns` means all namespaces. `status` outlives
    /// this object.
    collection_share(environment const& env, std::shared_ptr<key_share> from, std::string ns,
                     reflector_status& status)
        : from_(std::move(from)), ns_(std::move(ns)), status_(status), time_(*env.time),
          noticed_(*env.time, env.ex)
    {
    }
    collection_share(collection_share const&) = delete;

    bool may_change() const noexcept { return from_ && !from_->is_fixed(); }
    /// Calls `tell` whenever the process holds another share than before, until it is cancelled.
    [[nodiscard]] task<> notice_changes(std::function<void()> tell) &;
    /// True if adapt() has something to do: the process perhaps holds another share than adapt() has seen, or
    /// a snapshot has brought only a part of the share.
    bool has_changed() const noexcept { return has_changed_; }
    /// Waits until has_changed() is true, or until `limit`.
    /// Cancel     at any time.
    [[nodiscard]] task<> changed(time_point limit) &;
    std::string trouble() const { return from_ ? from_->trouble() : std::string(); }

    /// Looks at what the process holds now, and queues that what it has lost leaves the store.
    void adapt(delta_fifo& queue);
    /// True if the process holds nothing, so that there is nothing to read.
    bool is_empty() const noexcept { return may_change() && held_.empty(); }
    bool has_gained() const { return read_ != held_; }
    /// Returns true if the process holds anything of `other`, or everything, because there is no share.
    bool overlaps(shard_ranges const& other) const { return !from_ || !(held_ & other).empty(); }

    /// An attempt begins. One that reads the whole collection reads what was gained as well. One that resumes
    /// from a snapshot reads what of the snapshot's share, `saved`, the process holds.
    void begin(approach next, shard_ranges const& saved);
    /// The objects that the attempt reads; null if that is all of them. Valid until the next begin().
    object_share const* wanted() const noexcept { return wanted_ ? &*wanted_ : nullptr; }
    /// The list that the attempt has read is complete, or its snapshot counts: notes in it what it is about.
    /// `list.more_follows` is true for a snapshot after which the server has forgotten what happened.
    void describe(complete_list& list, approach read_by);

    /// A foreign object has come.
    void note_foreign() noexcept { ++status_.foreign; }
    /// A page of a list is complete. The echo in its metadata proves that the server has filtered it. A list
    /// of metadata alone has no echo, so that its absence proves something only if foreign objects come, and
    /// if the server was asked for exactly this share.
    void note_page(list_meta const& page) const
    {
        bool const was_asked_exactly = reading_.ranges().size() <= list_options::most_sent_ranges;
        if (!page.shard_selector.empty())
            status_.server_shards = true;
        else if (status_.foreign != 0 && was_asked_exactly)
            status_.server_shards = false;
    }

    /// A watch has brought a change with this version.
    void note_change(bool is_foreign, std::string_view version)
    {
        passed_.clear();
        if (is_foreign) passed_ = version;
    }
    /// Tells the store how far the watch has got, if the last changes were foreign. Called once for all
    /// changes that arrived together, so that foreign ones cost no delta each.
    void queue_progress(delta_fifo& queue);

private:
    /// The first list may lack this, if a snapshot has brought its first part.
    enum class missing : std::uint8_t {
        nothing,
        part, ///< a part of the share, which is read as if it had been gained
        news, ///< what has happened since the snapshot: the whole share is listed
    };
    void describe_store(complete_list& list) const;

    std::shared_ptr<key_share> const from_;
    std::string const ns_;
    reflector_status& status_;
    time_source& time_;
    shard_ranges held_;                  // what the process held when adapt() last looked
    shard_ranges read_;                  // what of it the store has, or the queue
    shard_ranges reading_;               // what the attempt that is under way reads
    std::optional<object_share> wanted_; // the same for decoders
    missing missing_ = missing::nothing;
    bool has_changed_ = false;
    timed_wakeup noticed_;
    std::string passed_; // the version of the last change of the watch, if it was foreign
};

} // namespace coinformer::detail
