#pragma once

#include "api/json/scanner.hpp"
#include "api/object/scanned_object.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Returns a text about a run of the characters that numbers and words consist of: `true`, `false`, `null`,
/// or the beginning of a number. Other characters are not shown, because they may be a secret that has lost
/// its quotes.
std::string shown_scalar(std::string_view token);

/// Reads scalar values, which are strings, numbers, booleans, times and durations, from JSON. Each value is
/// checked against its type in the projection, and written onto the tape of the scanned_object.
///
/// The functions that scan get the first byte of a value, and return the place behind it, or nullptr. Then
/// is_fault(), is_malformed() or neither (more bytes are needed) says why. object_scanner derives from this
/// class in place of holding a reader of scalars, so that both write the same tape without an indirection.
///
/// Threads    one at a time: that of the object_scanner which derives from it.
class scalar_scanner : public json_scanner, public scanned_object {
protected:
    ~scalar_scanner() = default;

    char const* scan_string(node const& type, char const* p);
    char const* scan_number(node const& type, char const* p);
    char const* scan_number_or_string(node const& type, char const* p);
    char const* scan_boolean(char const* p);
    char const* scan_time(char const* p);
    char const* scan_duration(char const* p);

    /// Puts a string onto the tape. Returns false, with a fault, if JSON does not allow it.
    bool put_string(string_token const& token, bool is_in_block)
    {
        std::uint32_t size = 0;
        if (!check_string(token, size)) return false;
        put(token.is_escaped ? tape_entry::form::escaped : tape_entry::form::text, token.size).text =
            token.data;
        if (is_in_block) add_text_bytes(size);
        return true;
    }
    /// Returns false, with a fault, if JSON does not allow the string. `size` becomes its size without
    /// escapes.
    bool check_string(string_token const& token, std::uint32_t& size)
    {
        size = token.size;
        return (!token.is_escaped && !token.has_control) || check_rare_string(token, size);
    }
    /// Returns the text of a key, or of another short string. It is valid until the next call.
    std::string_view text_of(string_token const& token)
    {
        return token.is_escaped ? decode(token, decoded_text_) : token.view();
    }
    static std::string_view decode(string_token const& token, std::string& into);

    // Both record a fault, and return nullptr.
    char const* fail(errc code, std::string expected, std::string found);
    char const* fail_type(char const* expected, char const* p);

private:
    bool check_rare_string(string_token const& token, std::uint32_t& size);

    std::string decoded_text_;
};

} // namespace coinformer::detail
