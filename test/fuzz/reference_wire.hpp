#pragma once

#include "reference_scalars.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

// A plain reader of protobuf's fields, which shares no code with the library's own.

namespace fuzz {

struct wire_field {
    std::uint64_t number = 0;
    unsigned form = 0; ///< 0: varint, 1: eight bytes, 2: a length and bytes, 5: four bytes
    std::uint64_t value = 0;
    std::string_view bytes = {};

    std::int64_t integer() const noexcept { return static_cast<std::int64_t>(value); }
};

[[noreturn]] inline void malformed()
{
    throw misfit{errc::malformed_protobuf, ""};
}

/// Takes one varint off the front. Returns nullopt if none ends within the bytes or within ten bytes.
inline std::optional<std::uint64_t> take_varint(std::string_view& bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i != 10 && i != bytes.size(); ++i) {
        auto const byte = static_cast<unsigned char>(bytes[i]);
        value += std::uint64_t(byte % 128) << 7 * i;
        if (byte >= 128) continue;
        bytes.remove_prefix(i + 1);
        return value;
    }
    return std::nullopt;
}

/// `cut` means that the bytes are only the beginning of a message.
enum class message_end { whole, cut };

/// Takes one field off the front of a message that is not empty. Throws a misfit if the bytes are no field.
inline wire_field take_field(std::string_view& message, message_end end = message_end::whole)
{
    constexpr std::uint64_t largest_number = (1 << 29) - 1;
    auto const tag = take_varint(message);
    if (!tag || *tag / 8 == 0 || *tag / 8 > largest_number) malformed();
    wire_field f{*tag / 8, static_cast<unsigned>(*tag % 8)};
    std::uint64_t size = 0;
    switch (f.form) {
    case 0: {
        auto const value = take_varint(message);
        if (!value) malformed();
        f.value = *value;
        return f;
    }
    case 1: size = 8; break;
    case 5: size = 4; break;
    case 2: {
        auto const length = take_varint(message);
        if (!length) malformed();
        size = *length;
        break;
    }
    default: malformed();
    }
    if (size > message.size() && (end == message_end::whole || f.form != 2)) malformed();
    f.bytes = message.substr(0, static_cast<std::size_t>(size));
    message.remove_prefix(f.bytes.size());
    return f;
}

/// Calls `read` for each field of a message.
template <class F>
void for_each_field(std::string_view message, F read)
{
    while (!message.empty()) read(take_field(message));
}

/// Returns the bytes of the last field with this number.
inline std::string_view last_bytes(std::string_view message, std::uint64_t number)
{
    std::string_view found;
    for_each_field(message, [&](wire_field const& f) {
        if (f.number == number && f.form == 2) found = f.bytes;
    });
    return found;
}

inline std::int64_t last_integer(std::string_view message, std::uint64_t number)
{
    std::int64_t found = 0;
    for_each_field(message, [&](wire_field const& f) {
        if (f.number == number && f.form == 0) found = f.integer();
    });
    return found;
}

} // namespace fuzz
