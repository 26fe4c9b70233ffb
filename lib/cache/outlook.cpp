#include "cache/outlook.hpp"

#include <utility>

namespace coinformer::detail {

bool outlook::is_bad(std::exception_ptr cause)
{
    cause_ = std::move(cause);
    if (!reminder_) reminder_ = time_.make_timer(strand_);
    remind();
    return report_(cause_);
}

void outlook::is_good_again()
{
    reminder_.reset();
    if (std::exchange(cause_, nullptr)) report_(nullptr);
}

void outlook::remind()
{
    reminder_->start(time_.now() + again_after_, [this] {
        remind();
        report_(cause_);
    });
}

} // namespace coinformer::detail
