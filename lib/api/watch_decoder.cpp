#include "api/watch_decoder.hpp"

#include "api/scalar.hpp"

#include <coinformer/core/error.hpp>

#include <boost/describe/class.hpp>

namespace coinformer {

namespace {

struct bookmark_metadata {
    labels annotations;
};
BOOST_DESCRIBE_STRUCT(bookmark_metadata, (), (annotations))

struct bookmark {
    bookmark_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(bookmark, (), (metadata))

// A bookmark has a resource version and nothing else, whatever the kind.
detail::object_type const& bookmark_type()
{
    static detail::object_type const type(detail::member_type_of<bookmark>, true, nullptr, true);
    return type;
}

std::optional<watch_decoder::step> step_of(std::string_view event_type) noexcept
{
    using step = watch_decoder::step;
    if (event_type == "ADDED") return step::added;
    if (event_type == "MODIFIED") return step::modified;
    if (event_type == "DELETED") return step::deleted;
    if (event_type == "BOOKMARK") return step::bookmark;
    if (event_type == "ERROR") return step::error;
    return std::nullopt;
}

bool is_change(std::optional<watch_decoder::step> s) noexcept
{
    using step = watch_decoder::step;
    return s == step::added || s == step::modified || s == step::deleted;
}

} // namespace

watch_decoder::watch_decoder(detail::object_type const& type, std::size_t max_object_bytes, known_objects const* known)
    : objects_(type, max_object_bytes, known), bookmarks_(bookmark_type(), max_object_bytes)
{
}

void watch_decoder::feed(std::string_view piece)
{
    window_.append(piece);
}

watch_decoder::step watch_decoder::next()
{
    using value = detail::byte_window::value;
    if (!window_.finish_drop() || !window_.skip_space()) return step::need_more;
    auto const* const begin = window_.begin();
    auto const limit = objects_.max_object_bytes();
    auto seen = outcome::incomplete;
    if (!window_.has_begun_value()) { // most events are there as a whole
        if (*begin != '{')
            throw api_error(*begin == '<' ? errc::unexpected_content : errc::malformed_json, "decode watch",
                            window_.describe(begin));
        seen = read_event(begin, window_.end());
        if (seen == outcome::malformed) malformed(scanner_.position());
    }
    if (seen == outcome::incomplete) {
        switch (window_.find_value(limit)) {
        case value::need_more: return step::need_more;
        case value::too_large: return drop_event();
        default: break;
        }
        seen = read_event(begin, window_.end());
        if (seen == outcome::malformed || seen == outcome::incomplete)
            malformed(scanner_.is_malformed() ? scanner_.position() : window_.value_end());
    }
    if (static_cast<std::size_t>(event_end_ - begin) > limit) return drop_event();
    initial_events_end_ = false;
    auto const done = finish_event();
    window_.consume(event_end_);
    return done;
}

errc watch_decoder::error() const noexcept
{
    return status_.too_large_version ? errc::version_too_large : errc_of_status(status_.status.code, status_.status);
}

void watch_decoder::malformed(char const* at) const
{
    throw api_error(errc::malformed_json, "decode watch", window_.describe(at));
}

watch_decoder::outcome watch_decoder::read_event(char const* p, char const* end)
{
    event_ = {};
    scanner_.start(end);
    p = scanner_.skip_space(p + 1);
    bool is_last = *p == '}';
    if (is_last) ++p;
    while (p && !is_last) {
        detail::string_token name;
        p = scanner_.key(p, name);
        if (p) p = read_member(name.view(), p, end);
        if (p) p = scanner_.next(p, '}', is_last);
    }
    if (!p) return scanner_.is_malformed() ? outcome::malformed : outcome::incomplete;
    event_end_ = p;
    if (event_.object && event_.found == outcome::incomplete && is_change(event_.type)) // "object" before "type"
        if (!read_object(event_.object, end)) return outcome::malformed;
    return outcome::object;
}

char const* watch_decoder::read_member(std::string_view name, char const* p, char const* end)
{
    if (name == "type" && !event_.has_type && *p == '"') {
        detail::string_token token;
        p = scanner_.string(p, token);
        event_.has_type = true;
        event_.type_text = token.view();
        event_.type = step_of(token.view());
        return p;
    }
    if (name != "object" || event_.object) return scanner_.skip_value(p);
    event_.object = p;
    event_.object_end = is_change(event_.type) ? read_object(p, end) : scanner_.skip_value(p);
    return event_.object_end;
}

char const* watch_decoder::read_object(char const* p, char const* end)
{
    event_.found = objects_.read(p, end);
    switch (event_.found) {
    case outcome::object: return objects_.object_end();
    case outcome::malformed: return scanner_.stop(objects_.position());
    case outcome::incomplete: return nullptr;
    case outcome::fault: break;
    }
    return scanner_.skip_value(p);
}

watch_decoder::step watch_decoder::finish_event()
{
    if (!event_.has_type) return fail({errc::missing_field, "type", "an event type", "nothing", {}, {}});
    if (!event_.type)
        return fail({errc::unexpected_content,
                     "type",
                     "ADDED, MODIFIED, DELETED, BOOKMARK or ERROR",
                     std::string(event_.type_text.substr(0, 40)),
                     {},
                     {}});
    if (!event_.object) return fail({errc::missing_field, "object", "an object", "nothing", {}, {}});
    if (event_.type == step::bookmark) return finish_bookmark();
    if (event_.type == step::error) {
        auto answer = parse_status({event_.object, event_.object_end});
        if (!answer) return fail({errc::unexpected_content, "object", "a Status", "another object", {}, {}});
        status_ = std::move(*answer);
        return step::error;
    }
    if (event_.found == outcome::fault) return fail(objects_.fault());
    version_ = objects_.resource_version();
    return *event_.type;
}

watch_decoder::step watch_decoder::finish_bookmark()
{
    switch (bookmarks_.read(event_.object, window_.end())) {
    case outcome::object: break;
    case outcome::fault: return fail(bookmarks_.fault());
    default: malformed(event_.object);
    }
    object_ptr<bookmark> const read(bookmarks_.take());
    version_ = read.resource_version();
    initial_events_end_ = read->metadata.annotations.value_or("k8s.io/initial-events-end", "") == "true";
    return step::bookmark;
}

watch_decoder::step watch_decoder::fail(decode_fault fault)
{
    version_.clear();
    if (event_.object) {
        objects_.fail(std::move(fault), event_.object, event_.object_end);
        version_ = objects_.resource_version();
    } else {
        objects_.fail(std::move(fault));
    }
    return step::fault;
}

// An event beyond the limit: what is known of it stands in its first bytes, wherever the network cut it.
watch_decoder::step watch_decoder::drop_event()
{
    auto const limit = objects_.max_object_bytes();
    auto const start = detail::padded({window_.begin(), limit});
    read_event(start.data(), start.data() + limit);
    event_.object_end = start.data() + limit;
    window_.drop_value();
    return fail(detail::too_large(limit));
}

detail::object_ref watch_decoder::take_object()
{
    return objects_.take();
}

} // namespace coinformer
