#include "api/protobuf/object_reader.hpp"

#include "api/json/object_reader.hpp"

namespace coinformer::detail {

namespace {

// Reads the identity of an object of any kind: metadata is the first field of each.
proto_schema const& identity_fields()
{
    static proto_schema const fields(identity_schema(), metadata_message);
    return fields;
}

} // namespace

proto_reader::outcome proto_reader::read(std::string_view message)
{
    switch (scanner_.scan(fields_, message, known_)) {
    case proto_scanner::outcome::complete: break;
    case proto_scanner::outcome::known: object_ = scanner_.take_known(); return outcome::object;
    case proto_scanner::outcome::fault: fault_ = std::move(scanner_.fault()); return outcome::fault;
    }
    if (scanner_.identity_key().name.empty() && !type_.is_anonymous) {
        fault_ = nameless(scanner_.identity_key());
        return outcome::fault;
    }
    if (auto large = too_large_in_memory(scanner_, max_object_bytes_)) {
        fault_ = std::move(*large);
        return outcome::fault;
    }
    object_ = builder_.build(type_, scanner_);
    return outcome::object;
}

void proto_reader::fail(decode_fault fault, std::string_view message)
{
    fault_ = std::move(fault);
    scanner_.scan(identity_fields(), message, nullptr, proto_fields::end::cut);
    fault_.ns = scanner_.identity_key().ns;
    fault_.name = scanner_.identity_key().name;
    fault_ = without_credentials(std::move(fault_), mask_);
}

void proto_reader::fail(decode_fault fault)
{
    fault_ = without_credentials(std::move(fault), mask_);
}

} // namespace coinformer::detail
