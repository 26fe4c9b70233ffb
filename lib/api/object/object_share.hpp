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
        return ranges_.contains(shard_hash(field_ == shard_field::uid ? uid : key.ns));
    }
    /// The same for an object that is being read. Returns nullopt if the field is empty and may still come,
    /// or if the object has no name either: then it is not an object of the collection but a fault, which
    /// every reader has to report. `has_ended` says that nothing more comes.
    std::optional<bool> holds_if_known(object_key key, std::string_view uid, bool has_ended) const noexcept
    {
        auto const field = field_ == shard_field::uid ? uid : key.ns;
        if (field.empty() && (!has_ended || key.name.empty())) return std::nullopt;
        return ranges_.contains(shard_hash(field));
    }

private:
    shard_field field_;
    shard_ranges ranges_;
};

} // namespace coinformer::detail
