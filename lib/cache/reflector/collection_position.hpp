#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// How far a reflector has got in the history of its collection: everything up to `version()` is in the queue.
///
/// A server's history may be replaced, when it is restored from a backup, or when another server takes its place. Equal
/// versions of two histories prove nothing, so that the position remembers whether that has perhaps happened since the
/// last list.
///
/// Threads    the client's strand.
class collection_position {
public:
    /// Empty before the first list is complete, and for a resource that has no versions.
    std::string const& version() const noexcept { return version_; }

    /// Takes the version of a complete list. Returns true if the list may be of another history than what was known.
    bool list_was_read(std::string const& version);
    /// Says where the queue's place is behind the first list of a new history.
    void history_begins_at(std::uint64_t place) noexcept { history_begins_ = place; }
    /// Takes the version of an event that is in the queue. Returns true if it was not known.
    bool advance(std::string_view version);
    /// Perhaps the server's history was replaced.
    void doubt() noexcept { doubt_ = true; }

    /// Throws errc::history_replaced if `version` is older than what is known: a watch goes forward, and a list is not
    /// older than what is known.
    void check_goes_forward(std::string_view version) const;
    /// Returns false if the store may hold objects of a history that has ended: because the server's history was
    /// perhaps replaced since the last list, or because the list that shows the new one still waits in the queue, from
    /// which everything up to `handed_out` was taken. Versions of the old history prove nothing then, and every object
    /// has to be read.
    bool store_is_of_this_history(std::uint64_t handed_out) const noexcept
    {
        return !doubt_ && handed_out >= history_begins_;
    }

private:
    std::string version_;
    bool list_has_version_ = false;    // the last one has; otherwise events come in any order
    bool doubt_ = false;               // the server's history was replaced, perhaps, since the last list
    std::uint64_t history_begins_ = 0; // the place in the queue behind the last list of another history
};

} // namespace coinformer::detail
