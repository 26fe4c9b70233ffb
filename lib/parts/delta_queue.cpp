#include "parts/delta_queue.hpp"

#include "core/precondition_check.hpp"
#include "core/run_on.hpp"

#include <algorithm>
#include <random>
#include <unordered_set>

namespace coinformer::parts::detail {

using namespace coinformer::detail;

namespace {

delta_fifo_options checked(delta_fifo_options options)
{
    precondition_check const demand("parts::delta_fifo");
    demand(options.capacity > 0, "delta_fifo_options::capacity is 0");
    demand(options.retry.is_valid(), "delta_fifo_options::retry: 0 < first <= cap <= 24 h, jitter_percent <= 1000");
    return options;
}

std::uint64_t seed_of(environment const& env)
{
    return env.seed != 0 ? env.seed : std::random_device()();
}

bool is_whole(untyped_delta const& d)
{
    auto const kind = kind_of(d);
    return kind == delta_kind::replaced || kind == delta_kind::bookmark;
}

// A change that comes again must not take the version of the store back to the change's own.
void hide_version(untyped_delta& d)
{
    if (auto* const change = change_in(d)) change->overtook = true;
    if (auto* const lost = std::get_if<std::unique_ptr<object_lost>>(&d)) (*lost)->reached.version.clear();
}

} // namespace

delta_queue::delta_queue(environment env, delta_fifo_options options)
    : env_(std::move(env)), fifo_(checked(options).capacity, options.order),
      pauses_(options.retry, random_source(seed_of(env_)))
{
}

void delta_queue::push(untyped_delta d)
{
    fifo_.push(std::move(d));
    fifo_.wake();
}

task<std::vector<untyped_delta>> delta_queue::pop(std::size_t most) &
{
    if (whole_) {
        co_await env_.time->sleep_until(whole_->due);
        std::vector<untyped_delta> again;
        again.push_back(std::move(whole_->what));
        whole_.reset();
        co_return again;
    }
    auto popped = co_await fifo_.pop(std::max<std::size_t>(most, 1));
    forget_superseded(popped);
    co_return popped;
}

// A change that is popped is newer than a failed one of the same object that waits for its pause.
void delta_queue::forget_superseded(std::vector<untyped_delta> const& popped)
{
    for (auto const& d : popped) {
        if (kind_of(d) == delta_kind::replaced)
            retries_.clear();
        else if (!is_whole(d))
            retries_.erase(to_string(key_of(d)));
    }
}

bool delta_queue::is_superseded(object_key const& key) const
{
    bool found = false;
    fifo_.for_each([&](untyped_delta const& d) {
        found |= kind_of(d) == delta_kind::replaced || (!is_whole(d) && key_of(d) == key);
    });
    return found;
}

delta_queue::retry delta_queue::retry_of(std::string const& key, untyped_delta d)
{
    auto const now = env_.time->now();
    return {std::move(d), now + pauses_.next(key, now)};
}

void delta_queue::requeue(untyped_delta d)
{
    if (is_whole(d)) {
        whole_.emplace(retry_of("", std::move(d)));
        return;
    }
    if (is_superseded(key_of(d))) return;
    hide_version(d);
    auto const key = to_string(key_of(d));
    retries_.insert_or_assign(key, retry_of(key, std::move(d)));
    arm();
}

void delta_queue::arm()
{
    if (retries_.empty()) return;
    auto const earlier = [](auto const& a, auto const& b) { return a.second.due < b.second.due; };
    auto const first = std::min_element(retries_.begin(), retries_.end(), earlier);
    if (!alarm_) alarm_ = env_.time->make_timer(env_.ex);
    alarm_->start(first->second.due, [this] { queue_due(); });
}

void delta_queue::queue_due()
{
    auto const now = env_.time->now();
    for (auto at = retries_.begin(); at != retries_.end();) {
        if (at->second.due > now) {
            ++at;
            continue;
        }
        auto what = std::move(at->second.what);
        at = retries_.erase(at);
        if (!is_superseded(key_of(what))) fifo_.push(std::move(what));
    }
    fifo_.wake();
    arm();
}

void delta_queue::resync(snapshot_ref const& objects)
{
    std::unordered_set<object_key, key_hash> queued;
    bool is_replaced = whole_.has_value();
    fifo_.for_each([&](untyped_delta const& d) {
        is_replaced |= kind_of(d) == delta_kind::replaced;
        if (!is_whole(d)) queued.insert(key_of(d));
    });
    if (is_replaced) return;
    std::vector<untyped_delta> again;
    for (std::uint32_t slot = 0; slot != objects.slots(); ++slot) {
        auto const& object = objects.at(slot);
        if (!object || queued.contains(object->key()) || retries_.contains(to_string(object->key()))) continue;
        again.push_back(object_updated(object));
        hide_version(again.back());
    }
    for (auto& d : again) fifo_.push(std::move(d));
    fifo_.wake();
}

// ---- functions of delta_fifo.hpp

std::shared_ptr<delta_queue> make_queue(environment env, delta_fifo_options options)
{
    return std::make_shared<delta_queue>(std::move(env), options);
}

void push(delta_queue& to, untyped_delta d)
{
    to.push(std::move(d));
}

void requeue(delta_queue& to, untyped_delta d)
{
    to.requeue(std::move(d));
}

void resync(delta_queue& to, snapshot_ref const& objects)
{
    to.resync(objects);
}

void close(delta_queue& q)
{
    q.fifo().close();
}

std::size_t size_of(delta_queue const& q) noexcept
{
    return q.fifo().size();
}

task<std::vector<untyped_delta>> pop(std::shared_ptr<delta_queue> from, std::size_t most)
{
    co_return co_await from->pop(most);
}

task<> wait_for_room(std::shared_ptr<delta_queue> of)
{
    co_await of->fifo().wait_for_room();
}

} // namespace coinformer::parts::detail
