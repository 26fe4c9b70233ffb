#pragma once

#include "api/protobuf/whole_indexer.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Returns the form in which a whole_object keeps an object in protobuf: the number of its message, and its
/// bytes without managedFields. It does not begin with a brace, as JSON does. Call it after the metadata was
/// read, which proves that the bytes are protobuf; all other fields are kept as they came.
std::string whole_form(proto_names const& names, std::string_view message);

/// A whole object in protobuf: its message, and the names of that message's fields.
struct whole_protobuf {
    proto_names const& names;
    std::string_view message;
};
/// Returns nullopt if `kept` is JSON, or empty.
std::optional<whole_protobuf> read_whole_form(std::string_view kept);

/// Returns true if bytes of a file are an object in this form: it names a message of the table, and is made
/// of fields. The contents of the fields are not looked at, as whole_form() does not.
bool is_whole_form(std::string_view kept);

/// Returns the index of an object in this form.
std::string_view index_of_whole_form(proto_whole_indexer& indexer, std::string_view kept);

/// Undoes compression. Returns `kept` itself, or the decompressed bytes, which are put into `into`.
std::string_view uncompressed(std::string_view kept, std::string& into);

} // namespace coinformer::detail
