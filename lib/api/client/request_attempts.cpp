#include "api/client/request_attempts.hpp"

#include "api/client/watch_rules.hpp"

namespace coinformer::detail {

namespace {

// The pauses between attempts whose connection broke. They do not grow, so that the caller of ten attempts is
// told within a quarter of a minute.
constexpr backoff_options own_pauses{
    .first = std::chrono::seconds(1), .cap = std::chrono::seconds(1), .jitter_percent = 50};

bool asks_to_come_back(int http_status) noexcept
{
    return http_status == 429 || http_status >= 500;
}

bool is_broken_connection(error_code const& code) noexcept
{
    return code == errc::connection_reset || code == errc::connection_closed || code == errc::truncated;
}

} // namespace

request_attempts::request_attempts(source_context& context, retry_options options, request_mode mode,
                                   bool is_read)
    : context_(context), options_(!mode.is_repeated ? retry_options{.attempts = 1} : options),
      is_read_(is_read), began_(context.env().time->now())
{
}

task<> request_attempts::wait_after(api_error failure) &
{
    auto const pause = pause_after(failure);
    co_await context_.env().time->sleep_for(pause);
}

duration request_attempts::pause_after(api_error const& failure)
{
    ++made_;
    if (auto const pause = made_ < options_.attempts ? next_pause(failure) : std::nullopt) return *pause;
    auto const lasted = std::chrono::floor<std::chrono::seconds>(context_.env().time->now() - began_);
    throw made_ == 1 ? failure : failure.attempted(made_, lasted);
}

std::optional<duration> request_attempts::next_pause(api_error const& failure)
{
    if (!own_pause_) {
        random_ = context_.fork_random();
        own_pause_.emplace(own_pauses, random_->fork());
    }
    if (auto const asked = failure.retry_after(); asked && asks_to_come_back(failure.status().code)) {
        if (*asked > options_.longest_pause) return std::nullopt;
        return retry_pause(*asked, *own_pause_, *random_, options_.longest_pause);
    }
    if (failure.code() == errc::request_refused) return own_pause_->next();
    if (is_read_ && is_broken_connection(failure.code())) return own_pause_->next();
    return std::nullopt;
}

} // namespace coinformer::detail
