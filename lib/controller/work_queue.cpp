#include "controller/work_queue_core.hpp"
#include "core/precondition_check.hpp"
#include "core/run_on.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

environment with_own_strand(environment env)
{
    env.ex = strand_of(env.ex);
    return env;
}

work_queue_options checked_queue_options(work_queue_options options)
{
    precondition_check const demand("work queue");
    demand(options.limiter != nullptr, "work_queue_options::limiter is empty");
    demand(options.ageing >= duration::zero() && options.ageing <= std::chrono::hours(24),
           "work_queue_options::ageing is negative, or longer than a day");
    return options;
}

// Wraps the user's limiter so that it cannot throw: a key that has failed must come again, whatever its
// limiter does.
rate_limiter with_fallback(rate_limiter limiter, log_sink& log)
{
    return [limiter = std::move(limiter), instead = exponential_limiter(), &log](std::uint32_t failures,
                                                                                 time_point now) {
        std::string cause = "an exception of unknown type";
        try {
            return limiter(failures, now);
        } catch (std::exception const& e) {
            cause = e.what();
        } catch (...) {
        }
        log.log(log_level::warning, "a work queue's limiter threw, so exponential back-off is used",
                {{"cause", cause}});
        return instead(failures, now);
    };
}

} // namespace

work_queue_core::work_queue_core(environment env, work_queue_options options, std::unique_ptr<work_keys> keys)
    : env_(with_own_strand(std::move(env))), metrics_(options.metrics),
      items_(with_fallback(std::move(options.limiter), *env_.log), options.ageing,
             options.remembered_failures),
      keys_(std::move(keys))
{
}

// Every change of the queue ends here: frees the numbers of released keys, wakes the waiters if there is news
// for them, and calls the metrics. Takes the held lock, because the metrics are the user's code and run
// without it.
void work_queue_core::publish_change(held_lock hold)
{
    for (auto const id : items_.take_released()) keys_->free(id);
    auto const due = items_.next_due();
    bool const news =
        items_.has_ready(now()) || items_.is_ended() || (due && (!alarm_due_ || *due < *alarm_due_));
    if (waiter_count_ != 0 && news && !std::exchange(is_wakeup_posted_, true))
        asio::post(env_.ex, [self = shared_from_this()] {
            {
                held_lock const hold_again(self->lock_);
                self->is_wakeup_posted_ = false;
            }
            self->progressed_.notify();
        });
    if (!metrics_) return;
    auto added = items_.add_count() - std::exchange(reported_adds_, items_.add_count());
    auto retried = items_.retry_count() - std::exchange(reported_retries_, items_.retry_count());
    hold.unlock();
    for (; added != 0; --added) metrics_->added();
    for (; retried != 0; --retried) metrics_->retried();
}

bool work_queue_core::add(void const* key, priority p)
{
    held_lock hold(lock_);
    bool const is_new = items_.add(keys_->find_or_add(key), p, now());
    publish_change(std::move(hold));
    return is_new;
}

void work_queue_core::add_after(void const* key, duration delay, priority p)
{
    held_lock hold(lock_);
    items_.add_after(keys_->find_or_add(key), delay, p, now());
    publish_change(std::move(hold));
}

void work_queue_core::add_rate_limited(void const* key, priority p)
{
    held_lock hold(lock_);
    items_.add_rate_limited(keys_->find_or_add(key), p, now());
    publish_change(std::move(hold));
}

void work_queue_core::forget(void const* key)
{
    held_lock hold(lock_);
    auto const known = keys_->find(key);
    if (known) items_.forget(*known);
    publish_change(std::move(hold));
}

std::uint32_t work_queue_core::failures(void const* key) const
{
    held_lock const hold(lock_);
    auto const known = keys_->find(key);
    return known ? items_.failures(*known) : 0;
}

void work_queue_core::shut_down(pending p)
{
    held_lock hold(lock_);
    items_.shut_down(p, now());
    publish_change(std::move(hold));
}

void work_queue_core::reopen()
{
    held_lock hold(lock_);
    items_.reopen();
    publish_change(std::move(hold));
}

work_queue_status work_queue_core::status()
{
    held_lock const hold(lock_);
    return items_.status(now());
}

/// Counts a coroutine that waits in pop() or drained(), while it exists. The last waiter cancels the alarm,
/// because an armed timer would keep an io_context running.
class work_queue_core::waiter_registration {
public:
    explicit waiter_registration(work_queue_core& in) : in_(in)
    {
        held_lock const hold(in_.lock_);
        ++in_.waiter_count_;
    }
    waiter_registration(waiter_registration const&) = delete;
    ~waiter_registration()
    {
        held_lock const hold(in_.lock_);
        if (--in_.waiter_count_ != 0) return;
        in_.alarm_due_.reset();
        in_.alarm_.reset();
    }

private:
    work_queue_core& in_;
};

// nullopt: no key is ready yet. An empty lease: the queue has ended.
std::optional<work_lease> work_queue_core::try_take()
{
    held_lock hold(lock_);
    auto const popped = items_.pop(now());
    if (!popped && !items_.is_ended()) return std::nullopt;
    work_lease lease;
    if (popped) lease = work_lease(shared_from_this(), popped->id, keys_->key(popped->id));
    publish_change(std::move(hold));
    if (popped && metrics_) metrics_->popped(popped->waited);
    return lease;
}

// Lets the alarm fire when the earliest delayed key is due. The queue's owner may be gone by then, but not
// this object: a waiter keeps it, and the last waiter destroys the alarm.
void work_queue_core::arm_alarm()
{
    held_lock const hold(lock_);
    auto const due = items_.next_due();
    if (due == alarm_due_) return;
    alarm_due_ = due;
    if (!due) return alarm_.reset();
    if (!alarm_) alarm_ = env_.time->make_timer(env_.ex);
    alarm_->start(*due, [this] {
        {
            held_lock const hold_again(lock_);
            alarm_due_.reset();
        }
        progressed_.notify();
    });
}

task<> work_queue_core::wait_for_change()
{
    arm_alarm();
    co_await progressed_.wait();
}

task<work_lease> work_queue_core::pop()
{
    waiter_registration const registration(*this);
    for (;;) {
        auto lease = try_take();
        if (lease) co_return std::move(*lease);
        co_await wait_for_change();
    }
}

task<> work_queue_core::drained()
{
    waiter_registration const registration(*this);
    auto const is_drained = [this] {
        held_lock const hold(lock_);
        return items_.is_drained();
    };
    while (!is_drained()) co_await wait_for_change();
}

// From now on the key cannot be put back. If the queue has ended by that, wakes the coroutines that wait for
// its end.
void work_queue_core::mark_arrived(item_id id)
{
    held_lock hold(lock_);
    items_.mark_arrived(id);
    if (items_.is_ended()) publish_change(std::move(hold));
}

// The common end of the three reports about a key. If the key is to come again, the caller has added it
// before: here an idle key is released, and its number may be given to another key.
void work_queue_core::finish_work(item_id id, held_lock hold)
{
    auto const worked = items_.mark_done(id, now());
    publish_change(std::move(hold));
    if (metrics_) metrics_->finished(worked);
}

void work_queue_core::mark_done(item_id id)
{
    held_lock hold(lock_);
    items_.forget(id);
    finish_work(id, std::move(hold));
}

void work_queue_core::mark_done_and_add_after(item_id id, duration delay)
{
    held_lock hold(lock_);
    items_.forget(id);
    items_.add_after(id, delay, items_.priority_of(id), now());
    finish_work(id, std::move(hold));
}

std::optional<duration> work_queue_core::mark_failed(item_id id, duration at_least)
{
    held_lock hold(lock_);
    auto const delay = items_.add_rate_limited(id, items_.priority_of(id), now(), at_least);
    finish_work(id, std::move(hold));
    return delay;
}

void work_queue_core::put_back(item_id id)
{
    held_lock hold(lock_);
    items_.put_back(id);
    publish_change(std::move(hold));
    if (metrics_) metrics_->finished(duration::zero());
}

// ---- work_lease and work_queue_handle: the untyped side of work_queue.hpp

work_lease::~work_lease()
{
    failed();
}

void work_lease::confirm_arrival()
{
    if (queue_) queue_->mark_arrived(number_);
}

void work_lease::done()
{
    if (auto const queue = std::move(queue_)) queue->mark_done(number_);
}

void work_lease::done_again_after(duration delay)
{
    if (auto const queue = std::move(queue_)) queue->mark_done_and_add_after(number_, delay);
}

std::optional<duration> work_lease::failed(duration at_least)
{
    auto const queue = std::move(queue_);
    return queue ? queue->mark_failed(number_, at_least) : std::nullopt;
}

void work_lease::put_back()
{
    if (auto const queue = std::move(queue_)) queue->put_back(number_);
}

work_queue_handle::work_queue_handle(environment env, work_queue_options options,
                                     std::unique_ptr<work_keys> keys)
    : core_(std::make_shared<work_queue_core>(std::move(env), checked_queue_options(std::move(options)),
                                              std::move(keys)))
{
}

bool work_queue_handle::add(void const* key, priority p) const
{
    return core_->add(key, p);
}

void work_queue_handle::add_after(void const* key, duration delay, priority p) const
{
    core_->add_after(key, delay, p);
}

void work_queue_handle::add_rate_limited(void const* key, priority p) const
{
    core_->add_rate_limited(key, p);
}

void work_queue_handle::forget(void const* key) const
{
    core_->forget(key);
}

std::uint32_t work_queue_handle::failures(void const* key) const
{
    return core_->failures(key);
}

namespace {

// Pops on the queue's strand and returns on the caller's executor. If the caller is cancelled while the key
// is on its way back, it will never look at the key, so the key is put back to its old place.
task<work_lease> pop_from(std::shared_ptr<work_queue_core> core)
{
    auto lease = co_await on_strand(std::move(core), &work_queue_core::pop);
    auto const state = co_await asio::this_coro::cancellation_state;
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    if (lease && throws && state.cancelled() != asio::cancellation_type::none) {
        lease.put_back();
        throw boost::system::system_error(make_error_code(errc::cancelled));
    }
    lease.confirm_arrival();
    co_return lease;
}

// Shuts the queue down on the caller's thread, so that no key is accepted between the await and the turn of
// the strand.
task<> drain_queue(std::shared_ptr<work_queue_core> core)
{
    core->shut_down(pending::hand_out);
    co_await on_strand(std::move(core), &work_queue_core::drained);
}

} // namespace

task<work_lease> work_queue_handle::pop() const
{
    return pop_from(core_);
}

void work_queue_handle::shut_down(pending p) const
{
    core_->shut_down(p);
}

void work_queue_handle::reopen() const
{
    core_->reopen();
}

task<> work_queue_handle::drain() const
{
    return drain_queue(core_);
}

work_queue_status work_queue_handle::status() const
{
    return core_->status();
}

} // namespace coinformer::detail
