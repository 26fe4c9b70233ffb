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
    element,       // array of objects -> described struct, made of one of them
    optional,      // its element's JSON, or nothing
    boxed,         // object -> boxed<X>
    text,          // string -> text
    raw,           // anything -> raw_json
    whole,         // the object that it is a member of -> whole_json, whole_object, compressed_object
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
    entry,    // its elements: key, and value
};

struct member;

/// Compares two elements of a std container whose type only its member_type knows.
struct element_comparison {
    bool (*is_same)(void const* element, void const* a, void const* b);
    void const* element; ///< the first argument of every call
    bool operator()(void const* a, void const* b) const { return is_same(element, a, b); }
};

struct member_type {
    shape what;
    bool is_signed = false;     ///< integer
    bool any_form = false;      ///< whole: as it came, without managedFields
    bool is_compressed = false; ///< whole
    std::uint32_t size = 0;
    std::uint32_t align = 1;
    member_type const* element = nullptr; ///< optional, boxed, list, vector, labels, map, entries, entry, element
    member const* members = nullptr;      ///< record
    std::size_t member_count = 0;
    std::string_view match_key = {}, match_value = {};        ///< element
    void (*construct)(void* at, std::size_t count) = nullptr; ///< default objects (list elements, whole objects)
    void* (*open)(void* at, std::size_t count) = nullptr;     ///< optional, vector: makes the elements
    void* (*slot)(void* map, std::string&& key) = nullptr;    ///< map: the value of a new key, nullptr if known
    void (*set_ticks)(void* at, std::int64_t microseconds) = nullptr; ///< time, duration
    /// optional, vector, map: whether both have the same number of elements, each equal to its counterpart
    bool (*same_elements)(void const* a, void const* b, element_comparison same) = nullptr;
};

struct member {
    std::string_view name;   ///< in the JSON
    std::size_t (*offset)(); ///< nullptr: it is `at`
    member_type const* type;
    bool is_required;
    std::uint32_t at = 0;
};

} // namespace coinformer::detail
