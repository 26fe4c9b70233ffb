#pragma once

#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/core/task.hpp>

#include <exception>
#include <functional>
#include <utility>

namespace coinformer::detail {

/// The work of this process in parts that the group asks of it. The user's function stops the work in a part;
/// when it has ended, the part may be handed over.
///
/// States     of a hash: its work goes on (in neither set); is being stopped; has stopped. A part that is
///            being stopped stays so until the function has ended, even if nobody asks for it any more,
///            because the work cannot be told to go on. A part that has stopped waits to be handed over; if
///            nobody asks for it any more, its work goes on.
/// Threads    the client's strand.
class part_release {
public:
    /// `stop` may be empty: then there is no work.
    void set_function(std::function<task<>(shard_ranges const&)> stop) { stop_ = std::move(stop); }

    /// Returns the parts, among those that are asked for, in which the work has to be stopped. Call stop()
    /// for them.
    [[nodiscard]] shard_ranges begin(shard_ranges const& asked)
    {
        auto const more = asked - stopping_ - has_stopped_;
        stopping_ = stopping_ | more;
        return more;
    }
    /// Stops the work in these parts. It has stopped, too, if this throws what the user's function has
    /// thrown.
    [[nodiscard]] task<> stop(shard_ranges parts) &
    {
        std::exception_ptr failure;
        try {
            if (stop_) co_await stop_(parts);
        } catch (...) {
            failure = std::current_exception();
        }
        stopping_ = stopping_ - parts;
        has_stopped_ = has_stopped_ | parts;
        if (failure) std::rethrow_exception(failure);
    }
    /// Takes note that nothing else is asked for any more: the work goes on where it has stopped.
    void resume_except(shard_ranges const& asked) { has_stopped_ = has_stopped_ - (has_stopped_ - asked); }
    /// Forgets all parts. No stop() may be under way.
    void clear() { stopping_ = has_stopped_ = {}; }

    bool has_stopped(shard_ranges const& parts) const { return (parts - has_stopped_).empty(); }
    shard_ranges const& stopping() const noexcept { return stopping_; }

private:
    std::function<task<>(shard_ranges const&)> stop_;
    shard_ranges stopping_, has_stopped_;
};

} // namespace coinformer::detail
