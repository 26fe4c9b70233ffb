#include "api/protobuf/object_reader.hpp"

#include "api/json/object_reader.hpp"
#include "core/process_wide.hpp"

namespace coinformer::detail {

namespace {

// Reads the identity of an object of any kind: metadata is the first field of each.
proto_schema const& identity_fields()
{
    static auto const& fields = process_wide<proto_schema>(identity_schema(), metadata_message);
    return fields;
}

} // namespace

proto_reader::outcome proto_reader::read(std::string_view message)
{
    switch (scanner_.scan(fields_, message, need_)) {
    case proto_scanner::outcome::complete: break;
    case proto_scanner::outcome::known: object_ = scanner_.take_known(); return outcome::object;
    case proto_scanner::outcome::foreign: foreign_key_ = scanner_.identity_key(); return outcome::foreign;
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

proto_reader::outcome proto_reader::fail(decode_fault fault, std::string_view message)
{
    fault_ = std::move(fault);
    scanner_.scan(identity_fields(), message, {}, proto_fields::end::cut);
    auto const key = scanner_.identity_key();
    fault_.ns = key.ns;
    fault_.name = key.name;
    auto const uid = scanner_.identity_of(identity::uid);
    bool const is_foreign = need_.share && need_.share->is_foreign_fault(key, uid);
    fault_ = without_credentials(std::move(fault_), mask_);
    foreign_key_ = {fault_.ns, fault_.name};
    return is_foreign ? outcome::foreign : outcome::fault;
}

void proto_reader::fail(decode_fault fault)
{
    fault_ = without_credentials(std::move(fault), mask_);
}

} // namespace coinformer::detail
