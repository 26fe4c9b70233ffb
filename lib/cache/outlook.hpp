#pragma once

#include <coinformer/core/time_source.hpp>

#include <exception>
#include <functional>
#include <memory>

namespace coinformer::detail {

/// Whether what is waited for will come: a reflector's word to those who wait. A cause is told when it is due, and
/// again every so often while it stands: who begins to wait meanwhile has an end to it, whatever the next attempt waits
/// for.
///
/// Threads    one strand. Lifetime: nothing is told after the end.
class outlook {
public:
    /// The cause why it will not come soon, or a null pointer when there is hope again.
    /// Result: whether someone waited for it, and has been told.
    using report_to = std::function<bool(std::exception_ptr)>;

    outlook(time_source& time, executor strand, duration again_after, report_to report)
        : time_(time), strand_(std::move(strand)), again_after_(again_after), report_(std::move(report))
    {
    }

    bool is_bad(std::exception_ptr cause);
    void is_good_again();
    /// The cause stands, and is not told again.
    void end() noexcept { reminder_.reset(); }

private:
    void remind();

    time_source& time_;
    executor strand_;
    duration again_after_;
    report_to report_;
    std::exception_ptr cause_;
    std::unique_ptr<timer> reminder_; // while there is a cause
};

} // namespace coinformer::detail
