#pragma once

#include "api/object/scanned_object.hpp"
#include "api/protobuf/schema.hpp"

#include <string>
#include <string_view>

namespace coinformer::detail {

/// Walks one protobuf message once and notes what the schema declares, as object_scanner does of JSON: the result is
/// that of the same object's JSON. One compiled function for all projections.
class proto_scanner : public scanned_object {
public:
    enum class outcome {
        complete,
        known, ///< the cache has this very version: take_known()
        fault, ///< not what the schema declares, or no protobuf: fault()
    };

    /// `known` may be nullptr. Of a message whose bytes were cut off only the identity is to be had.
    outcome scan(proto_schema const& fields, std::string_view message, known_objects const* known,
                 proto_fields::end e = proto_fields::end::whole);

private:
    struct progress { // in one record, whose message may have others inlined
        std::uint64_t seen = 0;
        std::uint64_t present = 0;
    };

    bool scan_record(proto_record const& fields, std::string_view message);
    bool scan_fields(proto_record const& fields, std::string_view message, progress& so_far);
    bool scan_field(proto_binding const& b, proto_fields& from, progress& so_far);
    bool scan_member(proto_binding const& b, proto_fields& from);
    bool scan_identity(proto_binding const& b, std::string_view value);
    bool scan_list(proto_binding const& b, proto_fields& from);
    bool scan_element(proto_binding const& b, proto_fields& from);
    bool scan_map(proto_binding const& b, proto_fields& from);
    bool scan_keys(proto_binding const& b, proto_fields& from);
    bool scan_entry(proto_binding const& b, std::string_view entry);
    bool read_entry(std::string_view entry, wire form, std::string_view& key, proto_fields& value);
    bool scan_value(proto_binding const& b, proto_fields const& from);
    bool scan_integer(node const& type, std::int64_t value);
    bool scan_time(proto_binding const& b, std::string_view message);
    bool scan_int_or_string(std::string_view message);
    bool scan_wrapped(proto_binding const& b, std::string_view message);
    bool put_string(std::string_view value, bool is_in_block);
    bool put_made(node const& type, std::string made);
    bool put_integer(std::int64_t value);

    bool check(proto_fields const& read);
    bool fail(errc code, std::string expected, std::string found);
    bool fail_malformed() { return fail(errc::malformed_protobuf, "protobuf", "other bytes"); }

    proto_fields::end end_ = proto_fields::end::whole;
    unsigned depth_ = 0;
};

} // namespace coinformer::detail
