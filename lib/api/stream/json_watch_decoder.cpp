#include "api/stream/json_watch_decoder.hpp"

#include "api/object/scalar.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

json_watch_decoder::json_watch_decoder(detail::object_type const& type, std::size_t max_object_bytes,
                                       needed_objects need)
    : objects_(type, max_object_bytes, need), bookmarks_(bookmark_type(), max_object_bytes)
{
}

void json_watch_decoder::hide(credential_mask mask)
{
    objects_.hide(mask);
    watch_decoder::hide(std::move(mask));
}

void json_watch_decoder::feed(std::string_view piece)
{
    window_.append(piece);
}

// An incomplete event is read again, from its beginning, whenever a scan is due. How the network cuts the
// bytes makes no difference to the result (see byte_window).
json_watch_decoder::step json_watch_decoder::next()
{
    if (!window_.finish_drop()) {
        if (window_.is_endless()) malformed(window_.begin());
        return step::need_more;
    }
    if (!window_.skip_space()) return step::need_more;
    auto const* const begin = window_.begin();
    auto const limit = objects_.max_object_bytes();
    if (*begin != '{') refuse_start(begin);
    has_event_ = true;
    auto seen = outcome::incomplete;
    if (window_.scan_is_due()) { // most events arrive as a whole
        seen = read_event(begin, window_.end());
        if (seen != outcome::object) {
            auto const* const at = mistake();
            auto const* const certain = window_.scanned(limit);
            if (seen == outcome::malformed && at < certain && is_malformed_before(certain)) malformed(at);
        }
    }
    if (seen != outcome::object) {
        using value = detail::byte_window::value;
        switch (window_.find_value(limit)) {
        case value::need_more: return step::need_more;
        case value::too_large: return drop_event();
        default: break;
        }
        seen = read_event(begin, window_.end());
        if (seen != outcome::object) malformed(mistake());
    }
    if (static_cast<std::size_t>(event_end_ - begin) > limit) return drop_event();
    initial_events_end_ = false;
    auto const done = finish_event();
    window_.consume(event_end_);
    return done;
}

// Throws, because no event begins here. A page in HTML, or JSON of another type, shows that something other
// than an API server has answered.
void json_watch_decoder::refuse_start(char const* at) const
{
    bool const is_other_content = *at == '<' || *at == '[' || *at == '"' ||
                                  detail::json_scanner::is_scalar(*at); // null, "404 not found"
    auto const where = has_event_ ? window_.position(at) : window_.describe(at, mask_);
    if (!is_other_content) throw api_error(errc::malformed_json, "decode watch", where);
    throw api_error(errc::unexpected_content, "decode watch", "an event is expected " + where);
}

void json_watch_decoder::malformed(char const* at) const
{
    throw api_error(errc::malformed_json, "decode watch", window_.position(at));
}

// Returns true if the bytes before `certain` alone prove that the event at the front is malformed. The scan
// of all bytes does not prove it: if the event's type comes after `certain`, that scan decoded the object
// only because it had seen the type.
bool json_watch_decoder::is_malformed_before(char const* certain)
{
    // `certain` is the end of the bytes, and these were read already
    if (certain == window_.end()) return true;
    auto const start = detail::padded({window_.begin(), certain});
    return read_event(start.data(), start.data() + start.size() - detail::padding) == outcome::malformed;
}

// Returns the place of the mistake at which read_event() has stopped; the end of the bytes if it only needs
// more of them.
char const* json_watch_decoder::mistake() const noexcept
{
    return scanner_.is_malformed() ? scanner_.position() : window_.end();
}

json_watch_decoder::outcome json_watch_decoder::read_event(char const* p, char const* end)
{
    event_ = {};
    type_.reset();
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
    // "object" came before "type".
    if (event_.object && event_.found == outcome::incomplete && is_change(type_))
        if (!read_object(event_.object, end)) return outcome::malformed;
    return outcome::object;
}

// An object is decoded at once if its type came before it, as API servers write it. Otherwise it is skipped,
// and decoded when the whole event was read.
char const* json_watch_decoder::read_member(std::string_view name, char const* p, char const* end)
{
    if (name == "type" && !event_.has_type && *p == '"') {
        detail::string_token token;
        p = scanner_.string(p, token);
        event_.has_type = true;
        event_.type_text = token.view();
        type_ = step_of(token.view());
        return p;
    }
    if (name != "object" || event_.object) return scanner_.skip_value(p);
    event_.object = p;
    event_.object_end = is_change(type_) ? read_object(p, end) : scanner_.skip_value(p);
    return event_.object_end;
}

char const* json_watch_decoder::read_object(char const* p, char const* end)
{
    event_.found = objects_.read(p, end);
    switch (event_.found) {
    case outcome::object:
    case outcome::foreign: return objects_.object_end();
    case outcome::malformed: return scanner_.stop(objects_.position());
    case outcome::incomplete: return nullptr;
    case outcome::fault: break;
    }
    return scanner_.skip_value(p);
}

json_watch_decoder::step json_watch_decoder::finish_event()
{
    if (!event_.has_type) return fail({errc::missing_field, "type", "an event type", "nothing", {}, {}});
    if (!type_) return fail(unknown_type(event_.type_text));
    if (!event_.object) return fail({errc::missing_field, "object", "an object", "nothing", {}, {}});
    if (type_ == step::bookmark) return finish_bookmark();
    if (type_ == step::error) {
        auto const as_error = set_status(parse_status({event_.object, event_.object_end}));
        return as_error ? *as_error
                        : fail({errc::unexpected_content, "object", "a Status", type_of_object(), {}, {}});
    }
    if (event_.found == outcome::fault) return fail(objects_.fault());
    version_ = objects_.resource_version();
    return event_.found == outcome::foreign ? step::foreign : *type_;
}

// Describes the value that stands where the event's object should be. Strings are not quoted, because they
// may be secrets.
std::string json_watch_decoder::type_of_object() const
{
    switch (*event_.object) {
    case '{': return "another object";
    case '[': return "array";
    case '"': return "string";
    default: return shown_scalar({event_.object, event_.object_end});
    }
}

json_watch_decoder::step json_watch_decoder::finish_bookmark()
{
    switch (bookmarks_.read(event_.object, window_.end())) {
    case outcome::object: break;
    case outcome::fault: return fail(bookmarks_.fault());
    default: malformed(event_.object);
    }
    return set_bookmark(bookmarks_.take());
}

// Stores a fault, with the key and version of the object if there is one: the informer has to know which
// object it missed. A change of a foreign object is no fault.
json_watch_decoder::step json_watch_decoder::fail(decode_fault fault)
{
    version_.clear();
    // An error of a proxy may have a member "type" as well (RFC 9457), but it has no object.
    has_type_ = event_.has_type && (type_ || event_.object);
    if (!event_.object) {
        objects_.fail(std::move(fault));
        return step::fault;
    }
    auto const failed = objects_.fail(std::move(fault), event_.object, event_.object_end);
    version_ = objects_.resource_version();
    return failed == outcome::foreign && is_change(type_) ? step::foreign : step::fault;
}

// Drops an event that is larger than the limit. Type, name and version are taken from its first `limit`
// bytes, however the network has cut them.
json_watch_decoder::step json_watch_decoder::drop_event()
{
    auto const limit = objects_.max_object_bytes();
    auto const start = detail::padded({window_.begin(), limit});
    read_event(start.data(), start.data() + limit);
    event_.object_end = start.data() + limit;
    window_.drop_value(detail::longest_dropped(limit));
    return fail(detail::too_large(limit));
}

detail::object_ref json_watch_decoder::take_object()
{
    return objects_.take();
}

} // namespace coinformer::detail
