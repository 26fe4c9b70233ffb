#pragma once

#include "api/json/scalar_scanner.hpp"
#include "api/json/whole_indexer.hpp"

#include <array>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Goes over the bytes of one object once, and writes the members that the schema declares onto the tape of
/// its scanned_object. This class reads records and containers, and decides what is skipped; its base class
/// reads the values in them. It is one compiled function for all projections: the schema is data.
///
/// The functions that scan return the place behind what they have read, or nullptr. After nullptr, is_fault()
/// and is_malformed() say why; if neither holds, more bytes are needed.
///
/// Threads    one at a time: each object_reader owns one.
class object_scanner : public scalar_scanner {
public:
    /// How a scan has ended.
    enum class outcome {
        complete,
        known,      ///< the cache has exactly this version, which take_known() returns; the rest was skipped
        foreign,    ///< the object belongs to another share; the rest was skipped
        incomplete, ///< the bytes end in the middle of the object
        malformed,  ///< the bytes are not JSON, at position()
        fault, ///< the object does not fit the schema, as fault() says; the object's end was not searched for
    };

    /// Scans the object whose opening bracket is at `p`.
    outcome scan(schema const& fields, char const* p, char const* end, needed_objects need);

    /// After outcome::complete, outcome::known and outcome::foreign.
    char const* object_end() const noexcept { return object_end_; }

private:
    char const* scan_record(record const& fields, char const* p);
    char const* scan_field(field const& f, char const* p);
    char const* scan_identity(field const& f, char const* p);
    char const* scan_match(field const& f, char const* p);
    char const* leave_out(char const* begin, char const* before, char const* p);
    void put_whole(field const& f, char const* begin, char const* end);
    char const* scan_value(node const& type, char const* p);
    char const* scan_array(node const& type, char const* p);
    char const* scan_wanted_element(node const& type, char const* p);
    char const* scan_item(node const& type, char const* p);
    char const* scan_map(node const& type, node const& value, char const* p);
    char const* scan_raw(node const& type, char const* p);
    static bool is_null(char const* p) noexcept
    {
        return p[0] == 'n' && p[1] == 'u' && p[2] == 'l' && p[3] == 'l';
    }

    // The parts of the identity that had escapes in the JSON, without these escapes.
    std::array<std::string, identity_count> decoded_identity_;
    std::string_view left_out_; // the part of the object's JSON that a whole object leaves out
    compressor* compressor_ = nullptr;
    whole_indexer indexer_;
    unsigned depth_ = 0;
    char const* object_end_ = nullptr;
};

} // namespace coinformer::detail
