#pragma once

#include "api/json_scanner.hpp"
#include "api/known_objects.hpp"
#include "api/schema.hpp"
#include "api/tape.hpp"

#include <coinformer/api/decode_fault.hpp>

#include <array>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Walks the bytes of one object once and notes what the schema declares. One compiled function for all projections.
/// The tape and the identity point into the bytes: they hold as long as those.
class object_scanner : public json_scanner {
public:
    enum class outcome {
        complete,
        known,      ///< the cache has this very version: known_object(); the rest was skipped
        incomplete, ///< the bytes end in the middle
        malformed,  ///< not JSON, at position()
        fault,      ///< not what the schema declares: fault(); the object's end was not looked for
    };

    /// `p` is at the opening bracket. `known` may be nullptr.
    outcome scan(schema const& fields, char const* p, char const* end, known_objects const* known);

    char const* object_end() const noexcept { return object_end_; } ///< after complete and known
    object_ref take_known() noexcept { return std::move(known_object_); }
    decode_fault& fault() noexcept { return fault_; }
    tape const& entries() const noexcept { return tape_; }
    std::string_view identity_of(identity i) const noexcept { return identity_[static_cast<std::size_t>(i)]; }
    object_key identity_key() const noexcept { return {identity_of(identity::ns), identity_of(identity::name)}; }

    // What the object's block needs beside the identity.
    std::size_t list_bytes() const noexcept { return list_bytes_; }
    std::size_t text_bytes() const noexcept { return text_bytes_; }

private:
    char const* scan_record(record const& fields, char const* p);
    char const* scan_field(field const& f, char const* p);
    char const* scan_identity(field const& f, char const* p);
    char const* scan_value(node const& type, char const* p);
    char const* scan_string(node const& type, char const* p);
    char const* scan_number(node const& type, char const* p);
    char const* scan_number_or_string(node const& type, char const* p);
    char const* scan_boolean(char const* p);
    char const* scan_time(char const* p);
    char const* scan_duration(char const* p);
    char const* scan_array(node const& type, char const* p);
    char const* scan_map(node const& type, char const* p);
    char const* scan_raw(char const* p);
    bool is_cached();
    static bool is_null(char const* p) noexcept { return p[0] == 'n' && p[1] == 'u' && p[2] == 'l' && p[3] == 'l'; }

    tape_entry& put(tape_entry::form what, std::uint32_t size = 0) { return tape_.emplace_back(what, size); }
    void put_text(std::string_view as_it_stands, std::uint8_t field = 0);
    bool put_string(string_token const& token, bool is_in_block);
    bool check_string(string_token const& token, std::uint32_t& size);
    std::string_view decode(string_token const& token, std::string& into);

    char const* fail(errc code, std::string expected, std::string found);
    char const* fail_type(char const* expected, char const* p);
    void prepend(std::string_view step);

    tape tape_;
    std::array<std::string_view, identity_count> identity_;
    std::array<std::string, identity_count> decoded_identity_; // of those with escapes
    std::string decoded_key_;
    std::size_t list_bytes_ = 0;
    std::size_t text_bytes_ = 0;
    unsigned depth_ = 0;
    bool is_fault_ = false;
    known_objects const* known_ = nullptr;
    object_ref known_object_;
    char const* object_end_ = nullptr;
    decode_fault fault_;
};

} // namespace coinformer::detail
