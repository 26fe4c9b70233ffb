#pragma once

#include "api/protobuf/field_table.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The fields of one message, by number and by name, for code that reads protobuf without a projection: whole
/// objects and JSON that is made of them. Each message is compiled when it is first asked for, and stays as
/// long as the process.
///
/// Threads    any.
class proto_names {
public:
    /// Returns the fields of a message.
    static proto_names const& of(proto_message const& message);
    /// Returns the message that has this number(). A number takes less room in an object than a name. It is
    /// the place of the message in the table (all_proto_messages()), so that each process has the same
    /// numbers. Only a message that the table lacks has a number of this process, behind those of the table.
    static proto_names const& numbered(std::uint16_t number);
    explicit proto_names(proto_message const& message, std::uint16_t number);

    std::uint16_t number() const noexcept { return number_; }
    proto_message const& message() const noexcept { return message_; }
    /// Returns true if the table says for each field, and for all fields inside it, how JSON writes it.
    bool is_complete() const;

    /// One field, with a link to the names of its message, which is looked up when it is first needed.
    struct entry : proto_field {
        explicit entry(proto_field f) : proto_field(f) {}
        /// Returns the names of the message that a field of proto_type::message holds.
        proto_names const& inner() const;

    private:
        mutable std::atomic<proto_names const*> inner_{nullptr};
    };
    entry const* find(std::uint32_t field) const noexcept;
    /// Finds a field by its JSON name. Fields of inlined messages are not found.
    entry const* find(std::string_view name) const noexcept;
    std::deque<entry> const& fields() const noexcept { return fields_; }

private:
    void add_name(entry const& e);

    proto_message message_;
    std::uint16_t number_;
    std::deque<entry> fields_; // sorted by their numbers
    std::vector<entry const*>
        by_name_; // a hash table, at most half full; where two names meet, the next place
};

} // namespace coinformer::detail
