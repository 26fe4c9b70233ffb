#pragma once

#include "api/object/interned_texts.hpp"
#include "api/object/scanned_object.hpp"

#include <coinformer/api/projection.hpp>

#include <array>
#include <string_view>

namespace coinformer::detail {

/// Makes an object from a tape, with one allocation of exactly the needed size:
/// [header][object][identity][lists][texts]. The scan has counted the bytes, and the order of construction is
/// that of the tape, so that the builder only moves forward through tape and block.
///
/// Threads    that of its decoder; each decoder has its own.
class object_builder {
public:
    /// Builds an object of the projection `type` from what the scan has found.
    object_ref build(object_type const& type, scanned_object const& scanned);

    /// Fills in a struct that lies anywhere, not in a block. It must have no compact members.
    void fill(record const& fields, void* object, tape const& entries);

private:
    void build_record(record const& fields, char* at);
    void build_value(node const& type, char* at, tape_entry const& entry);
    void build_text(char* at, tape_entry const& entry);
    void build_interned(char* at, tape_entry const& entry);
    void build_string(char* at, tape_entry const& entry);
    void build_int_or_string(char* at, tape_entry const& entry);
    void build_number(node const& type, char* at, tape_entry const& entry);
    char* make_room(node const& type, char* at, std::uint32_t count);
    void build_list(node const& type, char* at, std::uint32_t count);
    void build_entries(node const& type, char* at, std::uint32_t count);
    void build_labels(char* at, tape_entry const& container);
    void append_text(tape_entry const& entry);
    void build_map(node const& type, char* at, std::uint32_t count);
    void skip_value(node const& type, tape_entry const& entry);
    std::string string_of(tape_entry const& entry) const;

    interned_texts interned_;
    tape_entry const* next_ = nullptr;
    std::array<std::string_view, identity_count> identity_; // the identity, as it lies in the block
    char* lists_ = nullptr;                                 // the place for the next list
    char* texts_ = nullptr;                                 // the place for the next text
};

} // namespace coinformer::detail
