#pragma once

#include "cache/recorder/recording.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::testing::detail {

/// The ways in which a question gets no answer, as far as a replay tells them apart.
enum class no_answer { not_connected, page, closed };

inline no_answer kind_of(coinformer::detail::recorded_refusal const& why)
{
    switch (static_cast<errc>(why.code)) {
    case errc::unexpected_content: return no_answer::page;
    case errc::timed_out:
    case errc::connection_reset:
    case errc::connection_closed:
    case errc::truncated:
    case errc::protocol_error:
    case errc::header_too_large: return no_answer::closed;
    default: return no_answer::not_connected;
    }
}

inline bool is_not_connected(coinformer::detail::recorded_answer const& one)
{
    return one.refusal && one.refusal->status == 0 && kind_of(*one.refusal) == no_answer::not_connected;
}

} // namespace coinformer::testing::detail
