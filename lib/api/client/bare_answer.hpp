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

/// Throws errc::unexpected_content if an answer that must be a JSON object is none. A proxy that answers 200
/// with a page of its own, or that cuts the server's answer, looks neither like a server that has done what
/// it was asked for, nor like a failure after which the same change may be sent again (errc::truncated).
/// `verb` and `path` are those of the request.
void check_object(std::string const& verb, std::string const& path, std::string_view body);

} // namespace coinformer::detail
