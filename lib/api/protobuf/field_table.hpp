#pragma once

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

/// A field of a message, and how JSON writes it.
struct proto_field {
    /// The type of the field, as a letter of the table: s string, b boolean, i integer, y bytes (base64), t
    /// Time, u MicroTime, q Quantity, o IntOrString, j JSON inside a message, x a form of its own, m an
    /// object.
    char type = 'x';
    enum class cardinality : std::uint8_t { one, list, map, inlined } count = cardinality::one;
    bool keeps_zero = false; ///< JSON has the scalar even if it is empty or 0
    std::uint32_t number = 0;
    std::string_view name;
    proto_message message; ///< for the type m
};

// The table is one text, lib/api/protobuf/fields.inc: "@section", and then for each message "Name: number
// name type …", for kinds "Name plural: …". Lines are broken anywhere between words. In front of a type
// stands * for a list, % for a map from strings, ^ for a message that is inlined (its members stand in its
// place), and ! for a field that keeps its zero. A type is a letter as above, "Name", or "section:Name". A
// text is small and needs no constructor; it is searched when a projection is first used, and never read as a
// whole.

/// Returns the message of a built-in kind, by the names in its URL. Returns nullopt for a custom resource,
/// and for a kind that is newer or older than the table.
std::optional<proto_message> find_proto_kind(std::string_view api_version, std::string_view plural);

/// Returns the fields in the order of their numbers; none if there is no such message.
std::vector<proto_field> fields_of(proto_message const& message);

/// A kind of the table.
struct proto_kind {
    std::string_view api_version;
    std::string_view plural;
};
/// Returns all kinds of the table.
std::vector<proto_kind> all_proto_kinds();

} // namespace coinformer::detail
