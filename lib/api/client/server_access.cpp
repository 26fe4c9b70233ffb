#include "api/client/server_access.hpp"

#include <algorithm>
#include <string>

namespace coinformer {

void outage_log::goes_on(error_code const& code, std::string const& why)
{
    auto const now = env_.time->now();
    if (!since_) since_ = now;
    auto const lasted = std::chrono::floor<std::chrono::seconds>(now - *since_);
    if (!failures_.failed(code.message())) return;
    env_.log->log(log_level::warning, "the API server does not serve this client; its informers take turns in trying",
                  {{"for", std::to_string(lasted.count()) + " s"}, {"error", why}});
}

void outage_log::is_over()
{
    if (!since_) return;
    auto const began = *std::exchange(since_, std::nullopt);
    auto const lasted = std::chrono::floor<std::chrono::seconds>(env_.time->now() - began);
    if (!failures_.succeeded()) return;
    env_.log->log(log_level::warning, "the API server answers again",
                  {{"after", std::to_string(lasted.count()) + " s"}});
}

/// A caller's place in the line: it leaves the line when the caller does, also by cancellation.
class server_access::place {
public:
    explicit place(server_access& owner) : owner_(owner), at_(owner.line_.insert(owner.line_.end(), this)) {}
    place(place const&) = delete;
    ~place()
    {
        owner_.line_.erase(at_);
        if (!owner_.is_ending_) owner_.changed_.notify(); // somebody else is the front now
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

bool server_access::counts_as_answer(int http_status) noexcept
{
    return http_status != 401 && http_status != 502 && http_status != 503;
}

void server_access::got_through()
{
    last_answer_ = env_.time->now();
    if (line_.empty() && next_turn_ == time_point()) return; // as almost always
    next_turn_ = {};
    pace_.reset();
    ++answers_;
    log_.is_over();
    changed_.notify();
}

task<bool> server_access::turn() &
{
    if (line_.empty()) next_turn_ = env_.time->now() + pace_.next();
    {
        place const mine(*this);
        auto const answers = answers_;
        auto const entered = env_.time->now();
        for (;;) {
            look_at_files();
            if (answers_ != answers) break;
            auto due = time_point::max();
            // those ahead may have left the line without a turn
            if (mine.is_front()) due = std::max(next_turn_, entered + least_pause_);
            if (env_.time->now() >= due) {
                if (line_.size() > 1) next_turn_ = env_.time->now() + pace_.next(); // of the next in line
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
    look_at_files(); // a change from before this wait is no reason to end it
    auto const repairs = repairs_;
    auto const due = env_.time->now() + delay;
    while (env_.time->now() < due) {
        co_await changed_.wait_until(wake_at(due));
        look_at_files();
        if (repairs_ == repairs) continue;
        co_await spread_out();
        co_return;
    }
}

// Callers that one event wakes do not arrive at the server together.
task<> server_access::spread_out() &
{
    auto const most = static_cast<std::uint64_t>(wake_spread.count());
    co_await env_.time->sleep_for(duration(random_.below(most)));
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
