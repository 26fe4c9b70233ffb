#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// Which message: of an apiVersion ("apps/v1"), or of "meta" (k8s.io/apimachinery). Views into the table.
struct proto_message {
    std::string_view section;
    std::string_view name;

    friend auto operator<=>(proto_message const&, proto_message const&) = default;
};

/// A field of a message, and how JSON writes it.
struct proto_field {
    /// Letters: s string, b boolean, i integer, y bytes (base64), t Time, u MicroTime, q Quantity, o IntOrString,
    /// j JSON in a message, x in a way of its own, m an object.
    char type = 'x';
    enum class has : std::uint8_t { one, list, map, inlined } count = has::one;
    bool keeps_zero = false; ///< JSON has a scalar even when it is empty or 0
    std::uint32_t number = 0;
    std::string_view name;
    proto_message message; ///< of m
};

// lib/api/protobuf/fields.inc holds it all as one text: "@section", then for each message "Name: number name type …",
// of kinds "Name plural: …"; lines are broken anywhere between words. Before the type: * list, % map of strings to it,
// ^ inlined (its members stand in its place), ! keeps zero. A type is a letter as above, "Name", or "section:Name".
// It is searched when a projection is first used, and never read as a whole.

/// The message of a built-in kind, by what its URL says. nullopt: a custom resource, or newer or older than the table.
std::optional<proto_message> find_proto_kind(std::string_view api_version, std::string_view plural);

/// In the order of their numbers; empty when there is no such message.
std::vector<proto_field> fields_of(proto_message const& message);

/// All kinds: api version and plural.
struct proto_kind {
    std::string_view api_version;
    std::string_view plural;
};
std::vector<proto_kind> all_proto_kinds();

} // namespace coinformer::detail
