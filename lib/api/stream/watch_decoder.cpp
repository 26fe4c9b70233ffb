#include "api/stream/watch_decoder.hpp"

#include <boost/describe/class.hpp>

namespace coinformer::detail {

namespace {

// The part of a bookmark that is read; its resource version is part of the identity.
struct bookmark_metadata {
    labels annotations;
};
BOOST_DESCRIBE_STRUCT(bookmark_metadata, (), (annotations))

struct bookmark {
    text kind; // a view, because this type has no destructor
    bookmark_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(bookmark, (), (kind, metadata))

} // namespace

detail::object_type const& watch_decoder::bookmark_type()
{
    static detail::object_type const type(detail::member_type_of<bookmark>, true, nullptr, true);
    return type;
}

std::optional<watch_decoder::step> watch_decoder::step_of(std::string_view event_type) noexcept
{
    if (event_type == "ADDED") return step::added;
    if (event_type == "MODIFIED") return step::modified;
    if (event_type == "DELETED") return step::deleted;
    if (event_type == "BOOKMARK") return step::bookmark;
    if (event_type == "ERROR") return step::error;
    return std::nullopt;
}

bool watch_decoder::is_change(std::optional<step> s) noexcept
{
    return s == step::added || s == step::modified || s == step::deleted;
}

decode_fault watch_decoder::unknown_type(std::string_view event_type) const
{
    return {errc::unexpected_content,
            "type",
            "ADDED, MODIFIED, DELETED, BOOKMARK or ERROR",
            mask_.apply(std::string(event_type)).substr(0, 40),
            {},
            {}};
}

watch_decoder::step watch_decoder::set_bookmark(detail::object_ref from, std::string_view kind)
{
    object_ptr<bookmark> const read(std::move(from));
    version_ = read.resource_version();
    initial_events_end_ = read->metadata.annotations.value_or("k8s.io/initial-events-end", "") == "true";
    if (kind_check_) kind_check_->received(kind.empty() ? std::string_view(read->kind) : kind, mask_);
    return step::bookmark;
}

std::optional<watch_decoder::step> watch_decoder::set_status(std::optional<status_answer> answer)
{
    if (!answer) return std::nullopt;
    status_ = std::move(*answer);
    status_.status = masked(std::move(status_.status), mask_);
    // The server has stated a failure, with or without its code.
    if (status_.status.code == 0) status_.status.code = code_of_reason(status_.status.reason);
    return step::error;
}

errc watch_events::error() const noexcept
{
    return status_.too_large_version ? errc::version_too_large
                                     : errc_of_status(status_.status.code, status_.status);
}

} // namespace coinformer::detail
