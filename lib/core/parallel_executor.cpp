#include "core/parallel_executor.hpp"
#include "core/executor_target.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/execution/occupancy.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/thread_pool.hpp>

#include <memory>
#include <utility>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// Each combination of the properties of a thread_pool's executor is a type of its own: there are four bits of
// them.
template <unsigned int... Bits>
bool is_of_several_threads(executor const& ex, std::integer_sequence<unsigned int, Bits...>) noexcept
{
    auto const has_several = [](auto const* pool) {
        return pool && asio::query(*pool, asio::execution::occupancy) > 1;
    };
    using no_allocator = std::allocator<void>;
    return (has_several(target_of<asio::thread_pool::basic_executor_type<no_allocator, Bits>>(ex)) || ...);
}

template <class Blocking, class Relationship>
bool is_system(executor const& ex) noexcept
{
    return target_of<asio::basic_system_executor<Blocking, Relationship, std::allocator<void>>>(ex) !=
           nullptr;
}

template <class Blocking>
bool is_system(executor const& ex) noexcept
{
    using relationship = asio::execution::relationship_t;
    return is_system<Blocking, relationship::fork_t>(ex) ||
           is_system<Blocking, relationship::continuation_t>(ex);
}

} // namespace

bool is_parallel(executor const& ex) noexcept
{
    using blocking = asio::execution::blocking_t;
    return is_of_several_threads(ex, std::make_integer_sequence<unsigned int, 16>()) ||
           is_system<blocking::possibly_t>(ex) || is_system<blocking::never_t>(ex);
}

void demand_serial(executor const& ex, char const* whose)
{
    if (is_parallel(ex))
        throw api_error(
            errc::bad_request, whose,
            "the executor runs on several threads at the same time: use boost::asio::make_strand(executor)");
}

} // namespace coinformer::detail
