#pragma once

#include <string>
#include <string_view>

namespace coinformer::detail {

/// Makes a text harmless that a server or a file wrote, so that it may stand in one line of a log or a
/// message.
///
/// A white-space control character (line feed, carriage return, tab) becomes a space. Every other control
/// character (escape and the C1 set among them), every invisible character that moves or hides text on a
/// terminal (line separators, bidirectional overrides, zero-width characters, tags), and every byte that is
/// not UTF-8 becomes a question mark. Nothing else changes, and a harmless text stays as it is, so the
/// function may be applied twice.
std::string printable(std::string_view text);

/// Returns the text with a question mark in the place of each byte that is not UTF-8.
std::string in_utf8(std::string_view text);

/// True if printable() would change nothing.
bool is_printable(std::string_view text) noexcept;

/// Returns the part of a file's text that a message may cite: its beginning up to the first white space,
/// control character or quote, at most `limit_bytes`, followed by "..." if anything was left out. If a quote
/// is missing or misplaced in a YAML file, all that follows it becomes one value, secrets included; they
/// stand behind white space, or in a file without any, such as JSON, behind the quote of a key.
std::string cited(std::string_view text, std::size_t limit_bytes = 100);

} // namespace coinformer::detail
