#include "transport/config/credential_read_log.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr duration first_interval = std::chrono::minutes(5);
constexpr duration longest_interval = std::chrono::hours(1);

} // namespace

credential_read_log::credential_read_log(std::string failing, std::string readable_again, time_source& time,
                                         log_sink& log)
    : failing_(std::move(failing)), readable_again_(std::move(readable_again)), time_(time), log_(log)
{
}

void credential_read_log::failed(std::string const& cause)
{
    auto const now = time_.now();
    bool const is_news = cause_ != cause;
    if (!is_news && now < next_line_) return;
    interval_ = is_news ? first_interval : std::min(interval_ * 2, longest_interval);
    next_line_ = now + interval_;
    cause_ = cause;
    log_.log(log_level::warning, failing_, {{"cause", cause}});
}

void credential_read_log::succeeded()
{
    if (!std::exchange(cause_, std::nullopt)) return;
    log_.log(log_level::info, readable_again_);
}

} // namespace coinformer::detail
