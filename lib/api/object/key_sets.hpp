#pragma once

#include "api/object/tape.hpp"

#include <coinformer/api/labels.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace coinformer::detail {

// In these functions, `keys` are the entries of a map on a tape: keys and values by turns.

/// Returns the number of bytes that a key set takes.
std::size_t key_set_bytes(tape_entry const* keys, std::uint32_t count) noexcept;
/// Returns how many bytes each end of a value takes: 1, 2 or 4.
std::uint32_t width_of_values(tape_entry const* keys, std::uint32_t count) noexcept;
/// Writes a key set to `at`, which is aligned to four bytes.
key_set* make_key_set(void* at, tape_entry const* keys, std::uint32_t count) noexcept;

/// Finds shared key sets. All decoders of the process share one table behind a lock; each decoder has a
/// `key_sets` of its own, which remembers the sets that it met last, so that it seldom needs the lock.
///
/// Memory     at most 1 MB of sets, which is never given back. A set joins the table when it is met for the
///            second time. If the table is full, or the set is large, the keys lie in their object's block.
class key_sets {
public:
    /// Returns the shared set with these keys, or nullptr if they are not shared (yet).
    key_set const* shared(tape_entry const* keys, std::uint32_t count);

private:
    std::array<key_set const*, 16> recent_{};
};

/// Returns the shared set with the keys on this tape, which is shared now if it was not: for objects that are
/// read from a file, which knows that several have these keys. No key is escaped. Returns nullptr if there is
/// no room for it. Threads: any.
key_set const* share_keys(tape_entry const* keys, std::uint32_t count);

/// Returns how much of the 1 MB is in use. Threads: any.
std::size_t shared_key_set_bytes();

} // namespace coinformer::detail
