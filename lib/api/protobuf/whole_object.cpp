#include <coinformer/api/whole_object.hpp>

#include "api/json/path.hpp"
#include "api/object/zstd_dictionary.hpp"
#include "api/protobuf/to_json.hpp"
#include "api/protobuf/whole_form.hpp"
#include "api/protobuf/wire.hpp"

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
    proto_fields first(message);
    if (first.next() && first.number() == metadata_field && first.form() == wire::bytes) {
        std::string metadata;
        metadata.reserve(first.bytes().size());
        append_metadata(metadata, first.bytes());
        append_varint(kept, metadata_field << 3 | static_cast<unsigned>(wire::bytes));
        append_varint(kept, metadata.size());
        kept += metadata;
        message.remove_prefix(static_cast<std::size_t>(first.position() - message.data()));
    }
    return kept.append(message);
}

std::optional<whole_protobuf> read_whole_form(std::string_view kept)
{
    if (kept.size() < head || kept.front() != mark) return std::nullopt;
    auto const byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(kept[i])); };
    return whole_protobuf{proto_names::numbered(static_cast<std::uint16_t>(byte(1) | byte(2) << 8)), kept.substr(head)};
}

std::string_view uncompressed(std::string_view kept, std::string& into)
{
    if (!is_zstd(kept)) return kept;
    into = zstd_decompress(kept);
    return into;
}

} // namespace detail

std::string whole_object::text_at(std::string_view pointer) const
{
    std::string room;
    auto const object = detail::uncompressed(stored_bytes(), room);
    auto const protobuf = detail::read_whole_form(object);
    if (!protobuf) return detail::plain_text(detail::value_at(object, pointer));
    return detail::proto_value_at(protobuf->names, protobuf->message, pointer, true).value_or(std::string());
}

std::string whole_object::json_at(std::string_view pointer) const
{
    std::string room;
    auto const object = detail::uncompressed(stored_bytes(), room);
    auto const protobuf = detail::read_whole_form(object);
    if (!protobuf) return std::string(detail::value_at(object, pointer));
    return detail::proto_value_at(protobuf->names, protobuf->message, pointer, false).value_or(std::string());
}

} // namespace coinformer
