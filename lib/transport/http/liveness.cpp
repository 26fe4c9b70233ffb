#include "transport/http/liveness.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

// If judge() is called later than this, the process was stopped, and what has come meanwhile is read first.
constexpr duration tolerated_delay = std::chrono::seconds(1);

} // namespace

void liveness::begin(time_point now) noexcept
{
    received_at_ = now;
    if (asked_at_) asked(now); // nobody has read meanwhile, so the answer may have come
}

void liveness::byte_came(time_point now, bool is_writable) noexcept
{
    received_at_ = now;
    waited_in_vain_ = {};
    byte_since_asked_ = true;
    second_chance_ = false;
    if (is_writable && !overdue_) doubted_ = false;
}

void liveness::answer_came() noexcept
{
    asked_at_.reset();
    overdue_ = doubted_ = false;
}

// Requests that waited at the same time count once.
bool liveness::given_up(time_point waits_since, time_point now) noexcept
{
    auto const silent_since = std::max({waits_since, received_at_, counted_until_});
    if (now > silent_since) waited_in_vain_ += now - silent_since;
    counted_until_ = now;
    if (waited_in_vain_ >= silence_limits::doubtful) doubted_ = true;
    return !asked_at_ && now - waits_since >= silence_limits::doubtful;
}

void liveness::asked(time_point now) noexcept
{
    asked_at_ = now;
    byte_since_asked_ = false;
}

liveness::verdict liveness::judge(time_point now) noexcept
{
    auto const after_question = asked_at_ ? now - *asked_at_ : duration::zero();
    if (waits_for_any_byte() && after_question >= silence_limits::for_answer) {
        bool const is_late = after_question > silence_limits::for_answer + tolerated_delay;
        if (!is_late || second_chance_) return verdict::silent;
        second_chance_ = true;
        asked_at_ = now - silence_limits::for_answer + tolerated_delay;
        return verdict::wait;
    }
    if (after_question >= silence_limits::for_answer) overdue_ = doubted_ = true;
    bool const is_quiet = now - received_at_ >= silence_limits::before_ping;
    return is_quiet && !waits_for_any_byte() ? verdict::ask : verdict::wait;
}

time_point liveness::due() const noexcept
{
    if (waits_for_any_byte()) return *asked_at_ + silence_limits::for_answer;
    auto const quiet = received_at_ + silence_limits::before_ping;
    return asked_at_ && !overdue_ ? std::min(quiet, *asked_at_ + silence_limits::for_answer) : quiet;
}

} // namespace coinformer::detail
