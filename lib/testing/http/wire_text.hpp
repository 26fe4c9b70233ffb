#pragma once

#include "testing/http/request_handler.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// Returns the header of an answer. Without a length, the body comes in chunks.
std::string answer_head(canned_answer const& a, std::optional<std::size_t> length, bool keep_alive);
void append_chunk(std::string& out, std::string_view data);
inline constexpr std::string_view last_chunk = "0\r\n\r\n";

/// The JSON of a list: the text before its items, each item, and the text after them. Members of custom
/// resources are in alphabetical order, as a real server writes them, so metadata comes after the items.
std::string list_opening(list_answer const& a);
void append_item(std::string& out, list_answer const& a, stored_object const& item);
std::string list_closing(list_answer const& a);

} // namespace coinformer::testing::detail
