#pragma once

#include <cstddef>
#include <cstdint>

// Skipping and checking JSON 64 bytes at a time. The skips may read (not use) up to 64 bytes past `end`.

namespace coinformer::detail {

inline constexpr std::size_t padding = 64;

/// How far into a value a skip has come: all that it needs to go on where the bytes ended.
struct nesting {
    std::int64_t depth = 0;       ///< open brackets; { and [ are not told apart
    std::uint64_t in_string = 0;  ///< all ones inside a string
    std::uint64_t is_escaped = 0; ///< 1 when the next byte follows an escaping backslash
};

/// Past the bracket that brings depth to 0, from anywhere in a container; nullptr when it is not in [p, end).
char const* skip_nested(char const* p, char const* end, nesting& state) noexcept;

/// Past the closing quote, from anywhere in a string; nullptr when it is not in [p, end).
char const* skip_string(char const* p, char const* end, nesting& state) noexcept;

/// Past the object or array that begins at `begin`, if it ends before `end`, is one by the grammar of JSON (RFC 8259)
/// with UTF-8 in its strings, has no space between its tokens, and is at most 63 levels deep. nullptr says nothing: it
/// may still be JSON, and is_json() in json_check.hpp has to look at it byte by byte. Always nullptr without AVX2.
char const* past_compact_json(char const* begin, char const* end) noexcept;

/// Which instructions these use. The best that this machine has is chosen at start; tests and benchmarks choose
/// others (not while another thread decodes). False, and no change, when the machine does not have them.
enum class blocks { portable, sse2, avx2, avx512 };
bool use_blocks(blocks kind) noexcept;
void use_best_blocks() noexcept;

} // namespace coinformer::detail
