#pragma once

#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/core/task.hpp>

#include <memory>
#include <string>

namespace coinformer {

/// The part of the objects that an informer keeps (informer_options::shard). fixed_share() makes one that
/// stays as it is; shard_group::share() makes one that changes as processes come and go.
///
/// Threads    any, for held(), field() and trouble(), which do not throw. held_changed() is awaited on the
/// informer's
///            strand.
/// Lifetime   shared with the informers that have it.
class key_share {
public:
    virtual ~key_share() = default;

    /// The field whose hash decides. It never changes.
    virtual shard_field field() const = 0;
    /// True if held() is the same for ever.
    virtual bool is_fixed() const noexcept { return false; }
    /// The hashes that belong to this process now.
    virtual shard_ranges held() const = 0;
    /// Waits until held() is not `known`.
    ///
    /// Errors     condition::cancelled, and no other.
    /// Cancel     at any time.
    [[nodiscard]] virtual task<> held_changed(shard_ranges known) = 0;
    /// Why this process holds nothing or less than it should, in words; empty if nothing is known to be
    /// wrong. While it holds nothing, waiters of an informer, such as synced(), are told of it with
    /// errc::no_share after informer_options::unreachable_after.
    virtual std::string trouble() const { return {}; }
};

/// Returns a share that never changes. For a fixed number of processes, as in a StatefulSet:
///
///     informer_options which;
///     which.shard = fixed_share(shard_ranges::part(0, 3)); // the first of three
std::shared_ptr<key_share> fixed_share(shard_ranges held, shard_field field = shard_field::uid);

} // namespace coinformer
