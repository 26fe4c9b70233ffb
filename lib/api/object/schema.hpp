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

/// The type of a member, ready for the scanner and the builder.
struct node {
    shape what;
    bool is_signed;
    std::uint32_t size;
    node const* element;     ///< optional, boxed, list, vector, labels, map, entries, entry
    record const* fields;    ///< record, element
    member_type const* type; ///< for what needs the C++ type

    /// Whether its characters lie in the object's block.
    bool is_in_block() const noexcept
    {
        return what == shape::text || what == shape::raw || what == shape::whole || what == shape::quantity ||
               what == shape::int_or_string;
    }
};

/// The identity of an object, in the order in which its block holds it.
enum class identity : std::uint8_t { ns, name, uid, version, none };
inline constexpr std::size_t identity_count = 4;

struct field {
    char const* name; ///< 16 readable bytes follow it
    std::uint8_t name_size;
    std::uint8_t next;  ///< of the same bucket: index + 1
    std::uint8_t index; ///< in its record, of the tape
    identity which = identity::none;
    bool is_metadata = false;
    bool is_hidden = false;   ///< read for the object's identity, or to be compared; the projection has no such member
    bool is_left_out = false; ///< of the object's own JSON
    bool is_match = false;    ///< an element is told by it: the one that is wanted has the value `match`
    std::string_view match = {};
    std::uint32_t offset = 0;
    node const* type = nullptr;
};

/// The members of a described struct, found by key.
class record {
public:
    /// 16 readable bytes follow the key.
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
    std::uint64_t all() const noexcept { return all_; }
    std::uint64_t required() const noexcept { return required_; }
    bool is_element() const noexcept { return is_element_; } ///< it has a field with a `match`
    /// The member that takes the record's own JSON; nullptr when there is none.
    field const* whole() const noexcept { return has_whole_ ? &fields_[whole_] : nullptr; }

    field& add(field f, bool is_required);
    void tell_apart_by(field& f, std::string_view value);
    void add_whole(field f);                                  // no key leads to it
    field const* named(std::string_view name) const noexcept; // as find(), for names that no readable bytes follow
    field* named(std::string_view name) noexcept { return const_cast<field*>(std::as_const(*this).named(name)); }

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

/// A projection, compiled from its constant tables: names without the trailing underscore, offsets, key tables, and
/// the four identity fields put into metadata, declared or not.
class schema {
public:
    enum class kind { object, plain }; ///< plain: no metadata, hence no identity
    explicit schema(member_type const& root, kind k = kind::object);
    schema(schema const&) = delete;
    schema& operator=(schema const&) = delete;

    record const& root() const noexcept { return *root_; }
    /// The projection has a member for the UID, which shares its characters.
    bool declares_uid() const noexcept { return declares_uid_; }
    /// Of the JSON of whole objects; nullptr when none is kept compressed.
    detail::compressor* compressor() const noexcept { return compressor_.get(); }

private:
    node const* compile(member_type const& type);
    record& new_record(member_type const& of);
    record& new_element(member_type const& of);
    void mark_metadata(record& top, member_type const& root);
    void mark_identity(record& metadata);
    field& hidden(record& in, std::string_view name);
    char const* keep_name(std::string_view name);

    std::deque<std::string> names_;
    std::deque<record> records_;
    std::deque<node> nodes_;
    std::map<member_type const*, node const*> compiled_; // also ends recursion
    record const* root_;
    std::unique_ptr<detail::compressor> compressor_;
    bool declares_uid_ = false;
};

} // namespace coinformer::detail
