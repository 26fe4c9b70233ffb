#include "api/stream/proto_watch_decoder.hpp"

#include "api/json/object_reader.hpp"
#include "core/process_wide.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>

namespace coinformer::detail {

using detail::proto_fields;
using detail::wire;
using outcome = detail::proto_reader::outcome;

namespace {

constexpr std::size_t length_bytes = 4;

std::uint32_t length_at(char const* p) noexcept
{
    std::uint32_t n = 0;
    for (std::size_t i = 0; i < length_bytes; ++i) n = n << 8 | static_cast<unsigned char>(p[i]);
    return n;
}

detail::proto_schema const& bookmark_fields(detail::object_type const& type)
{
    static auto const& bound = process_wide<detail::proto_schema>(*type.fields, detail::metadata_message);
    return bound;
}

} // namespace

proto_watch_decoder::proto_watch_decoder(detail::object_type const& type, detail::proto_schema const& fields,
                                         std::size_t max_object_bytes, needed_objects need)
    : objects_(type, fields, max_object_bytes, need),
      bookmarks_(bookmark_type(), bookmark_fields(bookmark_type()), max_object_bytes)
{
}

void proto_watch_decoder::hide(credential_mask mask)
{
    objects_.hide(mask);
    watch_decoder::hide(std::move(mask));
}

void proto_watch_decoder::feed(std::string_view piece)
{
    window_.append(piece);
}

// A frame begins with its length, so that an incomplete event costs nothing but the wait. Of an event beyond
// the limit, only the beginning is kept. If the length is still larger, more likely it is damaged, and the
// events that follow would be dropped with this one.
proto_watch_decoder::step proto_watch_decoder::next()
{
    if (!window_.finish_drop() || window_.size() < length_bytes) return step::need_more;
    std::size_t const length = length_at(window_.begin());
    auto const limit = objects_.max_object_bytes();
    if (length > limit && length > detail::longest_dropped(limit))
        throw api_error(errc::malformed_protobuf, "decode watch", window_.position(window_.begin()));
    auto const wanted = length > limit ? std::min(limit, detail::enough_for_identity) : length;
    if (window_.size() - length_bytes < wanted) return step::need_more;
    std::string_view const there(window_.begin() + length_bytes, wanted);
    auto const done = length > limit ? drop_event(there) : read_event(there);
    window_.drop_bytes(length_bytes + length);
    return done;
}

// Takes the two fields out of a WatchEvent. Its object is a RawExtension, whose field 1 has the bytes.
proto_watch_decoder::event proto_watch_decoder::open(std::string_view message, proto_fields::end e)
{
    event found;
    proto_fields f(message, e);
    while (f.next()) {
        if (f.form() != wire::bytes) continue;
        if (f.number() == 1) found.type_text = f.bytes();
        if (f.number() != 2) continue;
        proto_fields extension(f.bytes(), e);
        while (extension.next())
            if (extension.number() == 1 && extension.form() == wire::bytes) found.object = extension.bytes();
        found.is_malformed |= extension.is_malformed();
    }
    found.is_malformed |= f.is_malformed();
    return found;
}

proto_watch_decoder::step proto_watch_decoder::read_event(std::string_view message)
{
    auto const found = open(message, proto_fields::end::whole);
    type_ = step_of(found.type_text);
    has_type_ = !found.type_text.empty();
    auto const envelope = detail::open_envelope(found.object);
    auto const raw = envelope ? envelope->raw : std::string_view();
    if (found.is_malformed)
        return fail({errc::malformed_protobuf, {}, "an event", "other bytes", {}, {}}, raw);
    if (!type_) return fail(unknown_type(found.type_text), raw);
    if (type_ == step::error) {
        auto const as_error = set_status(parse_status(found.object));
        return as_error
                   ? *as_error
                   : fail({errc::unexpected_content, "object", "a Status", "another object", {}, {}}, raw);
    }
    if (!envelope)
        return fail({errc::malformed_protobuf, "object", "an envelope", "other bytes", {}, {}}, raw);
    auto& reader = type_ == step::bookmark ? bookmarks_ : objects_;
    auto const seen = reader.read(raw);
    if (seen == outcome::fault) return fail(reader.fault(), raw);
    version_ = reader.resource_version();
    if (seen == outcome::foreign) return step::foreign;
    return type_ == step::bookmark ? set_bookmark(bookmarks_.take(), envelope->kind) : *type_;
}

// Stores a fault, with the key and version of the object if there is one. A change of a foreign object is no
// fault.
proto_watch_decoder::step proto_watch_decoder::fail(decode_fault fault, std::string_view object)
{
    auto const failed = objects_.fail(std::move(fault), object);
    version_ = objects_.resource_version();
    return failed == outcome::foreign && is_change(type_) ? step::foreign : step::fault;
}

// Drops an event beyond the limit. Its first bytes tell what is known of it, wherever the network has cut.
proto_watch_decoder::step proto_watch_decoder::drop_event(std::string_view start)
{
    auto const found = open(start, proto_fields::end::cut);
    type_ = step_of(found.type_text);
    has_type_ = !found.type_text.empty();
    auto const envelope = detail::open_envelope(found.object, proto_fields::end::cut);
    return fail(detail::too_large(objects_.max_object_bytes()),
                envelope ? envelope->raw : std::string_view());
}

} // namespace coinformer::detail
