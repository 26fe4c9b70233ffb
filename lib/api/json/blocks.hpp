#pragma once

#include <cstddef>
#include <cstdint>

// Skips and checks JSON 64 bytes at a time. The skips may read up to 64 bytes behind `end`, but do not use
// them: the owner of the bytes puts `padding` zeros there.

namespace coinformer::detail {

inline constexpr std::size_t padding = 64;

/// The place in a value that a skip has reached: all that it needs to continue when more bytes have arrived.
struct nesting {
    std::int64_t depth = 0;       ///< open brackets, curly and square together
    std::uint64_t in_string = 0;  ///< all bits are set inside a string
    std::uint64_t is_escaped = 0; ///< 1 if the next byte follows an escaping backslash
};

/// Returns the place behind the bracket that brings the depth to 0, or nullptr if it is not in [p, end). It
/// may begin anywhere in a container.
char const* skip_nested(char const* p, char const* end, nesting& state) noexcept;

/// Returns the place behind the closing quote, or nullptr if it is not in [p, end). It may begin anywhere in
/// a string.
char const* skip_string(char const* p, char const* end, nesting& state) noexcept;

/// Returns the place behind the object or array that begins at `begin` if it ends before `end`, is correct
/// JSON (RFC 8259) with UTF-8 in its strings, has no space between its tokens, and is at most 63 levels deep.
/// A result of nullptr proves nothing: the value may still be JSON, and is_json() (check.hpp) has to look at
/// it byte by byte. Without AVX2 the result is always nullptr.
char const* past_compact_json(char const* begin, char const* end) noexcept;

/// The instruction set that these functions use. The best one of the machine is chosen at start. Tests and
/// benchmarks choose others, but not while another thread decodes.
enum class blocks { portable, sse2, avx2, avx512 };
/// Returns false, and changes nothing, if the machine does not have this set.
bool use_blocks(blocks kind) noexcept;
void use_best_blocks() noexcept;

} // namespace coinformer::detail
