#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// How far a reflector has got in the history of its collection: everything up to `version()` is in the
/// queue.
///
/// A server's history may be replaced, when it is restored from a backup, or when another server takes its
/// place. Equal versions from two histories prove nothing. Therefore the position remembers whether the
/// history may have been replaced since the last list.
///
/// Threads    the client's strand.
class collection_position {
public:
    /// Empty before the first list is complete, and for a resource that has no versions.
    std::string const& version() const noexcept { return version_; }

    /// True when a list is complete, or a saved snapshot was accepted: there may be objects in the copy.
    bool has_begun() const noexcept { return has_begun_; }

    /// Takes the version of a complete list. Returns true if the list may be from another history than the
    /// version that was known before.
    bool take_list_version(std::string const& version);
    /// Takes the position in the queue behind the first list of a new history.
    void history_begins_at(std::uint64_t place) noexcept { history_begins_ = place; }
    /// Takes the version of an event that is in the queue. Returns true if this version is new.
    bool advance(std::string_view version);
    /// Notes that the server's history may have been replaced.
    void note_possible_replacement() noexcept { perhaps_replaced_ = true; }
    bool may_be_replaced() const noexcept { return perhaps_replaced_; }

    /// Returns true if `version` is older than the known one. Always false if lists have no version.
    bool is_older(std::string_view version) const;
    /// Throws errc::history_replaced if `version` is older than the known one: in one history, no list is
    /// older than the version that it was asked for, and no watch goes back, apart from deletions (see
    /// watch_follower).
    void check_goes_forward(std::string_view version) const;
    /// Returns false if the store may hold objects of a history that has ended. That is so if the history may
    /// have been replaced since the last list, or if the first list of the new history is still in the queue
    /// (`handed_out` is the position up to which the queue was emptied). Then equal versions prove nothing,
    /// and every object has to be decoded.
    bool store_is_of_this_history(std::uint64_t handed_out) const noexcept
    {
        return !perhaps_replaced_ && handed_out >= history_begins_;
    }

private:
    std::string version_;
    bool has_begun_ = false;
    bool list_has_version_ =
        false; // the last list had a version; if it had none, versions of events have no order
    bool perhaps_replaced_ = false;    // the server's history may have been replaced since the last list
    std::uint64_t history_begins_ = 0; // the place in the queue behind the last list of another history
};

} // namespace coinformer::detail
