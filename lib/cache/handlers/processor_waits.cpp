#include "api/client/watch_rules.hpp"
#include "cache/handlers/processor.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

namespace {

struct counted {
    std::size_t& n;
    explicit counted(std::size_t& waiting) : n(waiting) { ++n; }
    counted(counted const&) = delete;
    ~counted() { --n; }
};

} // namespace

void processor::initial_list_ends()
{
    if (std::exchange(initial_list_ended_, true)) return;
    {
        auto const held = shared_->hold();
        initial_end_ = shared_->log.end();
        auto const ended = [this](listener& l) {
            if (l.stopped || l.draining()) return;
            due_again(l);
            saw(l);
        };
        shared_->for_each(ended);
        for (auto* const l : followers_)
            if (l->pulled()) ended(*l);
    }
    arm_resync();
    cause_.fall_back(nullptr);
    turned_.notify();
}

bool processor::tell(std::exception_ptr cause, std::exception_ptr older)
{
    if (cause)
        cause_.set(std::move(cause));
    else
        cause_.fall_back(std::move(older));
    turned_.notify();
    return waiting_for_sync_ != 0 && !initial_list_ended_;
}

bool processor::has_seen_initial_list(listener const* only) const
{
    if (!initial_list_ended_) return false;
    auto const held = shared_->hold();
    if (only) return only->seen_initial_list;
    if (!stopped_) was_synced_ |= unsynced_ == 0; // who comes later has a sync of his own
    return was_synced_;
}

// Up to which cause those who wait for this handler, or for all, were told.
std::uint64_t processor::told_to(listener const* only) const
{
    if (!only) return told_;
    auto const held = shared_->hold();
    return only->state ? only->state->told : 0;
}

void processor::tell_cause(listener* only)
{
    {
        auto const held = shared_->hold();
        (only ? only->more().told : told_) = cause_.number();
    }
    cause_.rethrow();
}

task<> processor::synced(listener_ptr only)
{
    auto const self = shared_from_this();
    auto const reminder = reminder_.begin_wait();
    auto const told = told_to(only.get());
    for (;;) {
        // What has happened stays true, also after a removal or the end; a handler that was too slow says so instead.
        bool const failed = only && only->stopped && only->state->ended->code() != errc::stopped;
        if (!failed && has_seen_initial_list(only.get())) co_return;
        if (stopped_) cause_.rethrow();
        if (!initial_list_ended_ && cause_.is_news(told)) tell_cause(only.get());
        if (only && only->stopped) throw api_error(*only->state->ended);
        if (stopped_) throw api_error(errc::stopped, "wait for sync");
        counted const me(waiting_for_sync_);
        co_await turned_.wait();
    }
}

task<> processor::at_least(listener_ptr only, std::string version)
{
    demand_version(version, "at_least() of a handler");
    auto const self = shared_from_this();
    auto const reminder = reminder_.begin_wait();
    auto const reached = [&] {
        auto const held = shared_->hold();
        only->look = true; // then we hear of it
        auto const at = only->status(version_, {}).resource_version;
        return !at.empty() && compare_resource_versions(at, version) >= 0;
    };
    auto const told = told_to(only.get());
    while (!reached()) {
        if (only->stopped) throw api_error(*only->state->ended);
        if (cause_.is_news(told)) tell_cause(only.get());
        co_await turned_.wait();
    }
}

task<std::vector<change>> processor::next(listener_ptr handler)
{
    auto const self = shared_from_this();
    auto& l = *handler;
    auto& s = l.more();
    if (s.asking) throw api_error(errc::already_running, "next_batch()", "another one waits for these events");
    struct asked {
        bool& asking;
        explicit asked(bool& a) : asking(a) { asking = true; }
        ~asked() { asking = false; }
    };
    asked const me(s.asking);
    auto const reminder = reminder_.begin_wait();
    if (s.at_hand && !l.stopped) {
        auto const held = shared_->hold();
        l.has_handled(s.at_hand->changes.size());
        handled(l);
        proceed(l);
    }
    turned_.notify();
    for (;;) {
        if (s.ended) throw api_error(*s.ended);
        if (auto const work = hand_out(l)) {
            turned_.notify(); // there is room now
            co_return work->changes;
        }
        co_await s.asked_for.wait();
    }
}

std::shared_ptr<stretch const> processor::hand_out(listener& l)
{
    auto const held = shared_->hold();
    auto& s = *l.state;
    if (!s.behind) return nullptr; // it has yet to begin
    auto const work = s.behind->take();
    if (!work) return nullptr;
    s.at_hand = work;
    return work;
}

} // namespace coinformer::detail
