#pragma once

#include <coinformer/api/interned_text.hpp>

#include <array>
#include <memory>

namespace coinformer::detail {

/// Where a decoder gets its interned texts: from among the last ones it had, or from the process's table.
class interned_texts {
public:
    interned_text of(std::string_view text);

private:
    std::unique_ptr<std::array<interned_text, 256>> lately_; // most decoders need none
};

} // namespace coinformer::detail
