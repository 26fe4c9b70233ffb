#include "cache/handlers/processor.hpp"
#include "core/exceptions.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::size_t processor_slice = 256;

api_error ended_by(std::exception_ptr const& ending)
{
    auto const why = ending ? "the informer has ended: " + message_of(ending) : std::string();
    return api_error(errc::stopped, "handler", why);
}

} // namespace

processor::processor(environment env, executor handlers, std::function<snapshot_ref()> present, std::string of)
    : context_member(env.ex), shared_(new dispatcher(std::move(env), std::move(handlers), std::move(of))),
      present_(std::move(present)), reminder_(shared_->env, run_reminder::warning_for_informer_of(shared_->of))
{
}

std::shared_ptr<processor> processor::make_shared(environment env, executor handlers,
                                                  std::function<snapshot_ref()> present, std::string of)
{
    auto made = std::shared_ptr<processor>(
        new processor(std::move(env), std::move(handlers), std::move(present), std::move(of)));
    made->shared_->owner = made;
    return made;
}

processor::~processor()
{
    release_handlers();
}

// A handler that holds its own informer, or a lister of it, would keep both alive for ever.
void processor::context_ends() noexcept
{
    auto const self = weak_from_this().lock(); // the last handler may hold the last reference
    release_handlers();
}

// Nobody is called any more.
void processor::release_handlers() noexcept
{
    auto all = shared_->close();
    for (auto* const l : std::exchange(followers_, {}))
        if (l->pulled()) all.emplace_back(l, false);
    std::ranges::move(std::exchange(submitted_, {}), std::back_inserter(all));
    for (auto const& l : all) l->let_go();
}

// ---- coming and going

listener_ptr processor::make(untyped_handler handler, handler_options const& options)
{
    return listener::make(std::move(handler), options, shared_);
}

bool processor::arrives(listener_ptr handler)
{
    auto const held = shared_->hold();
    submitted_.push_back(std::move(handler));
    return submitted_.size() == 1;
}

void processor::let_in()
{
    auto held = shared_->hold();
    auto const all = std::exchange(submitted_, {});
    held.unlock();
    for (auto const& l : all) add(l);
}

void processor::add(listener_ptr const& handler)
{
    auto held = shared_->hold();
    handler->where = whereabouts::arriving;
    if (stopped_)
        stop(*handler, *stopped_);
    else {
        held.unlock();
        auto const objects = told_objects();
        held.lock();
        begin(*handler, objects);
    }
    held.unlock();
    settle();
    turned_.notify();
}

void processor::begin(listener& l, present_objects const& objects)
{
    intrusive_ptr_add_ref(&l); // until its end
    ++in_place_;
    ++shared_->readers;
    if (!l.pulled()) ++unsynced_;
    l.where = l.pulled() ? whereabouts::asked : whereabouts::outside;
    l.move_to(shared_->log.end());
    smallest_capacity_ = std::min(smallest_capacity_, l.capacity());
    check_at_ = std::min(check_at_, l.position + l.capacity());
    if (l.pulled() || objects.size() != 0) l.fall_behind().begin(objects, shared_->env.time->now());
    if (objects.size() != 0) {
        l.state->reached = 0;
        l.state->version.clear();
    }
    if (l.pulled()) followers_.push_back(&l);
    if (initial_list_ended_) due_again(l);
    proceed(l);
}

void processor::take_out(listener_ptr const& handler, removal how)
{
    let_in(); // the post that is to do it may be another thread's, and later
    api_error const why(errc::stopped, "handler", "it was removed");
    {
        auto const held = shared_->hold();
        if (how == removal::drop)
            stop(*handler, why);
        else
            drain(*handler, why);
    }
    settle();
    turned_.notify(); // those who waited for it to sync, or for room
}

task<> processor::remove(listener_ptr handler, removal how)
{
    auto const self = shared_from_this(); // the informer may go while we wait
    take_out(handler, how);
    auto const running = [&] {
        auto const held = shared_->hold();
        return !handler->at_end();
    };
    while (running()) co_await turned_.wait();
}

void processor::leaves_place(listener& l)
{
    --in_place_;
    --shared_->readers;
    ++leaving_;
    if (!l.seen_initial_list && !l.pulled()) --unsynced_;
    if (l.state && l.state->due) resyncs_.erase(*std::exchange(l.state->due, {}));
}

void processor::stop(listener& l, api_error const& why)
{
    if (l.stopped) return;
    auto& s = l.more();
    s.ended = std::make_unique<api_error const>(why);
    if (l.where == whereabouts::arriving) { // it has not been given anything
        l.where = whereabouts::outside;
        l.stopped = true;
        s.asked_for.notify();
        gone_.emplace_back(&l);
        return;
    }
    s.version = l.version();
    if (!s.draining) leaves_place(l);
    if (s.behind) {
        std::erase(followers_, &l);
        s.behind->clear();
        s.behind.reset();
    } else {
        shared_->log.pass_all(l.position, shared_->log.end());
    }
    l.stopped = true;
    switch (l.where) {
    case whereabouts::running: return shared_->cancel(l);
    case whereabouts::queued:
    case whereabouts::returned: ring<listener>::unlink(l); break;
    case whereabouts::asked: s.asked_for.notify(); break; // what was handed out is the caller's
    case whereabouts::arriving:
    case whereabouts::outside: break;
    }
    end(l);
}

void processor::drain(listener& l, api_error const& why)
{
    if (l.stopped || l.draining()) return;
    if (l.pulled()) return stop(l, why);
    leaves_place(l);
    l.fall_behind().ends_here();
    l.state->draining = std::make_unique<api_error const>(why);
    if (l.where == whereabouts::outside) proceed(l);
}

void processor::end(listener& l)
{
    l.where = whereabouts::outside;
    l.state->at_hand.reset();
    --leaving_;
    gone_.emplace_back(&l, false);
}

// What is not to be done with the lock.
void processor::settle()
{
    for (auto const& l : std::exchange(gone_, {})) l->let_go();
    shared_->start();
    arm_resync();
}

task<> processor::stop(std::exception_ptr ending) &
{
    (void)has_seen_initial_list(nullptr); // what was reached before the end stays reached
    stopped_ = ended_by(ending);
    {
        auto const held = shared_->hold();
        std::vector<listener*> all;
        shared_->for_each([&](listener& l) { all.push_back(&l); });
        std::copy_if(followers_.begin(), followers_.end(), std::back_inserter(all),
                     [](auto* l) { return l->pulled(); });
        for (auto* const l : all) stop(*l, *stopped_);
    }
    settle();
    undistributed_ = {}; // distribute() was cancelled, perhaps in the middle of a list
    turned_.notify();
    while (leaving_ != 0) co_await turned_.wait();
}

// ---- what comes next for one

// It has handled what it was given.
void processor::handled(listener& l)
{
    auto& s = *l.state;
    if (auto const work = std::exchange(s.at_hand, nullptr)) {
        s.reached = std::max(s.reached, work->end);
        if (!work->version.empty()) s.version = work->version;
    }
    saw(l);
}

void processor::saw(listener& l)
{
    if (l.seen_initial_list || !initial_list_ended_) return;
    if (l.reached() < initial_end_) {
        l.look = true;
        return;
    }
    l.seen_initial_list = true;
    if (!l.pulled() && !l.draining()) --unsynced_;
    turned_.notify();
}

void processor::look_at(listener& l)
{
    l.look = false;
    if (l.stopped) return end(l);
    if (l.behind()) handled(l);
    proceed(l);
}

// It has nothing at hand.
void processor::proceed(listener& l)
{
    if (l.pulled() && l.state->behind->size() != 0) return l.state->asked_for.notify();
    if (l.behind()) {
        auto& s = *l.state;
        bool const merged = s.behind->merging();
        if (auto work = s.behind->take()) {
            s.at_hand = std::move(work);
            return shared_->put(l);
        }
        s.reached = std::max(s.reached, s.behind->log_end());
        if (s.draining) return stop(l, *s.draining);
        if (l.pulled()) return saw(l);
        if (merged) std::erase(followers_, &l);
        l.catch_up();
    }
    saw(l);
    shared_->put(l);
}

void processor::visit()
{
    {
        auto const held = shared_->hold();
        while (auto* const l = shared_->take_returned()) look_at(*l);
    }
    settle();
    turned_.notify();
}

// ---- the log, and those who are behind it

void processor::append(std::vector<change> changes, std::string version)
{
    if (!version.empty()) version_ = version; // in the log, though some have yet to make room
    shared_->append(std::move(changes), std::move(version));
    std::vector<listener_ptr> full;
    {
        auto const held = shared_->hold();
        auto const end = shared_->log.end();
        check_at_ = std::min(check_at_, end + smallest_capacity_); // who was idle has this at hand
        for (auto* const l : followers_) {
            auto& behind = *l->state->behind;
            if (behind.merging()) behind.merge();
            if (!l->pulled()) continue;
            if (behind.size() != 0) l->state->asked_for.notify();
            if (behind.of_log() > l->capacity()) full.emplace_back(l);
        }
        if (end > check_at_) find_full(full);
    }
    for (auto const& l : full) apply_policy(*l);
    settle();
}

task<> processor::distribute(change_batch changes) &
{
    undistributed_ = std::move(changes);
    batch_begin_ = shared_->log.end();
    auto const version = present_().version();
    while (!undistributed_.empty()) {
        auto part = undistributed_.take(processor_slice);
        bool const last = undistributed_.empty();
        append(std::move(part), last ? version : std::string());
        while (held_up()) co_await turned_.wait();
        if (!last)
            co_await boost::asio::post(shared_->env.ex, boost::asio::use_awaitable); // let the handlers keep pace
    }
    undistributed_ = {}; // the room that a list took
    version_ = version;
    {
        auto const held = shared_->hold();
        shared_->log.advance(version);
    }
    turned_.notify(); // those who wait for it
}

// All objects as the handlers that keep up know them. It does not wait until a batch is in the log, for that may wait
// for a slow handler with overflow::block: what others are shown then must not depend on it.
present_objects processor::told_objects()
{
    if (undistributed_.empty()) return present_();
    return {present_(), undistributed_.pending(version_)};
}

// ---- resync

// From now, when it has a period.
void processor::due_again(listener& l)
{
    if (l.state && l.state->period > duration::zero())
        l.state->due = resyncs_.emplace(shared_->env.time->now() + l.state->period, &l);
}

void processor::arm_resync()
{
    if (resyncs_.empty()) {
        resync_.reset();
        armed_for_.reset(); // the next one may be due at the very time for which this timer was started
        return;
    }
    if (!resync_) resync_ = shared_->env.time->make_timer(shared_->env.ex);
    auto const next = resyncs_.begin()->first;
    if (std::exchange(armed_for_, next) != next) resync_->start(next, [this] { resync_those_due(); });
}

void processor::resync_those_due()
{
    armed_for_.reset();
    auto const objects = told_objects();
    {
        auto const held = shared_->hold();
        auto const now = shared_->env.time->now();
        while (!resyncs_.empty() && resyncs_.begin()->first <= now) {
            auto& l = *resyncs_.begin()->second;
            resyncs_.erase(resyncs_.begin());
            due_again(l);
            if (objects.size() == 0) continue;
            l.fall_behind().resync(objects, now);
            if (l.where == whereabouts::outside || l.pulled()) proceed(l);
        }
    }
    settle();
}

} // namespace coinformer::detail
