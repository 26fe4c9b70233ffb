#pragma once

#include <coinformer/core/task.hpp>

namespace coinformer::detail {

/// Returns the executor inside of `ex` if it is of type `Inner`, and otherwise a null pointer. Without
/// run-time type information (-fno-rtti) that cannot be known, and the result is a null pointer.
template <class Inner>
Inner const* target_of(executor const& ex) noexcept
{
#if defined(BOOST_ASIO_NO_TYPEID)
    (void)ex;
    return nullptr;
#else
    return ex.target<Inner>();
#endif
}

} // namespace coinformer::detail
