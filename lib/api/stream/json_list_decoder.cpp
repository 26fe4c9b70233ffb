#include "api/stream/json_list_decoder.hpp"

#include "api/object/scalar.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

json_list_decoder::json_list_decoder(detail::object_type const& type, std::size_t max_object_bytes,
                                     needed_objects need)
    : reader_(type, max_object_bytes, need)
{
}

void json_list_decoder::hide(credential_mask mask)
{
    reader_.hide(mask);
    list_decoder::hide(std::move(mask));
}

void json_list_decoder::feed(std::string_view piece)
{
    window_.append(piece);
}

json_list_decoder::step json_list_decoder::next()
{
    if (!window_.finish_drop()) {
        if (window_.is_endless()) malformed(window_.begin());
        return step::need_more;
    }
    while (window_.skip_space()) {
        auto const c = *window_.begin();
        switch (state_) {
        case state::start: open(c); break;
        case state::first_key:
        case state::key:
            if (c == '}' && state_ == state::first_key)
                take_one(state::end);
            else if (!read_key())
                return step::need_more;
            break;
        case state::colon:
            expect(c == ':');
            take_one(state::value);
            break;
        case state::value:
            if (!read_value()) return step::need_more;
            break;
        case state::after_value:
            expect(c == ',' || c == '}');
            take_one(c == ',' ? state::key : state::end);
            break;
        case state::first_item:
            if (c == ']')
                take_one(state::after_value);
            else
                state_ = state::item;
            break;
        case state::item: return read_item();
        case state::after_item:
            expect(c == ',' || c == ']');
            take_one(c == ',' ? state::item : state::after_value);
            break;
        case state::end: expect(false);
        }
    }
    return step::need_more;
}

void json_list_decoder::open(char c)
{
    if (c != '{')
        throw api_error(errc::unexpected_content, "decode list",
                        "a list is expected " + window_.describe(window_.begin(), mask_));
    take_one(state::first_key);
}

void json_list_decoder::take_one(state then)
{
    window_.consume(window_.begin() + 1);
    state_ = then;
}

void json_list_decoder::expect(bool is_right)
{
    if (!is_right) malformed(window_.begin());
}

void json_list_decoder::malformed(char const* at) const
{
    throw api_error(errc::malformed_json, "decode list", window_.position(at));
}

// Returns true if the value at the front is complete, and false if bytes are missing.
bool json_list_decoder::complete_value()
{
    switch (window_.find_value(largest_list_value)) {
    case detail::byte_window::value::need_more: return false;
    case detail::byte_window::value::complete: return true;
    case detail::byte_window::value::too_large:
        throw api_error(errc::unexpected_content, "decode list",
                        "a value beside the items is too large: " +
                            mask_.apply_to_excerpt(key_.substr(0, 100)));
    case detail::byte_window::value::none: break;
    }
    malformed(window_.begin());
}

bool json_list_decoder::read_key()
{
    expect(*window_.begin() == '"');
    if (!complete_value()) return false;
    key_ = detail::decode_escapes({window_.begin() + 1, window_.value_end() - 1});
    window_.consume(window_.value_end());
    state_ = state::colon;
    return true;
}

// Reads the value of a member of the list itself. Only `items` and `metadata` are used; the first of each
// counts.
bool json_list_decoder::read_value()
{
    auto const is_items = key_ == "items" && !has_items_;
    if (is_items && *window_.begin() == '[') {
        has_items_ = true;
        take_one(state::first_item);
        return true;
    }
    if (!complete_value()) return false;
    std::string_view const value(window_.begin(), window_.value_end());
    if (is_items) {
        if (value != "null") throw api_error(errc::unexpected_content, "decode list", "items is no array");
        has_items_ = true; // null is how an empty list may be written
    } else if (key_ == "metadata" && !has_metadata_ && value != "null") {
        has_metadata_ = true;
        read_metadata();
    }
    window_.consume(window_.value_end());
    state_ = state::after_value;
    return true;
}

void json_list_decoder::read_metadata()
{
    detail::object_scanner scanner;
    using outcome = detail::object_scanner::outcome;
    switch (scanner.scan(meta_fields(), window_.begin(), window_.end(), {})) {
    case outcome::complete: break;
    case outcome::fault:
        throw api_error(errc::unexpected_content, "decode list", meta_mistake(scanner.fault()));
    default: malformed(scanner.is_malformed() ? scanner.position() : window_.value_end());
    }
    set_meta(scanner);
}

// Reads the item at the front. An item that is not there as a whole is read again, from its beginning,
// whenever a scan is due. A mistake is reported early only if it lies before the place that
// byte_window::scanned() returns; otherwise the end of the item is awaited, so that the network's cuts make
// no difference.
json_list_decoder::step json_list_decoder::read_item()
{
    using outcome = detail::object_reader::outcome;
    using value = detail::byte_window::value;
    auto const* const begin = window_.begin();
    auto const limit = reader_.max_object_bytes();

    if (window_.scan_is_due()) { // most items arrive as a whole
        auto const seen = reader_.read(begin, window_.end());
        if (seen == outcome::object) return finish_item(step::object, reader_.object_end());
        if (seen == outcome::foreign) return finish_item(step::foreign, reader_.object_end());
        auto const* const certain = window_.scanned(limit);
        if (seen == outcome::malformed && reader_.position() < certain) malformed(reader_.position());
    }
    switch (window_.find_value(limit)) {
    case value::need_more: return step::need_more;
    case value::too_large: {
        auto const start = detail::padded({begin, limit}); // the same bytes, wherever the network has cut
        auto const failed = reader_.fail(detail::too_large(limit), start.data(), start.data() + limit);
        window_.drop_value(detail::longest_dropped(limit));
        state_ = state::after_item;
        return step_of(failed);
    }
    case value::none: // the read below finds the mistake
    case value::complete: break;
    }
    switch (reader_.read(begin, window_.end())) {
    case outcome::object: return finish_item(step::object, reader_.object_end());
    case outcome::foreign: return finish_item(step::foreign, reader_.object_end());
    case outcome::malformed: malformed(reader_.position());
    case outcome::incomplete: malformed(window_.value_end());
    case outcome::fault: break;
    }
    auto const failed = reader_.fail(reader_.fault(), begin, window_.value_end());
    return finish_item(step_of(failed), window_.value_end());
}

// An object that does not decode may be foreign nevertheless.
json_list_decoder::step json_list_decoder::step_of(object_reader::outcome failed) noexcept
{
    return failed == object_reader::outcome::foreign ? step::foreign : step::fault;
}

// Called when an item was read. If it is an object, take_object() fetches it.
json_list_decoder::step json_list_decoder::finish_item(step found, char const* end)
{
    window_.consume(end);
    state_ = state::after_item;
    return found;
}

detail::object_ref json_list_decoder::take_object()
{
    return reader_.take();
}

list_meta const& json_list_decoder::finish()
{
    if (state_ != state::end) throw api_error(errc::truncated, "decode list");
    if (!has_items_) throw api_error(errc::unexpected_content, "decode list", "a JSON object without items");
    return meta_;
}

} // namespace coinformer::detail
