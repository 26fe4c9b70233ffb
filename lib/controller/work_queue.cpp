#include "controller/work_queue_core.hpp"
#include "core/strand_of.hpp"

#include <boost/asio/post.hpp>

#include <new>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

environment with_own_strand(environment env)
{
    env.ex = strand_of(env.ex);
    return env;
}

// Wraps the user's limiter so that it cannot throw: a key that has failed must come again, whatever its
// limiter does.
rate_limiter with_fallback(rate_limiter limiter, log_sink& log)
{
    return [limiter = std::move(limiter), instead = exponential_limiter(), &log](std::uint32_t failures,
                                                                                 time_point now) {
        std::string cause;
        try {
            return limiter(failures, now);
        } catch (std::exception const& e) {
            cause = e.what();
        } catch (...) {
            cause = "an exception of unknown type";
        }
        log.log(log_level::warning, "a work queue's limiter threw, so exponential back-off is used",
                {{"cause", cause}});
        return instead(failures, now);
    };
}

} // namespace

work_queue_core::work_queue_core(environment env, work_queue_options options, std::unique_ptr<work_keys> keys)
    : env_(with_own_strand(std::move(env))), keys_(std::move(keys)),
      items_(with_fallback(std::move(options.limiter), *env_.log), options.ageing,
             options.remembered_failures,
             work_groups(options.most_of_group, [this](item_id id) { return keys_->group(id); }))
{
}

// Every change of the queue ends here, under the lock: frees the numbers of released keys, wakes the waiters
// if there is news for them, and counts.
void work_queue_core::publish_change()
{
    free_released();
    auto const due = items_.next_due();
    bool const news =
        items_.has_ready(now()) || items_.is_ended() || (due && (!alarm_due_ || *due < *alarm_due_));
    if (waiter_count_ != 0 && news && !is_wakeup_posted_) {
        asio::post(env_.ex, [self = shared_from_this()] {
            {
                held_lock const hold_again(self->lock_);
                self->is_wakeup_posted_ = false;
            }
            self->progressed_.notify();
        });
        is_wakeup_posted_ = true; // not before: the post may throw for want of memory
    }
    update_counters();
}

// Adds what is new to the counters. A key becomes due without a call to the queue, and is counted by the next
// call.
void work_queue_core::update_counters()
{
    if (!counts_.adds) return;
    counts_.adds.add(items_.add_count() - std::exchange(counted_adds_, items_.add_count()));
    counts_.retries.add(items_.retry_count() - std::exchange(counted_retries_, items_.retry_count()));
}

// Makes the instruments without the queue's lock: their registry has a lock of its own, and asks for the
// status of the queue while it holds that. What has happened before is counted as well.
void work_queue_core::count_as(std::string_view name)
{
    auto made = make_queue_metrics(env_.metrics, name, [this] { return status(); });
    held_lock const hold(lock_);
    std::swap(counts_, made); // destroys the former ones, if there are any, without the lock
    update_counters();
}

bool work_queue_core::add(void const* key, priority p)
{
    held_lock const hold(lock_);
    bool const is_new = items_.add(keys_->find_or_add(key), p, now());
    publish_change();
    return is_new;
}

void work_queue_core::add_after(void const* key, duration delay, priority p)
{
    held_lock const hold(lock_);
    items_.add_after(keys_->find_or_add(key), delay, p, now());
    publish_change();
}

void work_queue_core::add_rate_limited(void const* key, priority p)
{
    held_lock const hold(lock_);
    items_.add_rate_limited(keys_->find_or_add(key), p, now());
    publish_change();
}

void work_queue_core::forget(void const* key)
{
    held_lock const hold(lock_);
    auto const known = keys_->find(key);
    if (known) items_.forget(*known);
    publish_change();
}

std::uint32_t work_queue_core::failures(void const* key) const
{
    held_lock const hold(lock_);
    auto const known = keys_->find(key);
    return known ? items_.failures(*known) : 0;
}

void work_queue_core::shut_down(pending p)
{
    held_lock const hold(lock_);
    items_.shut_down(p, now());
    publish_change();
}

void work_queue_core::reopen()
{
    held_lock const hold(lock_);
    items_.reopen();
    publish_change();
}

work_queue_status work_queue_core::status()
{
    held_lock const hold(lock_);
    auto const present = items_.status(now());
    update_counters();
    return present;
}

void work_queue_core::visit_oldest(std::size_t most, work_queue_handle::visit_key const& visit) const
{
    held_lock const hold(lock_);
    for (auto const& [id, age] : items_.oldest(now(), most)) visit(keys_->key(id), age);
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

// nullopt: no key is ready yet, and the alarm is armed for the first one that will be. An empty lease: the
// queue has ended.
std::optional<work_lease> work_queue_core::try_take()
{
    work_lease lease; // before the lock, which its destructor takes if an exception is thrown here
    held_lock const hold(lock_);
    auto const popped = items_.pop(now());
    if (!popped && !items_.is_ended()) {
        arm_alarm();
        return std::nullopt;
    }
    if (popped) lease = work_lease(shared_from_this(), *popped, keys_->key(*popped));
    publish_change();
    return lease;
}

// Lets the alarm fire when the earliest delayed key is due. The queue's owner may be gone by then, but not
// this object: a waiter keeps it, and the last waiter destroys the alarm.
//
// The caller has held lock_ since it has found no key that is ready. Otherwise a key could become due in
// between, and status() of another thread could queue it, which wakes nobody: the key would not be delayed
// any more, so that no alarm would fire for it.
void work_queue_core::arm_alarm()
{
    auto const due = items_.next_due();
    if (due == alarm_due_) return;
    if (!due) {
        alarm_due_.reset();
        return alarm_.reset();
    }
    if (!alarm_) alarm_ = env_.time->make_timer(env_.ex);
    alarm_->start(*due, [this] {
        {
            held_lock const hold_again(lock_);
            alarm_due_.reset();
        }
        progressed_.notify();
    });
    alarm_due_ = due; // not before: the timer may throw for want of memory
}

task<work_lease> work_queue_core::pop()
{
    waiter_registration const registration(*this);
    for (;;) {
        auto lease = try_take();
        if (lease) co_return std::move(*lease);
        co_await progressed_.wait();
    }
}

task<> work_queue_core::drained()
{
    waiter_registration const registration(*this);
    auto const is_drained = [this] {
        held_lock const hold(lock_);
        arm_alarm(); // stops it: shut_down() has dropped the delayed keys
        return items_.is_drained();
    };
    while (!is_drained()) co_await progressed_.wait();
}

// From now on the key cannot be put back. If the queue has ended by that, wakes the coroutines that wait for
// its end.
void work_queue_core::mark_arrived(item_id id)
{
    held_lock const hold(lock_);
    if (auto const waited = items_.mark_arrived(id)) counts_.queue_duration.observe(*waited);
    if (items_.is_ended()) publish_change();
}

// The common end of the three reports about a key. If the key is to come again, the caller has added it
// before: here an idle key is released, and its number may be given to another key. The caller holds lock_.
void work_queue_core::finish_work(item_id id)
{
    counts_.work_duration.observe(items_.mark_done(id, now()));
    free_released();
}

// A key is freed under the same lock under which its item was released: in between, another thread could add
// it.
void work_queue_core::free_released() noexcept
{
    for (auto const id : items_.take_released()) keys_->free(id);
}

void work_queue_core::mark_done(item_id id)
{
    held_lock const hold(lock_);
    items_.note_success(id);
    finish_work(id);
}

void work_queue_core::mark_done_and_add_after(item_id id, duration delay)
{
    held_lock const hold(lock_);
    items_.note_success(id);
    items_.add_after(id, delay, items_.priority_of(id), now());
    finish_work(id);
}

std::optional<duration> work_queue_core::mark_failed(item_id id, duration at_least)
{
    held_lock const hold(lock_);
    auto const delay = items_.note_failure(id, now(), at_least);
    finish_work(id);
    return delay;
}

void work_queue_core::put_back(item_id id)
{
    held_lock const hold(lock_);
    items_.put_back(id);
    free_released();
}

void work_queue_core::give_up(item_id id) noexcept
{
    {
        held_lock const hold(lock_);
        items_.give_up(id);
        free_released();
    }
    try {
        publish_report();
    } catch (std::bad_alloc const&) { // the next change wakes the waiters
    }
}

void work_queue_core::publish_report()
{
    held_lock const hold(lock_);
    publish_change();
}

} // namespace coinformer::detail
