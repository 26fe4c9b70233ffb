#include <coinformer/api/whole_object.hpp>

#include "api/json/path.hpp"
#include "api/object/zstd_dictionary.hpp"
#include "api/protobuf/to_json.hpp"
#include "api/protobuf/whole_form.hpp"
#include "api/protobuf/wire.hpp"

#include <utility>

namespace coinformer {

namespace detail {

namespace {

constexpr char mark = '\1';                 // no JSON begins with it
constexpr std::size_t head = 3;             // the mark, and the number of the message
constexpr std::uint32_t metadata_field = 1; // the same number in every kind

std::uint32_t managed_fields()
{
    static auto const number = proto_names::of({"meta", "ObjectMeta"}).find("managedFields")->number;
    return number;
}

void append_varint(std::string& to, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7) to += static_cast<char>(value | 0x80);
    to += static_cast<char>(value);
}

void append_metadata(std::string& to, std::string_view metadata)
{
    proto_fields from(metadata);
    for (auto const* begin = metadata.data(); from.next(); begin = from.position())
        if (from.number() != managed_fields()) to.append(begin, from.position());
}

} // namespace

std::string whole_form(proto_names const& names, std::string_view message)
{
    std::string kept;
    kept.reserve(head + message.size());
    kept += mark;
    kept += static_cast<char>(names.number() & 0xff);
    kept += static_cast<char>(names.number() >> 8);
    proto_fields from(message); // a server writes metadata first
    for (auto const* begin = message.data(); from.next(); begin = from.position()) {
        if (from.number() != metadata_field || from.form() != wire::bytes) continue;
        kept.append(message.data(), begin);
        std::string metadata;
        metadata.reserve(from.bytes().size());
        append_metadata(metadata, from.bytes());
        append_varint(kept, metadata_field << 3 | static_cast<unsigned>(wire::bytes));
        append_varint(kept, metadata.size());
        kept += metadata;
        message.remove_prefix(static_cast<std::size_t>(from.position() - message.data()));
        break;
    }
    return kept.append(message);
}

namespace {

std::optional<std::uint16_t> message_number(std::string_view kept) noexcept
{
    if (kept.size() < head || kept.front() != mark) return std::nullopt;
    auto const byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(kept[i]));
    };
    return static_cast<std::uint16_t>(byte(1) | byte(2) << 8);
}

} // namespace

std::optional<whole_protobuf> read_whole_form(std::string_view kept)
{
    auto const number = message_number(kept);
    if (!number) return std::nullopt;
    return whole_protobuf{proto_names::numbered(*number), kept.substr(head)};
}

bool is_whole_form(std::string_view kept)
{
    auto const number = message_number(kept);
    if (!number || *number >= all_proto_messages().size()) return false;
    proto_fields from(kept.substr(head));
    while (from.next()) {
    }
    return !from.is_malformed();
}

std::string_view uncompressed(std::string_view kept, std::string& into)
{
    if (!is_zstd(kept)) return kept;
    into = zstd_decompress(kept);
    return into;
}

std::string_view index_of_whole_form(proto_whole_indexer& indexer, std::string_view kept)
{
    auto const whole = read_whole_form(kept);
    return whole ? indexer.index(whole->names, whole->message, kept.size()) : no_index;
}

namespace {

// An object that is kept as it is. Only such objects have an index.
struct kept_object {
    std::string_view bytes;
    whole_index index;
};

std::optional<std::string_view> value_of(kept_object const& o, std::string_view pointer, bool plain,
                                         std::string& room)
{
    if (auto const protobuf = read_whole_form(o.bytes))
        return proto_value_at(protobuf->names, protobuf->message, pointer, plain, room, o.index);
    auto const value = value_at(o.bytes, pointer, o.index);
    if (value.empty()) return std::nullopt;
    return plain ? plain_view(value, room) : value;
}

// Returns a part of the object or of `room`; nullopt if there is nothing.
std::optional<std::string_view> read_value(kept_object const& o, std::string_view pointer, bool plain,
                                           std::string& room)
{
    if (!is_zstd(o.bytes)) return value_of(o, pointer, plain, room);
    auto const object = zstd_decompress(o.bytes);
    std::string made;
    auto const value = value_of({object, {}}, pointer, plain, made);
    if (!value) return std::nullopt;
    return room.assign(*value); // the decompressed object does not outlive this call
}

std::string owned(std::optional<std::string_view> value, std::string& room)
{
    if (!value) return {};
    return value->data() == room.data() ? std::move(room) : std::string(*value);
}

kept_object kept_at(block_ref const& ref) noexcept
{
    auto const* const bytes = ref.data<char>();
    return {{bytes, ref.size}, ref.size == 0 ? whole_index() : whole_index(bytes + ref.size)};
}

std::optional<std::string_view> read_part(kept_object const& o, whole_part part, std::string_view name,
                                          std::string& room)
{
    if (!o.index.knows_all(part)) return read_value(o, pointer_to(part, name), true, room);
    if (auto const protobuf = read_whole_form(o.bytes))
        return proto_part_value(protobuf->message, part, name, room, o.index);
    auto const value = part_value(o.bytes, part, name, o.index);
    if (value.empty()) return std::nullopt;
    return plain_view(value, room);
}

} // namespace

} // namespace detail

std::string_view whole_object::text_at(std::string_view pointer, std::string& room) const
{
    return detail::read_value(detail::kept_at(ref_), pointer, true, room).value_or(std::string_view());
}

std::string whole_object::text_at(std::string_view pointer) const
{
    std::string room;
    return detail::owned(detail::read_value(detail::kept_at(ref_), pointer, true, room), room);
}

std::string whole_object::json_at(std::string_view pointer) const
{
    std::string room;
    return detail::owned(detail::read_value(detail::kept_at(ref_), pointer, false, room), room);
}

std::optional<std::string_view> whole_object::label(std::string_view name, std::string& room) const
{
    return detail::read_part(detail::kept_at(ref_), detail::whole_part::labels, name, room);
}

std::optional<std::string_view> whole_object::annotation(std::string_view name, std::string& room) const
{
    return detail::read_part(detail::kept_at(ref_), detail::whole_part::annotations, name, room);
}

} // namespace coinformer
