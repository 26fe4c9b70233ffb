#pragma once

#include "cut_bytes.hpp"
#include "unit/api/show_object.hpp"

#include "api/json/validator.hpp"
#include "api/stream/list_decoder.hpp"
#include "api/stream/watch_decoder.hpp"

#include <coinformer/core/error.hpp>

#include <string>
#include <string_view>

// Everything that a decoder reports of bytes, as text: its steps, objects, versions, faults, and its refusal.

namespace test {

namespace detail {

/// Removes the excerpt of the bytes at the end of a message, which may be shorter if fewer bytes have
/// arrived.
inline std::string without_excerpt(std::string_view message)
{
    return std::string(message.substr(0, message.find(": \"")));
}

inline std::string refused(coinformer::api_error const& e)
{
    return "refused: " + without_excerpt(e.what()) + '\n';
}

template <class T>
std::string said_by(coinformer::detail::list_decoder& decoder, coinformer::detail::list_decoder::step s)
{
    using step = coinformer::detail::list_decoder::step;
    if (s == step::fault) return "fault: " + decoder.fault().message();
    if (s == step::foreign) return "foreign " + to_string(decoder.passed_over());
    return "object " + show_object<T>(decoder.take_object());
}

template <class T>
std::string said_by(coinformer::detail::watch_decoder& decoder, coinformer::detail::watch_decoder::step s)
{
    using step = coinformer::detail::watch_decoder::step;
    auto const version = '@' + std::string(decoder.resource_version()) + ' ';
    switch (s) {
    case step::added: return "added " + version + show_object<T>(decoder.take_object());
    case step::modified: return "modified " + version + show_object<T>(decoder.take_object());
    case step::deleted: return "deleted " + version + show_object<T>(decoder.take_object());
    case step::foreign: return "foreign " + version + to_string(decoder.passed_over());
    case step::bookmark: return "bookmark " + version + (decoder.initial_events_end() ? "end" : "");
    case step::error:
        return "error " + decoder.status().reason + ": " + decoder.status().message + ' ' +
               make_error_code(decoder.error()).message();
    default:
        return (decoder.is_deletion() ? "deletion fault " : "fault ") + version + decoder.fault().message();
    }
}

inline std::string end_of(coinformer::detail::list_decoder& decoder)
{
    auto const& meta = decoder.finish();
    return "end " + meta.resource_version + ' ' + meta.continue_token + ' ' +
           std::to_string(meta.remaining.value_or(0)) + '\n';
}

inline std::string end_of(coinformer::detail::watch_decoder& decoder)
{
    return decoder.idle() ? "idle\n" : "half an event\n";
}

} // namespace detail

/// Feeds the bytes to a decoder, and returns its transcript. `T` is the projection that the decoder reads.
template <class T, class Decoder>
std::string transcript(Decoder& decoder, std::string_view bytes, cutting how)
{
    std::string all;
    try {
        how.apply(bytes, [&](std::string_view piece) {
            decoder.feed(piece);
            for (auto s = decoder.next(); s != Decoder::step::need_more; s = decoder.next())
                all += detail::said_by<T>(decoder, s) + '\n';
            return true;
        });
        all += detail::end_of(decoder);
    } catch (coinformer::api_error const& e) {
        all += detail::refused(e);
    }
    return all;
}

/// Leaves out Boost.JSON's explanation: when a token is cut, it names another place, or another mistake in
/// the same token.
inline bool is_valid(std::string_view bytes, cutting how)
{
    coinformer::detail::json_validator validator;
    bool is_right = true;
    how.apply(bytes,
              [&](std::string_view piece) { return is_right = validator.feed(piece) == piece.size(); });
    return is_right;
}

} // namespace test
