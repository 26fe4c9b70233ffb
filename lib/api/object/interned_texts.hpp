#pragma once

#include <coinformer/api/interned_text.hpp>

#include <array>
#include <memory>
#include <string_view>

namespace coinformer::detail {

/// The source of a decoder's interned texts: it remembers the last ones, and asks the process's table, with
/// its lock, only for others.
class interned_texts {
public:
    /// Returns the interned text with these characters.
    interned_text of(std::string_view text);

private:
    // Made when the first text is asked for: most decoders need none.
    std::unique_ptr<std::array<interned_text, 256>> recent_;
};

/// Returns what all interned texts of the process and their table take, in bytes of the allocator. Threads:
/// any.
std::size_t interned_text_bytes();

} // namespace coinformer::detail
