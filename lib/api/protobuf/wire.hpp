#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace coinformer::detail {

/// The form of a protobuf field on the wire.
enum class wire : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

/// Reads a varint at `p`. Returns the first byte behind it, or nullptr if it does not end before `end`, or
/// has more than ten bytes.
inline char const* read_varint(char const* p, char const* end, std::uint64_t& value) noexcept
{
    value = 0;
    for (unsigned shift = 0; p != end && shift < 64; shift += 7) {
        auto const byte = static_cast<unsigned char>(*p++);
        value |= std::uint64_t(byte & 0x7f) << shift;
        if (byte < 0x80) return p;
    }
    return nullptr;
}

/// Goes from field to field of one message. If the message was cut off, it returns as much of the last field
/// as there is.
class proto_fields {
public:
    enum class end { whole, cut };
    explicit proto_fields(std::string_view message, end e = end::whole) noexcept
        : p_(message.data()), end_(message.data() + message.size()), is_cut_(e == end::cut)
    {
    }

    /// Goes to the next field. Returns false at the end, and if the bytes are not fields: is_malformed()
    /// tells which.
    bool next() noexcept
    {
        if (p_ == end_) return false;
        std::uint64_t tag = static_cast<unsigned char>(*p_);
        auto const* p = tag < 0x80 ? p_ + 1 : read_varint(p_, end_, tag);
        if (!p || tag >> 3 == 0 || tag >> 32 != 0) return stop();
        number_ = static_cast<std::uint32_t>(tag >> 3);
        form_ = static_cast<wire>(tag & 7);
        switch (form_) {
        case wire::bytes: p = p == end_ ? nullptr : read_bytes(p); break;
        case wire::varint: p = read_varint(p, end_, value_); break;
        case wire::fixed64: p = end_ - p < 8 ? nullptr : p + 8; break;
        case wire::fixed32: p = end_ - p < 4 ? nullptr : p + 4; break;
        default: p = nullptr; // groups: proto3 does not have them, and Kubernetes does not use them
        }
        if (!p) return stop();
        p_ = p;
        return true;
    }
    /// Goes to the next field if it has the same number again, as the elements of a list do.
    bool next_same() noexcept
    {
        auto const number = number_;
        auto const form = form_;
        std::uint64_t tag = 0;
        if (p_ == end_ || !read_varint(p_, end_, tag)) return false;
        return tag == (std::uint64_t(number) << 3 | static_cast<unsigned>(form)) && next();
    }

    char const* position() const noexcept { return p_; } ///< the place behind the field
    bool is_malformed() const noexcept { return is_malformed_; }
    std::uint32_t number() const noexcept { return number_; }
    wire form() const noexcept { return form_; }
    std::uint64_t value() const noexcept { return value_; } ///< the value of a varint
    /// The content of a field of the form wire::bytes.
    std::string_view bytes() const noexcept { return bytes_; }

private:
    char const* read_bytes(char const* p) noexcept
    {
        std::uint64_t size = static_cast<unsigned char>(*p);
        p = size < 0x80 ? p + 1 : read_varint(p, end_, size);
        if (!p) return nullptr;
        auto const left = static_cast<std::uint64_t>(end_ - p);
        if (size > left) {
            if (!is_cut_) return nullptr;
            size = left;
        }
        bytes_ = {p, static_cast<std::size_t>(size)};
        return p + size;
    }
    bool stop() noexcept
    {
        is_malformed_ = !is_cut_;
        return false;
    }

    char const* p_;
    char const* end_;
    bool is_cut_;
    bool is_malformed_ = false;
    wire form_ = wire::varint;
    std::uint32_t number_ = 0;
    std::uint64_t value_ = 0;
    std::string_view bytes_ = ""; // never a null pointer
}; // never a null pointer

/// The bytes in front of each protobuf object of Kubernetes.
inline constexpr std::string_view proto_magic{"k8s\0", 4};

/// The content of an envelope (runtime.Unknown).
struct proto_envelope {
    std::string_view api_version;
    std::string_view kind;
    std::string_view raw; ///< the object's message
};

/// Opens bytes that begin with the magic; `e` as for proto_fields. Returns nullopt if they are not an
/// envelope, or if its content is not protobuf.
std::optional<proto_envelope> open_envelope(std::string_view bytes,
                                            proto_fields::end e = proto_fields::end::whole);

/// Reads the first field of an envelope, TypeMeta, alone.
void read_type_meta(std::string_view message, proto_envelope& into,
                    proto_fields::end e = proto_fields::end::whole);

} // namespace coinformer::detail
