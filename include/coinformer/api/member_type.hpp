#pragma once

#include <coinformer/core/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// What a member is in JSON and in memory.
enum class shape : std::uint8_t {
    record,        // object -> described struct
    element,       // array of objects -> described struct, made from one of them
    optional,      // JSON of its element, or nothing
    boxed,         // object -> boxed<X>
    text,          // string -> text
    raw,           // anything -> raw_json
    whole,         // the object in which it is a member -> whole_json, whole_object, compressed_object
    quantity,      // string or number -> quantity
    int_or_string, // string or number -> int_or_string
    string,        // string -> std::string
    interned,      // string -> interned_text
    boolean,
    integer,
    real,
    time,     // string (RFC 3339) -> sys_time
    duration, // number of seconds or string -> chrono duration
    list,     // array -> list<X>
    vector,   // array -> std::vector<X>
    labels,   // object of strings -> labels
    map,      // object -> std::map<std::string, X>
    entries,  // object -> coinformer::map<X>
    entry,    // one entry of such a map: key and value
};

struct member;

/// Compares two elements of a standard container. Only the member_type of the elements knows their type.
struct element_comparison {
    bool (*is_same)(void const* element, void const* a, void const* b);
    void const* element; ///< the first argument of every call
    bool operator()(void const* a, void const* b) const { return is_same(element, a, b); }
};

/// Returns what an element of a standard container has allocated, by the member_type of the elements.
struct element_bytes {
    std::size_t (*bytes)(void const* element,
                         void const* value) noexcept; ///< nullptr if elements allocate nothing
    void const* element;                              ///< the first argument of every call
    std::size_t operator()(void const* value) const noexcept { return bytes ? bytes(element, value) : 0; }
};

/// The description of a member's type: everything that the decoder has to know about it. The comments name
/// the shapes for which a field is set. All descriptions are constant data, which lives as long as the
/// process.
struct member_type {
    shape what;
    bool is_signed = false;     ///< integer
    bool any_form = false;      ///< whole: kept as JSON or protobuf, as it came, without managedFields
    bool is_compressed = false; ///< whole: kept compressed
    std::uint32_t size = 0;
    std::uint32_t align = 1;
    member_type const* element =
        nullptr;                     ///< optional, boxed, list, vector, labels, map, entries, entry, element
    member const* members = nullptr; ///< record
    std::size_t member_count = 0;
    std::string_view match_key = {}, match_value = {}; ///< element
    /// Makes default objects (list elements, whole objects)
    void (*construct)(void* at, std::size_t count) = nullptr;
    /// Optional, vector: makes the elements, and returns the first.
    void* (*open)(void* at, std::size_t count) = nullptr;
    /// Map: returns the value of a new key, nullptr if the key exists.
    void* (*slot)(void* map, std::string&& key) = nullptr;
    void (*set_ticks)(void* at, std::int64_t microseconds) = nullptr; ///< time, duration: assigns the value
    /// Duration: the same, for a value of which the microseconds need more than 64 bits.
    void (*set_seconds)(void* at, std::int64_t seconds) = nullptr;
    /// optional, vector, map: returns true if both have equal elements, in the same number and order
    bool (*same_elements)(void const* a, void const* b, element_comparison same) = nullptr;
    /// optional, vector, map: returns what the container and its elements have allocated
    std::size_t (*heap_bytes)(void const* at, element_bytes of) noexcept = nullptr;
};

/// One member of a described struct.
struct member {
    std::string_view name;   ///< its key in the JSON
    std::size_t (*offset)(); ///< its place in the struct, if a function has to compute it; nullptr: use `at`
    member_type const* type;
    bool is_required;
    std::uint32_t at = 0;
};

} // namespace coinformer::detail
