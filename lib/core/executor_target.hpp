#pragma once

#include <coinformer/core/task.hpp>

#include <typeinfo>

namespace coinformer {

/// The executor inside of `ex` if it is of type `Inner`, else a null pointer.
///
/// In a program that is compiled with -fno-rtti, Asio's executors have something else in the place of their
/// type_info. So only addresses are compared, where any_executor::target() would read the type_info; there
/// the result is a null pointer.
template <class Inner>
Inner const* target_of(executor const& ex) noexcept
{
    return &ex.target_type() == &typeid(Inner) ? ex.target<Inner>() : nullptr;
}

} // namespace coinformer
