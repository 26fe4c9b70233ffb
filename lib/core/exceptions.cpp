#include "core/exceptions.hpp"

#include <coinformer/core/error.hpp>

#include <new>
#include <utility>

namespace coinformer::detail {

error_code code_of(std::exception_ptr const& failure) noexcept
{
    if (!failure) return {};
    try {
        std::rethrow_exception(failure);
    } catch (boost::system::system_error const& e) {
        return e.code();
    } catch (...) {
        return {};
    }
}

bool is_cancellation(std::exception_ptr const& failure) noexcept
{
    return code_of(failure) == condition::cancelled;
}

duration pause_of(std::exception_ptr const& failure) noexcept
{
    if (!failure) return duration::zero();
    try {
        std::rethrow_exception(failure);
    } catch (api_error const& e) {
        return e.retry_after().value_or(std::chrono::seconds::zero());
    } catch (...) {
        return duration::zero();
    }
}

std::exception_ptr with_code(std::exception_ptr failure, errc code, std::string where) noexcept
try {
    if (failure) std::rethrow_exception(failure);
    return failure;
} catch (std::bad_alloc const&) {
    return failure;
} catch (...) {
    auto const known = code_of(failure);
    if (known && known != condition::cancelled && known != condition::misused) return failure;
    try {
        return std::make_exception_ptr(api_error(code, std::move(where), message_of(failure)));
    } catch (...) { // no memory
        return std::current_exception();
    }
}

std::string message_of(std::exception_ptr const& failure)
{
    if (!failure) return {};
    try {
        std::rethrow_exception(failure);
    } catch (std::exception const& e) {
        return e.what();
    } catch (...) {
        return "an exception of unknown type";
    }
}

} // namespace coinformer::detail
