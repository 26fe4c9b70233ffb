#pragma once

#include "api/object/compressor.hpp"

#include <coinformer/api/member_type.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace coinformer::detail {

class record;

/// The type of a member, compiled for the scanners and the builder.
struct node {
    shape what;
    bool is_signed;
    std::uint32_t size;
    node const* element;     ///< optional, boxed, list, vector, labels, map, entries, entry
    record const* fields;    ///< record, element
    member_type const* type; ///< for the steps that need the C++ type
    /// True if a value of this type may allocate for itself: a std type is in it, at any depth.
    bool allocates = false;

    /// True if its characters lie in the object's block.
    bool is_in_block() const noexcept
    {
        return what == shape::text || what == shape::raw || what == shape::whole || what == shape::quantity ||
               what == shape::int_or_string;
    }
    /// True if an index lies behind its characters: the next text on the tape.
    bool has_index() const noexcept { return what == shape::whole && type->any_form; }
};

/// The parts of an object's identity, in the order in which its block holds them.
enum class identity : std::uint8_t { ns, name, uid, version, none };
inline constexpr std::size_t identity_count = 4;

/// One member of a record: how it is found in the bytes, and where it goes in memory.
struct field {
    char const* name; ///< its key in the JSON, with 16 readable bytes behind it
    std::uint8_t name_size;
    std::uint8_t next;  ///< the next field of the same bucket, as index + 1; 0: none
    std::uint8_t index; ///< its place in the record, and its number on a tape
    identity which = identity::none;
    bool is_metadata = false;
    /// The projection has no such member: it is read for the identity, or to be compared.
    bool is_hidden = false;
    bool is_left_out = false; ///< whole objects leave it out
    bool is_match = false;    ///< it chooses the element of a list: the wanted one has the value `match`
    std::string_view match = {};
    std::uint32_t offset = 0;
    node const* type = nullptr;
};

/// The members of a described struct, found by their keys: a small hash table that is built once and then
/// only read. It compares 16 bytes at a time, so that keys on both sides need readable bytes behind them.
///
/// Threads    any, because it does not change once it is built.
class record {
public:
    /// Returns the field with this key, or nullptr. 16 readable bytes have to follow the key.
    field const* find(std::string_view key) const noexcept
    {
        for (auto i = buckets_[bucket_of(key)]; i != 0;) {
            auto const& f = fields_[i - 1];
            if (f.name_size == key.size() && is_same(f.name, key)) return &f;
            i = f.next;
        }
        return nullptr;
    }
    field const& operator[](std::size_t i) const noexcept { return fields_[i]; }
    std::size_t size() const noexcept { return fields_.size(); }
    /// Bits of all fields, and of the required ones.
    std::uint64_t all() const noexcept { return all_; }
    std::uint64_t required() const noexcept { return required_; }
    bool is_element() const noexcept { return is_element_; } ///< one of its fields has a `match`
    /// Returns the member that takes the record's own JSON; nullptr if there is none.
    field const* whole() const noexcept { return has_whole_ ? &fields_[whole_] : nullptr; }

    field& add(field f, bool is_required);
    void select_by(field& f, std::string_view value);
    void add_whole(field f); // no key leads to it
    /// As find(), for names without readable bytes behind them.
    field const* named(std::string_view name) const noexcept;
    field* named(std::string_view name) noexcept
    {
        return const_cast<field*>(std::as_const(*this).named(name));
    }

private:
    static constexpr std::size_t bucket_count = 64;

    static std::size_t bucket_of(std::string_view key) noexcept // at least a quote follows the key
    {
        auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(key.data()[i]); };
        return (key.size() * 5 + byte(0) * 3u + byte(key.size() / 2)) % bucket_count;
    }

    static bool is_same(char const* name, std::string_view key) noexcept
    {
#if defined(__SSE2__)
        for (std::size_t i = 0; i < key.size(); i += 16) {
            auto const a = _mm_loadu_si128(reinterpret_cast<__m128i const*>(name + i));
            auto const b = _mm_loadu_si128(reinterpret_cast<__m128i const*>(key.data() + i));
            auto const differ = ~static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b))) & 0xffff;
            if (differ && i + static_cast<unsigned>(std::countr_zero(differ)) < key.size()) return false;
        }
        return true;
#else
        return std::memcmp(name, key.data(), key.size()) == 0;
#endif
    }

    std::array<std::uint8_t, bucket_count> buckets_{};
    std::vector<field> fields_;
    std::uint64_t all_ = 0;
    std::uint64_t required_ = 0;
    std::uint8_t whole_ = 0;
    bool has_whole_ = false;
    bool is_element_ = false;
};

/// A projection in compiled form, made from its constant tables: with keys in hash tables, with offsets, and
/// with the four fields of the identity added to metadata, whether the projection declares them or not.
///
/// Lifetime   made with its object_type, and lives as long as the process; constant after construction, but
///            for the compressor, which has its own lock.
class schema {
public:
    enum class kind { object, plain }; ///< a plain struct has no metadata, and so no identity
    explicit schema(member_type const& root, kind k = kind::object);
    schema(schema const&) = delete;
    schema& operator=(schema const&) = delete;

    record const& root() const noexcept { return *root_; }
    /// True if the projection has a member for the UID, which then shares its characters with the identity.
    bool declares_uid() const noexcept { return declares_uid_; }
    /// True if objects may have members that allocate for themselves.
    bool allocates() const noexcept { return allocates_; }
    /// Returns the compressor for the JSON of whole objects; nullptr if the projection keeps none compressed.
    detail::compressor* compressor() const noexcept { return compressor_.get(); }

private:
    node const* compile(member_type const& type);
    record& new_record(member_type const& of);
    record& new_element(member_type const& of);
    void mark_metadata(record& top, member_type const& root);
    void mark_identity(record& metadata);
    field& hidden(record& in, std::string_view name);
    char const* keep_name(std::string_view name);
    void find_allocating_members();

    std::deque<std::string> names_;
    std::deque<record> records_;
    std::deque<node> nodes_;
    std::map<member_type const*, node const*> compiled_; // by type; it also ends recursion
    record const* root_;
    std::unique_ptr<detail::compressor> compressor_;
    bool declares_uid_ = false;
    bool allocates_ = false;
};

} // namespace coinformer::detail
