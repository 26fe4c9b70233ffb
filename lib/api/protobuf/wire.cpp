#include "api/protobuf/wire.hpp"

namespace coinformer::detail {

void read_type_meta(std::string_view message, proto_envelope& into, proto_fields::end e)
{
    for (proto_fields f(message, e); f.next();) {
        if (f.form() != wire::bytes) continue;
        if (f.number() == 1) into.api_version = f.bytes();
        if (f.number() == 2) into.kind = f.bytes();
    }
}

std::optional<proto_envelope> open_envelope(std::string_view bytes, proto_fields::end e)
{
    if (!bytes.starts_with(proto_magic)) return std::nullopt;
    proto_envelope found;
    proto_fields f(bytes.substr(proto_magic.size()), e);
    while (f.next()) {
        if (f.form() != wire::bytes) continue;
        if (f.number() == 1) read_type_meta(f.bytes(), found, e);
        if (f.number() == 2) found.raw = f.bytes();
        if (f.number() > 2 && !f.bytes().empty()) return std::nullopt; // an encoding, or another content type
    }
    if (f.is_malformed()) return std::nullopt;
    return found;
}

} // namespace coinformer::detail
