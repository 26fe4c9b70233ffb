#include "cache/handlers/failure_board.hpp"

#include "core/exceptions.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <string>

namespace coinformer::detail {

void failure_board::report(std::size_t source, std::exception_ptr cause)
{
    causes_[source] = cause;
    cause_ = std::move(cause);
    ++reports_;
}

void failure_board::clear(std::size_t source)
{
    causes_[source] = nullptr;
    auto const left = std::ranges::find_if(causes_, [](auto const& cause) { return cause != nullptr; });
    cause_ = left == causes_.end() ? nullptr : *left;
}

void failure_board::throw_stopped(std::string_view where) const
{
    if (cause_)
        throw api_error(errc::stopped, std::string(where), "its last failure was: " + message_of(cause_));
}

failure_board::waiter::waiter(failure_board& board, void const* group)
    : board_(board), counted_(board.waiters_), group_(group)
{
    auto const found = board.reported_through_.find(group);
    received_through_ = found == board.reported_through_.end() ? 0 : found->second;
}

void failure_board::waiter::throw_new_cause() const
{
    if (!board_.cause_ || board_.reports_ <= received_through_) return;
    board_.reported_through_[group_] = board_.reports_;
    std::rethrow_exception(board_.cause_);
}

} // namespace coinformer::detail
