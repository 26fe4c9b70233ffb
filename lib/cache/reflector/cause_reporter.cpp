#include "cache/reflector/cause_reporter.hpp"

#include <coinformer/core/error.hpp>

#include <new>
#include <utility>

namespace coinformer::detail {

bool cause_reporter::report(std::exception_ptr cause, time_point since, urgency when)
{
    cause_ = std::move(cause);
    since_ = since;
    auto const now = time_.now();
    if (when == urgency::at_once || now - since_ >= after_) {
        remind_at(now + after_);
        return report_now();
    }
    remind_at(since_ + after_);
    return false;
}

void cause_reporter::clear()
{
    reminder_.reset();
    if (std::exchange(cause_, nullptr)) report_(nullptr);
}

void cause_reporter::remind_at(time_point when)
{
    if (!reminder_) reminder_ = time_.make_timer(strand_);
    reminder_->start(when, [this] {
        try {
            report_now();
            remind_at(time_.now() + after_);
        } catch (std::bad_alloc const&) { // the next failure reports its cause
        }
    });
}

// Reports the cause, which is an api_error. If the trouble has lasted for `after` or longer, the message
// says for how long.
bool cause_reporter::report_now()
{
    auto const lasted = std::chrono::floor<std::chrono::seconds>(time_.now() - since_);
    if (lasted < after_) return report_(cause_);
    try {
        std::rethrow_exception(cause_);
    } catch (api_error const& e) {
        return report_(std::make_exception_ptr(e.lasting(lasted)));
    }
}

} // namespace coinformer::detail
