#pragma once

#include "api/protobuf/wire.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// Names a message: of an apiVersion ("apps/v1"), or of "meta" (k8s.io/apimachinery). Both are views into the
/// table.
struct proto_message {
    std::string_view section;
    std::string_view name;

    friend auto operator<=>(proto_message const&, proto_message const&) = default;
};

/// The type of a field: how its value stands on the wire, and what JSON makes of it.
enum class proto_type : std::uint8_t {
    opaque,        ///< the table does not say how JSON writes the value, so the field cannot be read
    string,        ///< a string
    boolean,       ///< true or false
    integer,       ///< a number without a fraction
    bytes,         ///< any bytes, which JSON writes as a string in base64
    time,          ///< a message Time, which JSON writes as a string with seconds, or as null
    micro_time,    ///< a message MicroTime, which JSON writes as a string with microseconds, or as null
    quantity,      ///< a message Quantity, which JSON writes as a string
    int_or_string, ///< a message IntOrString, which JSON writes as a number or as a string
    json,          ///< a message that holds JSON as a string
    message,       ///< any other message, which JSON writes as an object
};

/// Returns the form in which a value of this type stands on the wire. The entries of a map are messages, so
/// they are wire::bytes whatever the type of the values is.
constexpr wire form_of(proto_type type) noexcept
{
    return type == proto_type::integer || type == proto_type::boolean ? wire::varint : wire::bytes;
}

/// A field of a message, and how JSON writes it.
struct proto_field {
    proto_type type = proto_type::opaque;
    enum class cardinality : std::uint8_t { one, list, map, inlined } count = cardinality::one;
    bool keeps_zero = false; ///< JSON has the scalar even if it is empty or 0
    std::uint32_t number = 0;
    std::string_view name;
    proto_message message; ///< the message of a field whose type is proto_type::message
};

// The table is one text, lib/api/protobuf/fields.inc: "@section", and then for each message "Name: number
// name type …", for kinds "Name plural: …". Lines are broken anywhere between words. In front of a type
// stands * for a list, % for a map from strings, ^ for a message that is inlined (its members stand in its
// place), and ! for a field that keeps its zero. A type is "Name", "section:Name", or one of these letters: s
// string, b boolean, i integer, y bytes, t Time, u MicroTime, q Quantity, o IntOrString, j JSON inside a
// message, x opaque. A text is small and needs no constructor; it is searched when a projection is first
// used, and never read as a whole.

/// Returns the message of a built-in kind, by the names in its URL. Returns nullopt for a custom resource,
/// and for a kind that is newer or older than the table.
std::optional<proto_message> find_proto_kind(std::string_view api_version, std::string_view plural);

/// Returns the fields in the order of their numbers; none if there is no such message.
std::vector<proto_field> fields_of(proto_message const& message);

/// Returns all messages of the table, in its order. The place of a message is the same in each process that
/// has this table. Threads: any.
std::vector<proto_message> const& all_proto_messages();
/// Returns a hash of the table, which is the same in each process that has this table.
std::uint64_t proto_table_hash();

/// A kind of the table.
struct proto_kind {
    std::string_view api_version;
    std::string_view plural;
};
/// Returns all kinds of the table.
std::vector<proto_kind> all_proto_kinds();

} // namespace coinformer::detail
