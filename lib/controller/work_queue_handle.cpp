#include "controller/work_queue_core.hpp"
#include "core/precondition_check.hpp"
#include "core/run_on.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

// ---- work_lease and work_queue_handle: the untyped side of work_queue.hpp

work_lease::~work_lease()
{
    try {
        failed();
    } catch (...) { // no memory
    }
    if (queue_) queue_->give_up(number_);
}

void work_lease::confirm_arrival()
{
    if (queue_) queue_->mark_arrived(number_);
}

void work_lease::done()
{
    if (!queue_) return;
    queue_->mark_done(number_);
    end();
}

void work_lease::done_again_after(duration delay)
{
    if (!queue_) return;
    queue_->mark_done_and_add_after(number_, delay);
    end();
}

std::optional<duration> work_lease::failed(duration at_least)
{
    if (!queue_) return std::nullopt;
    auto const delay = queue_->mark_failed(number_, at_least);
    end();
    return delay;
}

void work_lease::put_back()
{
    if (!queue_) return;
    queue_->put_back(number_);
    end();
}

// Called when a report was made. A report for which there was no memory was not made, and the destructor
// makes another one.
void work_lease::end()
{
    auto const queue = std::move(queue_);
    queue->publish_report();
}

namespace {

work_queue_options checked_queue_options(work_queue_options options)
{
    precondition_check const demand(options.name.empty() ? "work queue" : "work queue " + options.name);
    demand(options.limiter != nullptr, "work_queue_options::limiter is empty");
    demand(options.ageing >= duration::zero() && options.ageing <= std::chrono::hours(24),
           "work_queue_options::ageing is negative, or longer than a day");
    return options;
}

} // namespace

work_queue_handle::work_queue_handle(environment env, work_queue_options options,
                                     std::unique_ptr<work_keys> keys)
{
    auto const name = options.name;
    core_ = std::make_shared<work_queue_core>(std::move(env), checked_queue_options(std::move(options)),
                                              std::move(keys));
    if (!name.empty()) core_->count_as(name);
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

void work_queue_handle::visit_oldest(std::size_t most, visit_key const& visit) const
{
    core_->visit_oldest(most, visit);
}

void work_queue_handle::count_as(std::string_view name) const
{
    core_->count_as(name);
}

} // namespace coinformer::detail
