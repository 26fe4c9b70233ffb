#pragma once

#include "api/object/object_share.hpp"

#include <coinformer/api/list_options.hpp>
#include <coinformer/core/log.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Adds the parameter by which a server sends only the objects of a share, until a server refuses it. Nothing
/// depends on the parameter but the number of bytes, because decoders sort foreign objects out.
///
/// States     Sent, and refused. It stays refused as long as the informer exists.
/// Threads    the client's strand.
/// Lifetime   The log outlives it.
class shard_parameter {
public:
    /// `collection` names the collection in the message.
    shard_parameter(std::string collection, log_sink& log) : collection_(std::move(collection)), log_(log) {}

    /// Returns the options with the parameter; nullopt if there is nothing to add.
    std::optional<list_options> added_to(list_options const& options, object_share const* share) const
    {
        bool const limits = share && !share->ranges().empty() && !share->ranges().is_all();
        if (!limits || is_refused_) return std::nullopt;
        auto with = options;
        return with.shard(share->ranges(), share->field());
    }
    /// The server has refused a request for this reason, and has answered it without the parameter.
    void was_refused(std::string_view why)
    {
        if (std::exchange(is_refused_, true)) return;
        log_.log(log_level::warning,
                 "the server refuses to send a share of a collection: all of it comes from now on, and the "
                 "client sorts the objects out",
                 {{"collection", collection_}, {"cause", why}});
    }

private:
    std::string const collection_;
    log_sink& log_;
    bool is_refused_ = false;
};

} // namespace coinformer::detail
