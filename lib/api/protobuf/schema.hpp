#pragma once

#include "api/object/schema.hpp"
#include "api/protobuf/field_table.hpp"
#include "api/protobuf/names.hpp"
#include "api/protobuf/wire.hpp"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::detail {

class proto_record;

/// What to do with one field number of a message.
struct proto_binding {
    proto_field::has count = proto_field::has::one;
    char type = 0; ///< a letter of proto_table.hpp; 0: the projection has no such member, skip
    wire form = wire::bytes;
    bool omits_zero = false;     ///< JSON leaves it out when it is empty or 0
    field const* of = nullptr;   ///< nullptr: inlined
    node const* value = nullptr; ///< the member's type, or its elements'; never optional or boxed
    std::size_t boxed_bytes = 0; ///< what the block needs for each, if it is boxed
    node const* container =
        nullptr; ///< list, vector, element, labels, map, entries, or a record that is read from a map
    proto_record const* fields = nullptr; ///< of m and of inlined; of a record that is read from a map, by field index
};

/// A record of a projection, bound to the message that it is read from: what to do, by number.
class proto_record {
public:
    explicit proto_record(record const& of) noexcept : of_(of) {}

    proto_binding const* find(std::uint32_t number) const noexcept
    {
        return number < by_number_.size() && by_number_[number].type ? &by_number_[number] : nullptr;
    }
    record const& of() const noexcept { return of_; }
    void add(std::uint32_t number, proto_binding b);

private:
    record const& of_;
    std::vector<proto_binding> by_number_;
};

/// A schema, bound to the protobuf message of a kind.
class proto_schema {
public:
    /// Compiled at the first call, for as long as the process lives. nullptr when protobuf cannot give all that the
    /// schema declares, exactly as JSON would; `reason` then says what: "spec.nodes: no such field". Threads: any.
    static proto_schema const* find(schema const& of, proto_message const& message, std::string& reason);

    explicit proto_schema(schema const& of, proto_message const& message);
    proto_schema(proto_schema const&) = delete;
    proto_schema& operator=(proto_schema const&) = delete;

    proto_record const& root() const noexcept { return *root_; }
    std::string const& reason() const noexcept { return reason_; } ///< empty when it may be used
    /// The message, when the projection keeps all of it.
    proto_names const* whole() const noexcept { return whole_; }
    /// Of whole messages; nullptr when they are not kept compressed.
    detail::compressor* compressor() const noexcept { return compressor_.get(); }

private:
    proto_record const* bind(record const& of, proto_message const& message);
    std::uint64_t bind_fields(proto_record& into, proto_message const& message); // those that it found, as bits
    void bind_field(proto_record& into, proto_field const& from, field const& f);
    bool bind_keys(proto_binding& b, proto_field const& from); // false: another type

    std::deque<proto_record> records_;
    std::map<std::pair<record const*, proto_message>, proto_record const*> bound_; // also ends recursion
    std::string reason_;
    proto_names const* whole_;
    std::unique_ptr<detail::compressor> compressor_;
    proto_record const* root_; // last: made with the others
};

/// The messages of k8s.io/apimachinery that every kind may come with.
inline constexpr proto_message status_message{"meta", "Status"};
inline constexpr proto_message list_meta_message{"meta", "ListMeta"};
inline constexpr proto_message metadata_message{"meta", "PartialObjectMetadata"};

} // namespace coinformer::detail
