#include "api/server_access.hpp"

#include <algorithm>
#include <string>

namespace coinformer {

void outage_log::goes_on(char const* why)
{
    auto const now = env_.time->now();
    if (!since_) {
        since_ = now;
        interval_ = std::chrono::minutes(1);
        next_line_ = now;
    }
    if (now < next_line_) return;
    next_line_ = now + interval_;
    interval_ = std::min<duration>(interval_ * 2, std::chrono::hours(1));
    auto const lasted = std::chrono::floor<std::chrono::seconds>(now - *since_);
    env_.log->log(log_level::warning, "no request gets through to the API server; its informers take turns in trying",
                  {{"for", std::to_string(lasted.count()) + " s"}, {"error", why}});
}

void outage_log::is_over()
{
    if (!since_) return;
    auto const lasted = std::chrono::floor<std::chrono::seconds>(env_.time->now() - *since_);
    env_.log->log(log_level::info, "the API server answers again", {{"after", std::to_string(lasted.count()) + " s"}});
    since_.reset();
}

/// A caller's place in the line: it leaves the line when the caller does, also by cancellation.
class server_access::place {
public:
    explicit place(server_access& owner) : owner_(owner), at_(owner.line_.insert(owner.line_.end(), this)) {}
    place(place const&) = delete;
    ~place()
    {
        owner_.line_.erase(at_);
        owner_.changed_.notify(); // somebody else is the front now
    }
    bool is_front() const { return owner_.line_.front() == this; }

private:
    server_access& owner_;
    std::list<place const*>::iterator at_;
};

server_access::server_access(environment const& env, random_source random, backoff_options pace, credential_files files,
                             std::function<void()> reread)
    : env_(env), random_(random), pace_(pace, random_.fork()), least_pause_(pace.first), files_(std::move(files)),
      reread_(std::move(reread)), changed_(*env.time, env.ex), log_(env)
{
}

void server_access::got_through()
{
    if (line_.empty() && next_turn_ == time_point()) return; // as almost always
    next_turn_ = {};
    pace_.reset();
    ++answers_;
    log_.is_over();
    changed_.notify();
}

bool server_access::turned_away(char const* why)
{
    if (!is_outage()) return false;
    log_.goes_on(why);
    return true;
}

task<> server_access::turn(duration own_delay) &
{
    if (line_.empty()) next_turn_ = env_.time->now() + pace_.next();
    place const mine(*this);
    auto const answers = answers_;
    auto const entered = env_.time->now();
    for (;;) {
        look_at_files();
        if (answers_ != answers) break;
        auto due = time_point::max();
        if (!is_outage())
            due = entered + own_delay;
        else if (mine.is_front())
            due = std::max(next_turn_, entered + least_pause_); // those ahead may have left the line without a turn
        if (env_.time->now() >= due) {
            if (line_.size() > 1) next_turn_ = env_.time->now() + pace_.next(); // of the next in line
            co_return;
        }
        co_await changed_.wait_until(wake_at(due));
    }
    co_await env_.time->sleep_for(duration(random_.below(static_cast<std::uint64_t>(wake_spread.count()))));
}

task<> server_access::pause(duration delay) &
{
    look_at_files(); // a change from before this wait is no reason to end it
    auto const repairs = repairs_;
    auto const due = env_.time->now() + delay;
    while (repairs_ == repairs && env_.time->now() < due) {
        co_await changed_.wait_until(wake_at(due));
        look_at_files();
    }
}

// Whoever waits keeps an eye on the credential files for all.
void server_access::look_at_files()
{
    auto const now = env_.time->now();
    if (files_.empty() || now < next_look_) return;
    next_look_ = now + files_interval;
    if (!files_.look()) return;
    env_.log->log(log_level::info, "a token or certificate file has changed; the next attempt is made with it");
    ++repairs_;
    pace_.reset();
    next_turn_ = now;
    reread_();
    changed_.notify();
}

time_point server_access::wake_at(time_point due) const
{
    return files_.empty() ? due : std::min(due, std::max(next_look_, env_.time->now() + std::chrono::milliseconds(1)));
}

} // namespace coinformer
