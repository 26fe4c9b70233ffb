#include "api/stream/proto_list_decoder.hpp"

#include "api/json/object_reader.hpp"
#include "core/process_wide.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>

namespace coinformer::detail {

using detail::wire;

namespace {

constexpr std::size_t longest_header = 20;

detail::proto_schema const& meta_schema(detail::schema const& fields)
{
    static auto const& bound = process_wide<detail::proto_schema>(fields, detail::list_meta_message);
    return bound;
}

} // namespace

proto_list_decoder::proto_list_decoder(detail::object_type const& type, detail::proto_schema const& fields,
                                       std::size_t max_object_bytes, needed_objects need)
    : reader_(type, fields, max_object_bytes, need)
{
}

void proto_list_decoder::hide(credential_mask mask)
{
    reader_.hide(mask);
    list_decoder::hide(std::move(mask));
}

void proto_list_decoder::feed(std::string_view piece)
{
    window_.append(piece);
}

proto_list_decoder::step proto_list_decoder::next()
{
    if (state_ == state::magic && !read_magic()) return step::need_more;
    while (window_.finish_drop()) {
        if (state_ == state::list && left_ == 0) state_ = state::after_list;
        auto const h = read_header();
        if (!h) return step::need_more;
        auto const done = state_ == state::list ? read_list(*h) : read_envelope(*h);
        if (done) return *done;
    }
    return step::need_more;
}

bool proto_list_decoder::read_magic()
{
    auto const seen = std::string_view(window_.begin(), std::min(window_.size(), detail::proto_magic.size()));
    if (!detail::proto_magic.starts_with(seen)) refuse(window_.describe(window_.begin(), mask_));
    if (seen != detail::proto_magic) return false;
    window_.consume(window_.begin() + seen.size());
    state_ = state::envelope;
    return true;
}

// Reads the header of the next field; nullopt if bytes are missing.
std::optional<proto_list_decoder::header> proto_list_decoder::read_header()
{
    std::uint64_t tag = 0, size = 0;
    auto const* p = detail::read_varint(window_.begin(), window_.end(), tag);
    bool const is_number = tag >> 3 != 0 && tag >> 32 == 0; // the rule of proto_fields
    if (p && (static_cast<wire>(tag & 7) != wire::bytes || !is_number))
        malformed(); // a list has no other forms
    if (p) p = detail::read_varint(p, window_.end(), size);
    if (!p && window_.size() >= longest_header) malformed();
    if (!p) return std::nullopt;
    header const h{static_cast<std::uint32_t>(tag >> 3), size, static_cast<std::size_t>(p - window_.begin())};
    if (state_ == state::list && (size > left_ || h.header_bytes > left_ - size)) malformed();
    return h;
}

std::string_view proto_list_decoder::bytes_of(header const& h) const noexcept
{
    auto const there = window_.size() - h.header_bytes;
    return {window_.begin() + h.header_bytes,
            static_cast<std::size_t>(std::min<std::uint64_t>(h.size, there))};
}

// Returns true if the content of the field has arrived. Only items may be large.
bool proto_list_decoder::is_complete(header const& h, std::size_t limit) const
{
    if (h.size > limit)
        throw api_error(errc::unexpected_content, "decode list", "a value beside the items is too large");
    return bytes_of(h).size() == h.size;
}

void proto_list_decoder::pass(header const& h)
{
    auto const size = h.header_bytes + h.size;
    if (state_ == state::list) left_ -= size;
    window_.drop_bytes(size);
}

// Reads a field of the envelope. Its field 2 is the list, which is not read as a whole but field by field.
std::optional<proto_list_decoder::step> proto_list_decoder::read_envelope(header const& h)
{
    if (h.number == 2 && state_ == state::after_list) malformed(); // the list was longer than its length says
    if (h.number == 2) {
        window_.consume(window_.begin() + h.header_bytes);
        left_ = h.size;
        state_ = state::list;
        return std::nullopt;
    }
    if (!is_complete(h, largest_list_value)) return step::need_more;
    if (h.number == 1) read_kind(bytes_of(h));
    if (h.number > 2 && h.size != 0) refuse("another encoding" + quoted(bytes_of(h)));
    pass(h);
    return std::nullopt;
}

std::optional<proto_list_decoder::step> proto_list_decoder::read_list(header const& h)
{
    if (h.number == 2) return read_item(h);
    if (h.number == 1) {
        if (!is_complete(h, largest_list_value)) return step::need_more;
        read_meta(bytes_of(h));
    }
    pass(h);
    return std::nullopt;
}

std::optional<proto_list_decoder::step> proto_list_decoder::read_item(header const& h)
{
    auto const there = bytes_of(h);
    auto const limit = reader_.max_object_bytes();
    if (h.size > limit) {
        auto const start = std::min(limit, detail::enough_for_identity);
        if (there.size() < start) return step::need_more;
        // The same bytes, wherever the network has cut.
        auto const failed = reader_.fail(detail::too_large(limit), there.substr(0, start));
        pass(h);
        return step_of(failed);
    }
    if (there.size() != h.size) return step::need_more;
    auto seen = reader_.read(there);
    if (seen == detail::proto_reader::outcome::fault) seen = reader_.fail(reader_.fault(), there);
    pass(h);
    return step_of(seen);
}

proto_list_decoder::step proto_list_decoder::step_of(detail::proto_reader::outcome found) noexcept
{
    switch (found) {
    case detail::proto_reader::outcome::object: return step::object;
    case detail::proto_reader::outcome::foreign: return step::foreign;
    case detail::proto_reader::outcome::fault: break;
    }
    return step::fault;
}

// Refuses an answer that is not a list, such as a single object: without this check, its fields would be read
// as those of a list.
void proto_list_decoder::read_kind(std::string_view type_meta) const
{
    detail::proto_envelope about;
    detail::read_type_meta(type_meta, about);
    if (!about.kind.ends_with("List")) refuse("an object of another kind" + quoted(about.kind));
}

// Returns ": " and the beginning of a text of the envelope. If the length of the list is damaged, the text
// behind the list may be a part of an object, whose contents must not be shown.
std::string proto_list_decoder::quoted(std::string_view text) const
{
    if (state_ == state::after_list) return {};
    return ": " + mask_.apply_to_excerpt(text.substr(0, 40));
}

void proto_list_decoder::read_meta(std::string_view message)
{
    detail::proto_scanner scanner;
    if (scanner.scan(meta_schema(meta_fields()), message, {}) == detail::proto_scanner::outcome::fault)
        refuse(meta_mistake(scanner.fault()));
    set_meta(scanner);
}

void proto_list_decoder::malformed() const
{
    throw api_error(errc::malformed_protobuf, "decode list", window_.position(window_.begin()));
}

void proto_list_decoder::refuse(std::string found)
{
    throw api_error(errc::unexpected_content, "decode list", std::move(found));
}

list_meta const& proto_list_decoder::finish()
{
    auto const is_whole = state_ == state::after_list || (state_ == state::list && left_ == 0);
    if (!is_whole || !window_.empty()) throw api_error(errc::truncated, "decode list");
    return meta_;
}

} // namespace coinformer::detail
