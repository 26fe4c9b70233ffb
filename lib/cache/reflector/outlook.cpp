#include "cache/reflector/outlook.hpp"

#include <coinformer/core/error.hpp>

#include <utility>

namespace coinformer::detail {

bool outlook::report(std::exception_ptr cause, time_point since, telling when)
{
    cause_ = std::move(cause);
    since_ = since;
    auto const now = time_.now();
    if (when == telling::at_once || now - since_ >= after_) {
        remind_at(now + after_);
        return tell();
    }
    remind_at(since_ + after_);
    return false;
}

void outlook::clear()
{
    reminder_.reset();
    if (std::exchange(cause_, nullptr)) report_(nullptr);
}

void outlook::remind_at(time_point when)
{
    if (!reminder_) reminder_ = time_.make_timer(strand_);
    reminder_->start(when, [this] {
        remind_at(time_.now() + after_);
        tell();
    });
}

// A cause that has lasted says for how long.
bool outlook::tell()
{
    auto const lasted = std::chrono::floor<std::chrono::seconds>(time_.now() - since_);
    if (lasted < after_) return report_(cause_);
    try {
        std::rethrow_exception(cause_);
    } catch (api_error const& e) {
        return report_(std::make_exception_ptr(e.lasting(lasted)));
    } catch (...) {
        return report_(cause_);
    }
}

} // namespace coinformer::detail
