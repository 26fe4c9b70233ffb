#pragma once

#include "api/protobuf/field_table.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <string_view>

namespace coinformer::detail {

/// The fields of one message by number and by name, for who reads protobuf without a projection. Compiled when it is
/// first asked for, and there as long as the process. Threads: any.
class proto_names {
public:
    static proto_names const& of(proto_message const& message);
    /// What number() said.
    static proto_names const& numbered(std::uint16_t number);
    explicit proto_names(proto_message const& message, std::uint16_t number);

    std::uint16_t number() const noexcept { return number_; }
    /// Whether the table says of each field, and of all in them, how JSON writes it.
    bool is_complete() const;

    struct entry : proto_field {
        explicit entry(proto_field f) : proto_field(f) {}
        /// Of m.
        proto_names const& inner() const;

    private:
        mutable std::atomic<proto_names const*> inner_{nullptr};
    };
    entry const* find(std::uint32_t field) const noexcept;
    /// Not those of inlined messages.
    entry const* find(std::string_view name) const noexcept;
    std::deque<entry> const& fields() const noexcept { return fields_; }

private:
    std::uint16_t number_;
    std::deque<entry> fields_; // by number
};

} // namespace coinformer::detail
