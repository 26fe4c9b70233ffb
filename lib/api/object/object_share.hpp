#pragma once

#include <coinformer/api/resource.hpp>
#include <coinformer/api/shard_ranges.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// The part of a collection that a reader wants: the objects whose UID or namespace has a hash in these
/// ranges. All other objects are called foreign. Decoders skip them and build nothing of them.
///
/// Threads    any, because it does not change.
class object_share {
public:
    object_share(shard_field field, shard_ranges ranges) : field_(field), ranges_(std::move(ranges)) {}

    shard_field field() const noexcept { return field_; }
    shard_ranges const& ranges() const noexcept { return ranges_; }

    /// Returns true if an object with this identity belongs to the share. As on a server, an object that
    /// lacks the field belongs to the owner of the hash of the empty text.
    bool holds(object_key key, std::string_view uid) const noexcept
    {
        return ranges_.contains(shard_hash(field_of(key, uid)));
    }
    /// The same for an object that is being read. Returns nullopt if its field or its name is empty and may
    /// still come, or if both are: then it is not an object of the collection but a fault, which every reader
    /// has to report. `has_ended` says that nothing more comes.
    std::optional<bool> holds_if_known(object_key key, std::string_view uid, bool has_ended) const noexcept
    {
        bool const has_field = !field_of(key, uid).empty(), has_name = !key.name.empty();
        bool const is_known = has_ended ? has_field || has_name : has_field && has_name;
        return is_known ? std::optional(holds(key, uid)) : std::nullopt;
    }
    /// Returns true if an object that could not be read to its end belongs to another share. Then only a
    /// field that was read decides.
    bool is_foreign_fault(object_key key, std::string_view uid) const noexcept
    {
        return !field_of(key, uid).empty() && !holds(key, uid);
    }

private:
    std::string_view field_of(object_key key, std::string_view uid) const noexcept
    {
        return field_ == shard_field::uid ? uid : key.ns;
    }

    shard_field field_;
    shard_ranges ranges_;
};

} // namespace coinformer::detail
