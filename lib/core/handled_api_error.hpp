#pragma once

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

/// Returns the exception that is being handled, if it is an api_error, and otherwise null. To be called in a
/// catch block; the pointer is valid until that block ends.
///
/// It is used instead of a dynamic_cast, which the library avoids: boost::system::system_error has its
/// virtual table in every object file that uses it, and a file that was compiled with -fno-rtti brings a
/// table without a type.
inline api_error const* handled_api_error() noexcept
{
    try {
        throw;
    } catch (api_error const& e) {
        return &e;
    } catch (...) {
        return nullptr;
    }
}

} // namespace coinformer::detail
