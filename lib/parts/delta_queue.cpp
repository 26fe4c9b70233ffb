#include "parts/delta_queue.hpp"

#include "core/parallel_executor.hpp"
#include "core/precondition_check.hpp"
#include "core/scoped_count.hpp"
#include "core/strand_of.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <random>

namespace coinformer::parts::detail {

using namespace coinformer::detail;

namespace {

constexpr duration pause_without_memory = std::chrono::seconds(1);

delta_fifo_options checked(delta_fifo_options options)
{
    precondition_check const demand("parts::delta_fifo");
    demand(options.capacity > 0, "delta_fifo_options::capacity is 0");
    demand(options.retry.is_valid(),
           "delta_fifo_options::retry: 0 < first <= cap <= 24 h, jitter_percent <= 1000");
    return options;
}

environment checked(environment env)
{
    env.ex = serial(env.ex, "parts::delta_fifo");
    return env;
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

// Returns another delta about the same single object.
untyped_delta copy_of(untyped_delta const& d)
{
    if (auto const* const lost = std::get_if<std::unique_ptr<object_lost>>(&d))
        return std::make_unique<object_lost>(**lost);
    if (auto const* const added = std::get_if<object_added>(&d)) return *added;
    if (auto const* const updated = std::get_if<object_updated>(&d)) return *updated;
    return std::get<object_deleted>(d);
}

// A state that is shown again must not take the version of the store back to its own.
void keep_store_version(untyped_delta& d)
{
    if (auto* const change = change_in(d)) change->overtook = true;
    if (auto* const lost = std::get_if<std::unique_ptr<object_lost>>(&d)) (*lost)->reached.version.clear();
}

} // namespace

executor serial(executor const& ex, std::string part)
{
    if (is_parallel(ex))
        throw api_error(
            errc::bad_request, std::move(part),
            "its executor runs several functions at the same time: give the client and all parts the same "
            "boost::asio::make_strand(executor)");
    return strand_of(ex);
}

// ---- touched_objects

void touched_objects::add(untyped_delta const& d)
{
    if (kind_of(d) == delta_kind::replaced)
        lists_.emplace(ns_of(d));
    else if (!is_whole(d))
        keys_.insert(to_string(key_of(d)));
}

void touched_objects::clear() noexcept
{
    keys_.clear();
    lists_.clear();
}

bool touched_objects::contains(object_key const& key) const
{
    return keys_.contains(to_string(key)) || lists_.contains(key.ns) || lists_.contains(std::string_view());
}

// ---- delta_queue

delta_queue::delta_queue(environment env, delta_fifo_options options)
    : env_(checked(std::move(env))),
      fifo_(checked(options).capacity, options.order, coinformer::detail::delta_fifo::hand_over::later),
      pauses_(options.retry, random_source(seed_of(env_))), closed_(*env_.time, env_.ex)
{
}

void delta_queue::push(untyped_delta d)
{
    fifo_.push(std::move(d));
    fifo_.wake();
}

void delta_queue::close()
{
    fifo_.close();
    is_closed_ = true;
    retries_.clear();
    due_.clear();
    whole_.reset();
    if (alarm_) alarm_->cancel();
    closed_.notify();
}

task<std::vector<untyped_delta>> delta_queue::pop(std::size_t most) &
{
    if (is_popping_)
        throw api_error(errc::already_running, "parts::delta_fifo::pop()",
                        "another pop() waits: the deltas of one queue are processed by one loop");
    scoped_flag const popping(is_popping_);
    if (!alarm_) arm();
    end_processing();
    while (whole_ && env_.time->now() < whole_->due) co_await closed_.wait_until(whole_->due);
    std::vector<untyped_delta> popped;
    if (whole_) { // close() may have dropped it
        popped.reserve(1);
        note_popped({&whole_->what, 1});
        popped.push_back(std::move(whole_->what));
        whole_.reset();
    } else {
        if (popped_.unreturned.empty())
            popped_.unreturned = co_await fifo_.pop(std::max<std::size_t>(most, 1));
        note_popped(popped_.unreturned);
        popped.swap(popped_.unreturned);
    }
    co_return popped;
}

// These deltas are about to be returned. Without memory to note that, none of them is, and the next pop()
// tries it again.
void delta_queue::note_popped(std::span<untyped_delta const> deltas)
{
    try {
        for (auto const& d : deltas) popped_.returned.add(d);
        forget_superseded();
    } catch (...) {
        popped_.returned.clear();
        throw;
    }
}

// The deltas that the pop() before has returned have been processed. Those of them that were not given
// back have succeeded, so that their objects begin with the first pause again. Usually nothing has failed,
// and there is nothing to forget.
void delta_queue::end_processing()
{
    if (pauses_.size() != 0) {
        for (auto const& key : popped_.returned.keys()) pauses_.reset(key);
        if (!whole_) pauses_.reset("");
    }
    popped_.returned.clear();
}

// Changes that are popped are newer than failed ones of the same objects, which wait for their pauses.
void delta_queue::forget_superseded()
{
    for (auto at = retries_.begin(); at != retries_.end();) {
        auto const next = std::next(at);
        if (popped_.returned.contains(key_of(at->second.what))) forget(at);
        at = next;
    }
}

void delta_queue::forget(std::map<std::string, retry>::iterator at) noexcept
{
    due_.erase(at->second.place);
    retries_.erase(at);
}

touched_objects delta_queue::queued() const
{
    touched_objects all;
    for (auto const& d : popped_.unreturned) all.add(d);
    fifo_.for_each([&](untyped_delta const& d) { all.add(d); });
    return all;
}

delta_queue::retry delta_queue::retry_of(std::string const& key, untyped_delta d)
{
    auto const now = env_.time->now();
    return {std::move(d), now + pauses_.next(key, now)};
}

void delta_queue::requeue(untyped_delta d)
{
    if (is_popping_)
        throw api_error(errc::already_running, "parts::delta_fifo::requeue()",
                        "a pop() waits: give a failed delta back before the next pop()");
    if (is_closed_) return;
    if (is_whole(d)) {
        whole_.emplace(retry_of("", std::move(d)));
        return;
    }
    keep_store_version(d);
    auto const key = to_string(key_of(d));
    auto again = retry_of(key, std::move(d));
    auto const place = due_.emplace(again.due, key).first;
    again.place = place;
    if (auto const at = retries_.find(key); at != retries_.end()) {
        if (at->second.place != place) due_.erase(at->second.place);
        at->second = std::move(again);
    } else {
        try {
            retries_.emplace(key, std::move(again));
        } catch (...) {
            due_.erase(place);
            throw;
        }
    }
    popped_.returned.remove(key); // it has not succeeded, also if the next pop() comes after its pause
    try {
        arm();
    } catch (std::bad_alloc const&) { // the next pop() tries it again
    }
}

void delta_queue::arm(time_point not_before)
{
    if (due_.empty()) return;
    try {
        if (!alarm_) alarm_ = env_.time->make_timer(env_.ex);
        alarm_->start(std::max(due_.begin()->first, not_before), [this] { queue_due(); });
    } catch (...) {
        alarm_.reset();
        throw;
    }
}

// Queues the changes whose pause is over. Those for which there is no memory are queued a little later.
void delta_queue::queue_due()
{
    auto not_before = time_point::min();
    try {
        move_due();
    } catch (std::bad_alloc const&) {
        not_before = env_.time->after(pause_without_memory);
    }
    fifo_.wake();
    arm(not_before);
}

// Something newer that is queued takes the place of a change whose pause is over.
void delta_queue::move_due()
{
    auto const now = env_.time->now();
    auto const newer = queued();
    while (!due_.empty() && due_.begin()->first <= now) {
        auto const at = retries_.find(due_.begin()->second);
        if (!newer.contains(key_of(at->second.what))) fifo_.push(copy_of(at->second.what));
        forget(at);
    }
}

// An object is shown again only if nothing newer can be on its way to the store: not in the queue, not in the
// hands of the loop that has popped it, and not waiting for a pause.
void delta_queue::resync(snapshot_ref const& objects)
{
    if (whole_) return;
    auto const newer = queued();
    for (std::uint32_t slot = 0; slot != objects.slots(); ++slot) {
        auto const& object = objects.at(slot);
        if (!object) continue;
        auto const key = object->key();
        if (newer.contains(key) || popped_.returned.contains(key) || retries_.contains(to_string(key)))
            continue;
        untyped_delta again = object_updated(object);
        keep_store_version(again);
        fifo_.push(std::move(again));
    }
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
    q.close();
}

std::size_t size_of(delta_queue const& q) noexcept
{
    return q.fifo().size();
}

void give_back(delta_queue& to, std::vector<untyped_delta> popped) noexcept
{
    to.late()->keep(std::move(popped));
}

task<std::vector<untyped_delta>> pop(std::shared_ptr<delta_queue> from, std::size_t most)
{
    auto popped = from->pop(most);
    auto late = from->late();
    co_return co_await deliver(std::move(late), std::move(popped));
}

task<> wait_for_room(std::shared_ptr<delta_queue> of)
{
    co_await of->fifo().wait_for_room();
}

} // namespace coinformer::parts::detail
