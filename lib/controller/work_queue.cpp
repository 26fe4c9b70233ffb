#include "controller/work_queue_core.hpp"
#include "core/run_on.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

environment on_a_strand(environment env)
{
    env.ex = strand_of(env.ex);
    return env;
}

work_queue_options checked_queue_options(work_queue_options options)
{
    auto const demand = [](bool holds, char const* what) {
        if (!holds) throw api_error(errc::bad_request, "work queue", what);
    };
    demand(options.limiter != nullptr, "work_queue_options::limiter is empty");
    demand(options.ageing >= duration::zero() && options.ageing <= std::chrono::hours(24),
           "work_queue_options::ageing is negative, or longer than a day");
    return options;
}

// A key that has failed comes again, whatever its limiter does.
rate_limiter unfailing(rate_limiter limiter, log_sink& log)
{
    return
        [limiter = std::move(limiter), instead = exponential_limiter(), &log](std::uint32_t failures, time_point now) {
            std::string cause = "an exception of unknown type";
            try {
                return limiter(failures, now);
            } catch (std::exception const& e) {
                cause = e.what();
            } catch (...) {
            }
            log.log(log_level::warning, "a work queue's limiter failed: exponential back-off", {{"cause", cause}});
            return instead(failures, now);
        };
}

} // namespace

work_queue_core::work_queue_core(environment env, work_queue_options options, std::unique_ptr<work_keys> keys)
    : env_(on_a_strand(std::move(env))), metrics_(options.metrics),
      items_(unfailing(std::move(options.limiter), *env_.log), options.ageing, options.remembered_failures),
      keys_(std::move(keys))
{
}

// What each change ends with: numbers that are free, who waits, who counts.
void work_queue_core::changed(held hold)
{
    for (auto const id : items_.take_released()) keys_->free(id);
    auto const due = items_.next_due();
    bool const news = items_.ready(now()) || items_.ended() || (due && (!armed_ || *due < *armed_));
    if (waiting_ != 0 && news && !std::exchange(woken_, true))
        asio::post(env_.ex, [self = shared_from_this()] {
            {
                held const hold_again(self->lock_);
                self->woken_ = false;
            }
            self->turned_.notify();
        });
    if (!metrics_) return;
    auto added = items_.adds() - std::exchange(told_adds_, items_.adds());
    auto retried = items_.retries() - std::exchange(told_retries_, items_.retries());
    hold.unlock();
    for (; added != 0; --added) metrics_->added();
    for (; retried != 0; --retried) metrics_->retried();
}

bool work_queue_core::add(void const* key, priority p)
{
    held hold(lock_);
    bool const is_new = items_.add(keys_->number(key), p, now());
    changed(std::move(hold));
    return is_new;
}

void work_queue_core::add_after(void const* key, duration delay, priority p)
{
    held hold(lock_);
    items_.add_after(keys_->number(key), delay, p, now());
    changed(std::move(hold));
}

void work_queue_core::add_rate_limited(void const* key, priority p)
{
    held hold(lock_);
    items_.add_rate_limited(keys_->number(key), p, now());
    changed(std::move(hold));
}

void work_queue_core::forget(void const* key)
{
    held hold(lock_);
    auto const known = keys_->find(key);
    if (known) items_.forget(*known);
    changed(std::move(hold));
}

std::uint32_t work_queue_core::failures(void const* key) const
{
    held const hold(lock_);
    auto const known = keys_->find(key);
    return known ? items_.failures(*known) : 0;
}

void work_queue_core::shut_down(pending p)
{
    held hold(lock_);
    items_.shut_down(p, now());
    changed(std::move(hold));
}

void work_queue_core::reopen()
{
    held hold(lock_);
    items_.reopen();
    changed(std::move(hold));
}

work_queue_status work_queue_core::status()
{
    held const hold(lock_);
    return items_.status(now());
}

/// One who waits. The last one takes the alarm along.
class work_queue_core::waiter {
public:
    explicit waiter(work_queue_core& in) : in_(in)
    {
        held const hold(in_.lock_);
        ++in_.waiting_;
    }
    waiter(waiter const&) = delete;
    ~waiter()
    {
        held const hold(in_.lock_);
        if (--in_.waiting_ != 0) return;
        in_.armed_.reset();
        in_.alarm_.reset();
    }

private:
    work_queue_core& in_;
};

// None: there is nothing now. Empty: nor will there be.
std::optional<work_lease> work_queue_core::take()
{
    held hold(lock_);
    auto const popped = items_.pop(now());
    if (!popped && !items_.ended()) return std::nullopt;
    work_lease lease;
    if (popped) lease = work_lease(shared_from_this(), popped->id, keys_->key(popped->id));
    changed(std::move(hold));
    if (popped && metrics_) metrics_->popped(popped->waited);
    return lease;
}

void work_queue_core::arm()
{
    held const hold(lock_);
    auto const due = items_.next_due();
    if (due == armed_) return;
    armed_ = due;
    if (!due) return alarm_.reset();
    if (!alarm_) alarm_ = env_.time->make_timer(env_.ex);
    alarm_->start(*due, [this] {
        {
            held const hold_again(lock_);
            armed_.reset();
        }
        turned_.notify();
    });
}

task<> work_queue_core::wait()
{
    arm();
    co_await turned_.wait();
}

task<work_lease> work_queue_core::pop_here(std::shared_ptr<work_queue_core>)
{
    waiter const me(*this);
    for (;;) {
        auto lease = take();
        if (lease) co_return std::move(*lease);
        co_await wait();
    }
}

task<work_lease> work_queue_core::pop()
{
    auto const self = shared_from_this();
    auto lease = co_await run_on(env_.ex, pop_here(self));
    auto const state = co_await asio::this_coro::cancellation_state;
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    if (lease && throws && state.cancelled() != asio::cancellation_type::none) { // who asked will not look at it
        lease.put_back();
        throw boost::system::system_error(make_error_code(errc::cancelled));
    }
    lease.arrived();
    co_return lease;
}

task<> work_queue_core::drain_here(std::shared_ptr<work_queue_core>)
{
    waiter const me(*this);
    auto const drained = [this] {
        held const hold(lock_);
        return items_.drained();
    };
    while (!drained()) co_await wait();
}

task<> work_queue_core::drain()
{
    auto const self = shared_from_this();
    shut_down(pending::hand_out);
    co_await run_on(env_.ex, drain_here(self));
}

// Others may have waited for that: it cannot be put back any more.
void work_queue_core::arrived(item_id id)
{
    held hold(lock_);
    items_.arrived(id);
    if (items_.ended()) changed(std::move(hold));
}

void work_queue_core::finish(item_id id, held hold)
{
    auto const worked = items_.done(id, now());
    changed(std::move(hold));
    if (metrics_) metrics_->finished(worked);
}

void work_queue_core::done(item_id id)
{
    held hold(lock_);
    items_.forget(id);
    finish(id, std::move(hold));
}

void work_queue_core::done_again_after(item_id id, duration delay)
{
    held hold(lock_);
    items_.forget(id);
    items_.add_after(id, delay, items_.priority_of(id), now());
    finish(id, std::move(hold));
}

std::optional<duration> work_queue_core::failed(item_id id)
{
    held hold(lock_);
    auto const delay = items_.add_rate_limited(id, items_.priority_of(id), now());
    finish(id, std::move(hold));
    return delay;
}

void work_queue_core::put_back(item_id id)
{
    held hold(lock_);
    items_.put_back(id);
    changed(std::move(hold));
    if (metrics_) metrics_->finished(duration::zero());
}

// ---- the walls of work_queue.hpp

work_lease::~work_lease()
{
    failed();
}

void work_lease::arrived()
{
    if (of_) of_->arrived(number_);
}

void work_lease::done()
{
    if (auto const of = std::move(of_)) of->done(number_);
}

void work_lease::done_again_after(duration delay)
{
    if (auto const of = std::move(of_)) of->done_again_after(number_, delay);
}

std::optional<duration> work_lease::failed()
{
    auto const of = std::move(of_);
    return of ? of->failed(number_) : std::nullopt;
}

void work_lease::put_back()
{
    if (auto const of = std::move(of_)) of->put_back(number_);
}

work_queue_door::work_queue_door(environment env, work_queue_options options, std::unique_ptr<work_keys> keys)
    : core_(
          std::make_shared<work_queue_core>(std::move(env), checked_queue_options(std::move(options)), std::move(keys)))
{
}

bool work_queue_door::add(void const* key, priority p) const
{
    return core_->add(key, p);
}

void work_queue_door::add_after(void const* key, duration delay, priority p) const
{
    core_->add_after(key, delay, p);
}

void work_queue_door::add_rate_limited(void const* key, priority p) const
{
    core_->add_rate_limited(key, p);
}

void work_queue_door::forget(void const* key) const
{
    core_->forget(key);
}

std::uint32_t work_queue_door::failures(void const* key) const
{
    return core_->failures(key);
}

namespace {

// the queue lives as long as what was asked of it
task<work_lease> pop_of(std::shared_ptr<work_queue_core> core)
{
    auto lease = co_await core->pop();
    co_return lease;
}

task<> drain_of_queue(std::shared_ptr<work_queue_core> core)
{
    co_await core->drain();
}

} // namespace

task<work_lease> work_queue_door::pop() const
{
    return pop_of(core_);
}

void work_queue_door::shut_down(pending p) const
{
    core_->shut_down(p);
}

void work_queue_door::reopen() const
{
    core_->reopen();
}

task<> work_queue_door::drain() const
{
    return drain_of_queue(core_);
}

work_queue_status work_queue_door::status() const
{
    return core_->status();
}

} // namespace coinformer::detail
