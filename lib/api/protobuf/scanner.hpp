#pragma once

#include "api/object/scanned_object.hpp"
#include "api/protobuf/schema.hpp"
#include "api/protobuf/whole_indexer.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Goes over one protobuf message once, and writes the members that the schema declares onto the tape of its
/// scanned_object. The result is the same as that of object_scanner for the JSON of the object. It is one
/// compiled function for all projections: the schema is data.
///
/// Its functions return false if they have recorded a fault.
///
/// Threads    one at a time: each proto_reader owns one.
class proto_scanner : public scanned_object {
public:
    /// How a scan has ended.
    enum class outcome {
        complete,
        known,   ///< the cache has exactly this version: take_known()
        foreign, ///< the object belongs to another share
        fault,   ///< it does not fit the schema, or is not protobuf: fault()
    };

    /// Scans a message. If the bytes were cut off, only the identity can be read.
    outcome scan(proto_schema const& fields, std::string_view message, needed_objects need,
                 proto_fields::end e = proto_fields::end::whole);

private:
    struct progress { // in one record, whose message may have other messages inlined
        std::uint64_t seen = 0;
        std::uint64_t present = 0;
    };

    bool scan_record(proto_record const& fields, std::string_view message);
    bool scan_fields(proto_record const& fields, std::string_view message, progress& so_far);
    bool scan_field(proto_binding const& b, proto_fields& from, progress& so_far);
    bool scan_member(proto_binding const& b, proto_fields& from);
    bool scan_identity(proto_binding const& b, std::string_view value);
    bool scan_list(proto_binding const& b, proto_fields& from);
    bool scan_wanted_element(proto_binding const& b, proto_fields& from);
    bool scan_map(proto_binding const& b, proto_fields& from);
    bool scan_keys(proto_binding const& b, proto_fields& from);
    bool scan_entry(proto_binding const& b, std::string_view entry);
    bool read_entry(std::string_view entry, wire form, std::string_view& key, proto_fields& value);
    bool scan_value(proto_binding const& b, proto_fields const& from);
    bool scan_message(proto_binding const& b, std::string_view message);
    bool scan_integer(node const& type, std::int64_t value);
    bool scan_time(proto_binding const& b, std::string_view message);
    bool scan_int_or_string(std::string_view message);
    bool scan_wrapped(proto_binding const& b, std::string_view message);
    bool put_string(std::string_view value, bool is_in_block);
    bool put_made_text(node const& type, std::string made);
    bool put_integer(std::int64_t value);

    bool check(proto_fields const& read);
    bool fail(errc code, std::string expected, std::string found);
    bool fail_malformed() { return fail(errc::malformed_protobuf, "protobuf", "other bytes"); }

    proto_fields::end end_ = proto_fields::end::whole;
    unsigned depth_ = 0;
    proto_whole_indexer indexer_;
};

} // namespace coinformer::detail
