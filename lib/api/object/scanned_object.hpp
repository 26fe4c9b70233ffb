#pragma once

#include "api/object/key_sets.hpp"
#include "api/object/known_objects.hpp"
#include "api/object/scalar.hpp"
#include "api/object/schema.hpp"
#include "api/object/tape.hpp"

#include <coinformer/api/decode_fault.hpp>

#include <array>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// What a scan has found of an object, whatever the form of its bytes. The builder makes the object from it.
/// The scanners of JSON and protobuf derive from this class, and fill it in.
///
/// Lifetime   Tape and identity point into the scanned bytes, or into texts that the scanner has made: they
///            are valid until the next scan.
/// Threads    one at a time: that of the scanner which derives from it.
class scanned_object {
public:
    object_ref take_known() noexcept { return std::move(known_object_); }
    decode_fault& fault() noexcept { return fault_; }
    tape const& entries() const noexcept { return tape_; }
    std::string_view identity_of(identity i) const noexcept { return identity_[static_cast<std::size_t>(i)]; }
    object_key identity_key() const noexcept
    {
        return {identity_of(identity::ns), identity_of(identity::name)};
    }

    // The bytes that the object's block needs beside the identity.
    std::size_t list_bytes() const noexcept { return list_bytes_; }
    std::size_t text_bytes() const noexcept { return text_bytes_; }
    /// Returns the bytes that the elements of std::vector and std::map members will take beside the block.
    std::size_t heap_bytes() const noexcept { return heap_bytes_; }

protected:
    ~scanned_object() = default;

    void begin(needed_objects need);
    /// Ends a scan. Returns false, with a fault, if the object is too large for any block.
    bool finish();
    /// Returns true if only the identity of the object is needed: the cache has exactly this version, or the
    /// object is foreign. Called when enough of the identity was read, and at the end of the metadata, which
    /// `has_ended` tells. Costs one comparison if there is neither a cache nor a share.
    bool settle(bool has_ended) { return asks_ && settle_by_identity(has_ended); }
    /// Returns true if enough of the identity was read to call settle().
    bool has_version() const noexcept
    {
        return !identity_of(identity::uid).empty() && !identity_of(identity::version).empty();
    }
    bool is_settled() const noexcept { return is_foreign_ || known_object_; }
    bool is_foreign() const noexcept { return is_foreign_; }
    bool is_fault() const noexcept { return is_fault_; }
    /// Returns false, with a fault, if the value is too long.
    bool set_identity(identity i, std::string_view value);

    tape_entry& last() noexcept { return tape_.back(); }
    tape_entry& put(tape_entry::form what, std::uint32_t size = 0) { return tape_.emplace_back(what, size); }
    void put_text(std::string_view as_it_stands, std::uint8_t field = 0)
    {
        auto& entry = put(tape_entry::form::text, static_cast<std::uint32_t>(as_it_stands.size()));
        entry.text = as_it_stands.data();
        entry.field = field;
        text_bytes_ += as_it_stands.size();
    }
    void put_duration(parsed_duration d)
    {
        put(d.is_in_seconds ? tape_entry::form::seconds : tape_entry::form::integer).integer = d.count;
    }
    /// Keeps a text that does not stand in the scanned bytes until the next scan.
    std::string_view keep(std::string made) { return made_.emplace_front(std::move(made)); }
    /// Says if the element of a list that is being read is the one that the projection wants. Its key
    /// decides.
    enum class match { unknown, yes, no };
    match element_match() const noexcept { return match_; }
    match set_match(match m) noexcept { return std::exchange(match_, m); }
    /// Returns true if a required member is missing. For an element that is not the wanted one it does not
    /// matter.
    bool lacks_members(record const& fields, std::uint64_t present) const noexcept
    {
        bool const passed_over = fields.is_element() && match_ != match::yes;
        return fields.required() & ~present && !is_settled() && !passed_over;
    }
    /// A place on the tape, and the bytes counted up to it: rewind_to() forgets everything behind it.
    struct checkpoint {
        std::size_t entries, list_bytes, text_bytes, heap_bytes;
    };
    checkpoint here() const noexcept { return {tape_.size(), list_bytes_, text_bytes_, heap_bytes_}; }
    void rewind_to(checkpoint const& c);

    std::size_t open_container();
    void close_container(std::size_t container, node const& type, std::uint32_t count);
    /// Says to which member the entries from `first` on belong.
    void name_entry(std::size_t first, field const& f) noexcept { tape_[first].field = f.index; }
    std::size_t mark() const noexcept { return tape_.size(); }
    void add_text_bytes(std::size_t n) noexcept { text_bytes_ += n; }
    void add_list_bytes(std::size_t n) noexcept { list_bytes_ += n; }

    /// Records a fault. Its path is put together from the inside out: each caller on the way back adds its
    /// step.
    void fail(errc code, std::string expected, std::string found);
    void fail_missing(record const& fields, std::uint64_t present);
    void prepend_to_path(std::string_view step);

private:
    bool settle_by_identity(bool has_ended);

    tape tape_;
    std::forward_list<std::string> made_;
    key_sets keys_;
    std::array<std::string_view, identity_count> identity_;
    std::size_t list_bytes_ = 0;
    std::size_t text_bytes_ = 0;
    std::size_t heap_bytes_ = 0;
    bool is_fault_ = false;
    match match_ = match::unknown;
    needed_objects need_;        // the share is null once the object is known to belong to it
    bool asks_ = false;          // the identity may settle the object
    bool is_foreign_ = false;    // the object belongs to another share
    bool was_looked_up_ = false; // true if the cache was asked about this identity
    object_ref known_object_;
    decode_fault fault_;
};

/// Returns what is expected of a number, such as "integer in [-128, 127]".
std::string expected_number(node const& type);
inline constexpr auto expected_duration = "number of seconds, or duration as in \"1m30s\"";

} // namespace coinformer::detail
