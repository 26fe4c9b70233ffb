#include "process.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace simulation {

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

process::process(scheduler& s, scheduler::actor_id actor, environment server_env, testing::api_server& server,
                 std::string identity, timing t, dice chance, witness w)
    : scheduler_(s), identity_(std::move(identity)), timing_(t), dice_(chance), witness_(std::move(w)),
      machine_(s, actor, server_env, server, dice_)
{
    leader_election_options options;
    options.name = "web";
    options.identity = identity_;
    options.lease_duration = timing_.lease;
    options.renew_deadline = timing_.renew;
    options.retry_period = timing_.retry;
    options.release_on_end = dice_.chance(85);
    election_ = std::make_unique<leader_election>(machine_.api(), options);
    life_ = errand::start(machine_.env(), stand_for_election(), identity_);
}

process::~process() = default;

task<> process::stand_for_election()
{
    for (;;) {
        std::string why;
        try {
            co_await election_->run_while_leader([this] { return work(); });
            count("work ended by itself");
        } catch (api_error const& e) {
            why = e.what();
            if (e.code() != errc::leadership_lost) throw;
        } catch (std::runtime_error const& e) {
            why = e.what();
            if (why != "the work's own") throw;
            count("work threw");
        }
        if (!why.empty()) witness_.trace(identity_ + ": " + why);
        if (why.find("not renewed") != why.npos) count("lost: not renewed in time");
        if (why.find("stood still") != why.npos) count("lost: stood still");
        if (why.find("held by") != why.npos || why.find("cleared or deleted") != why.npos)
            count("lost: another has it");
        auto const pause = duration(dice_.range(1, timing_.lease.count() / 4));
        co_await machine_.clock().sleep_for(pause);
    }
}

task<> process::work()
{
    witness_.trace(identity_ + " works");
    is_working_ = true;
    is_cancelled_ = lingers_long_ = false;
    bool const throws = dice_.chance(5), ends = throws || dice_.chance(10);
    try {
        auto const length = duration(dice_.tail(20 * timing_.lease.count()));
        if (ends) co_await scheduler_.clock().sleep_for(length);
        while (!ends) co_await never_.wait();
    } catch (boost::system::system_error const&) {
        is_cancelled_ = true;
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (is_cancelled_) co_await linger();
    witness_.trace(identity_ + " has ended its work");
    is_working_ = is_excused_ = false;
    if (throws) throw std::runtime_error("the work's own");
}

// Cancelled work takes up to 0.6 of its time to end, since clocks differ by up to 6 percent. If the process
// itself was stopped, the work may take longer, because the lease is renewed meanwhile.
task<> process::linger()
{
    auto most = (timing_.lease - timing_.renew).count() / 10 * 6;
    has_outlived_lease_ = false;
    lingers_long_ = is_stopping_ && dice_.chance(30);
    if (lingers_long_) most = 4 * timing_.lease.count();
    auto const length = duration(dice_.range(0, most));
    witness_.trace(identity_ + " is told to end, and takes " + std::to_string(length / 1ms) + " ms");
    co_await scheduler_.clock().sleep_for(length);
}

void process::stop()
{
    witness_.trace(identity_ + " is stopped");
    is_stopping_ = true;
    life_->cancel();
}

void process::kill()
{
    witness_.trace(identity_ + " is killed");
    machine_.kill();
    stop();
}

void process::freeze(machine::standstill how)
{
    bool const is_suspended = how != machine::standstill::process;
    witness_.trace(identity_ + (is_suspended ? " is suspended" : " stands still"));
    if (is_suspended) timers_late_until_ = time_point::max();
    machine_.freeze(how);
}

void process::thaw()
{
    if (!machine_.is_frozen()) return;
    witness_.trace(identity_ + " goes on");
    is_excused_ = is_working_;
    machine_.thaw();
    if (timers_late_until_ != time_point::max()) return;
    // The longest of its timers, on the slowest of the clocks.
    auto const longest = std::max(timing_.retry, (timing_.renew - timing_.retry) / 2);
    timers_late_until_ = scheduler_.now() + longest / 100 * 104;
}

void process::check_now()
{
    if (!machine_.is_frozen() && !is_cancelled_)
        is_excused_ = is_working_ && !election_->is_leader() && scheduler_.now() < timers_late_until_;
}

void process::close()
{
    if (std::exchange(is_closed_, true)) return;
    machine_.close();
}

} // namespace simulation
