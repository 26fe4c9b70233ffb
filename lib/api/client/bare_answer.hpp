#pragma once

#include <coinformer/transport/http.hpp>

#include <string>
#include <string_view>

namespace coinformer::detail {

/// Describes an answer that is no Status, such as the page of a proxy: its HTTP status, its type, the first
/// characters of its body, and where it redirects to. The text has one line, and is masked.
std::string words_of(http_response const& answer, std::string_view body);

/// An answer that names no type counts as JSON (encoding_of). Throws errc::unexpected_content if its body is
/// no JSON object, as the page of a proxy: the text of words_of() says more than an error of the decoder.
/// `path` is the object's.
void check_untyped(http_response const& answer, std::string_view body, std::string_view path);

} // namespace coinformer::detail
