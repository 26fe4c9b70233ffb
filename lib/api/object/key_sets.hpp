#pragma once

#include "api/object/tape.hpp"

#include <coinformer/api/labels.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace coinformer::detail {

/// What a set of its own takes for these keys. `keys` are the entries of a map on a tape: every other one is a value.
std::size_t key_set_bytes(tape_entry const* keys, std::uint32_t count) noexcept;
/// How many bytes tell where a value ends: 1, 2 or 4.
std::uint32_t width_of_values(tape_entry const* keys, std::uint32_t count) noexcept;
/// Writes it; four-byte aligned.
key_set* make_key_set(void* at, tape_entry const* keys, std::uint32_t count) noexcept;

/// The sets of keys that are shared. All decoders of the process share one table; each remembers what it met last.
///
/// Memory     1 MB of sets at most, never given back: a set joins when it is met a second time, and goes into its
/// object
///            when the table is full, or when it is large.
class key_sets {
public:
    /// nullptr: these keys are not shared (yet).
    key_set const* shared(tape_entry const* keys, std::uint32_t count);

private:
    std::array<key_set const*, 16> lately_{};
};

} // namespace coinformer::detail
