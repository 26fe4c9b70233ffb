#include "api/client/server_access.hpp"

#include <algorithm>
#include <string>

namespace coinformer::detail {

void outage_log::report_failure(error_code const& code, std::string const& why)
{
    auto const now = env_.time->now();
    if (!since_) since_ = now;
    auto const lasted = std::chrono::floor<std::chrono::seconds>(now - *since_);
    if (!failures_.failed(code.message())) return;
    env_.log->log(log_level::warning, words_.begins,
                  {{"for", std::to_string(lasted.count()) + " s"},
                   {"cause", code.message()},
                   {"error", why},
                   {"next", words_.next}});
}

void outage_log::report_end()
{
    if (!since_) return;
    auto const began = *std::exchange(since_, std::nullopt);
    auto const lasted = std::chrono::floor<std::chrono::seconds>(env_.time->now() - began);
    if (!failures_.succeeded()) return;
    env_.log->log(log_level::warning, words_.ends, {{"after", std::to_string(lasted.count()) + " s"}});
}

/// A caller's place in the line. The caller leaves the line when its place is destroyed, also by
/// cancellation.
class server_access::place {
public:
    explicit place(server_access& owner) : owner_(owner), at_(owner.line_.insert(owner.line_.end(), this)) {}
    place(place const&) = delete;
    ~place()
    {
        owner_.line_.erase(at_);
        if (!owner_.is_ending_) owner_.changed_.notify(); // another caller is at the front now
    }
    bool is_front() const { return owner_.line_.front() == this; }

private:
    server_access& owner_;
    std::list<place const*>::iterator at_;
};

server_access::server_access(environment const& env, random_source random, backoff_options pace,
                             credential_files files, std::function<void()> reread, outage_words words)
    : env_(env), random_(random), pace_(pace, random_.fork()),
      files_(env, std::move(files), std::move(reread)), changed_(*env.time, env.ex),
      log_(env, std::move(words))
{
}

bool server_access::counts_as_answer(int http_status) noexcept
{
    return http_status != 401 && http_status != 502 && http_status != 503;
}

void server_access::record_answer()
{
    last_answer_ = env_.time->now();
    // The usual case, in which an answer costs nothing.
    if (line_.empty() && next_turn_ == time_point()) return;
    next_turn_ = {};
    pace_.reset();
    ++answers_;
    log_.report_end();
    changed_.notify();
}

task<bool> server_access::turn() &
{
    // the first in the line: the outage begins with a pause
    if (line_.empty()) next_turn_ = env_.time->now() + pace_.next();
    {
        place const mine(*this);
        auto const answers = answers_;
        auto const entered = env_.time->now();
        for (;;) {
            check_files();
            if (answers_ != answers) break;
            auto due = time_point::max();
            // callers ahead may have left the line without a turn, so `next_turn_` may lie before this caller
            // entered
            if (mine.is_front()) due = std::max(next_turn_, entered + pace_.first());
            if (env_.time->now() >= due) {
                // The turn of the next caller in the line.
                if (line_.size() > 1) next_turn_ = env_.time->now() + pace_.next();
                co_return false;
            }
            co_await changed_.wait_until(wake_at(due));
        }
    }
    co_await spread_out();
    co_return true;
}

task<> server_access::pause(duration delay) &
{
    check_files(); // a change from before this wait must not end it
    auto const repairs = files_.repairs();
    auto const due = env_.time->now() + delay;
    while (env_.time->now() < due) {
        co_await changed_.wait_until(wake_at(due));
        check_files();
        if (files_.repairs() == repairs) continue;
        co_await spread_out();
        co_return;
    }
}

// Waits for a random part of `wake_spread`, so that callers which one event wakes do not reach the server
// together.
task<> server_access::spread_out() &
{
    auto const most = static_cast<std::uint64_t>(wake_spread.count());
    co_await env_.time->sleep_for(duration(random_.below(most)));
}

// A file that was repaired ends the outage, as far as this client knows: the next turn begins at once.
void server_access::check_files()
{
    if (!files_.find_repair()) return;
    pace_.reset();
    next_turn_ = env_.time->now();
    changed_.notify();
}

// Returns when a caller that waits until `due` has to wake up, if only to check the files.
time_point server_access::wake_at(time_point due) const
{
    auto const soonest = env_.time->now() + std::chrono::milliseconds(1);
    return std::min(due, std::max(files_.next_due(), soonest));
}

} // namespace coinformer::detail
