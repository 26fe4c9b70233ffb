#pragma once

#include "api/object/schema.hpp"
#include "api/protobuf/field_table.hpp"
#include "api/protobuf/names.hpp"
#include "api/protobuf/wire.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::detail {

class proto_record;

/// What the scanner does with one field number of a message: the link between a field of the protobuf schema
/// and a member of the projection.
struct proto_binding {
    proto_field::cardinality count = proto_field::cardinality::one;
    proto_type type = proto_type::opaque; ///< opaque: the projection has no such member, so it is skipped
    wire form = wire::bytes;
    bool omits_zero = false;     ///< JSON leaves the field out if it is empty or 0
    field const* of = nullptr;   ///< the member; nullptr if the field is an inlined message
    node const* value = nullptr; ///< the type of the member, or of its elements; never optional or boxed
    std::size_t boxed_bytes = 0; ///< the bytes that each value needs in the block, if it is boxed
    /// The container: list, vector, element, labels, map, entries, or a record that is read from a map.
    node const* container = nullptr;
    /// The fields of a message, be it a value or inlined; for a record that is read from a map, by the index
    /// of its fields.
    proto_record const* fields = nullptr;
};

/// A record of a projection, bound to the message from which it is read: a table from field numbers to
/// bindings.
class proto_record {
public:
    explicit proto_record(record const& of) noexcept : of_(of) {}

    proto_binding const* find(std::uint32_t number) const noexcept
    {
        if (number >= by_number_.size() || by_number_[number].type == proto_type::opaque) return nullptr;
        return &by_number_[number];
    }
    record const& of() const noexcept { return of_; }
    void add(std::uint32_t number, proto_binding b);

private:
    record const& of_;
    std::vector<proto_binding> by_number_;
};

/// A schema, bound to the protobuf message of a kind. It is compiled once and then constant. If the two do
/// not fit together, reason() says why, and the objects are read from JSON.
///
/// Threads    any, because it does not change.
class proto_schema {
public:
    /// Returns the bound schema, which the first call compiles, and which lives as long as the process.
    /// Returns nullptr if protobuf cannot give everything that the schema declares exactly as JSON would;
    /// `reason` then says what is missing: "spec.nodes: no such field".
    ///
    /// Threads    any.
    static proto_schema const* find(schema const& of, proto_message const& message, std::string& reason);

    explicit proto_schema(schema const& of, proto_message const& message);
    proto_schema(proto_schema const&) = delete;
    proto_schema& operator=(proto_schema const&) = delete;

    proto_record const& root() const noexcept { return *root_; }
    std::string const& reason() const noexcept { return reason_; } ///< empty if the schema can be used
    /// Returns the names of the message, if the projection keeps whole objects.
    proto_names const* whole() const noexcept { return whole_; }
    /// Returns the compressor for whole messages; nullptr if the projection keeps none compressed.
    detail::compressor* compressor() const noexcept { return compressor_.get(); }

private:
    proto_record const* bind(record const& of, proto_message const& message);
    std::uint64_t bind_fields(proto_record& into, proto_message const& message); // returns their bits
    void bind_field(proto_record& into, proto_field const& from, field const& f);
    bool bind_keys(proto_binding& b, proto_field const& from); // returns false if a type does not fit

    std::deque<proto_record> records_;
    // By record and message; it also ends recursion.
    std::map<std::pair<record const*, proto_message>, proto_record const*> bound_;
    std::string reason_;
    proto_names const* whole_;
    std::unique_ptr<detail::compressor> compressor_;
    proto_record const* root_; // has to be the last member: it is made with the others
};

/// The messages of k8s.io/apimachinery that a server may send for any kind.
inline constexpr proto_message status_message{"meta", "Status"};
inline constexpr proto_message list_meta_message{"meta", "ListMeta"};
inline constexpr proto_message metadata_message{"meta", "PartialObjectMetadata"};

} // namespace coinformer::detail
