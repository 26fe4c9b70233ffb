#include "cache/handlers/handler.hpp"
#include "cache/handlers/run_queue.hpp"
#include "core/exceptions.hpp"

#include <boost/assert.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr duration shortest_resync = std::chrono::seconds(1);
constexpr duration longest_resync =
    std::chrono::hours(365 * 24); // a time that is this far away can be written

duration resync_period_of(handler_options const& options)
{
    auto const period = options.resync.value_or(duration::zero());
    return period > duration::zero() ? std::clamp(period, shortest_resync, longest_resync) : duration::zero();
}

} // namespace

static_assert(sizeof(void*) != 8 || sizeof(handler) <= 136,
              "a handler takes 136 bytes: with three small callables 240, and 256 are promised");

void intrusive_ptr_add_ref(handler const* h) noexcept
{
    h->references_.fetch_add(1, std::memory_order_relaxed);
}

void intrusive_ptr_release(handler const* h) noexcept
{
    if (h->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete h;
}

handler_ptr handler::make(untyped_handler from, handler_options const& options,
                          boost::intrusive_ptr<handler_series const> of)
{
    return handler_ptr(new handler(std::move(from), options, std::move(of)));
}

handler::handler(untyped_handler from, handler_options const& options,
                 boost::intrusive_ptr<handler_series const> of)
    : capacity_(static_cast<std::uint32_t>(std::min<std::size_t>(options.capacity, UINT32_MAX))),
      policy_(options.policy), replaced_(options.replaced), of_(std::move(of)),
      event_request_(from.called ? nullptr : std::make_unique<batch_request>()),
      state_(not_admitted{resync_period_of(options)})
{
    callables_ = handler_callables(std::move(from));
    returns_tasks_ = callables_.return_tasks();
    skips_restored_ = options.restored == restored_objects::not_told;
}

void handler::destroy_callables() noexcept
{
    handler_callables destroyed; // destroyed without the lock
    auto const held = group().hold();
    std::swap(destroyed, callables_);
}

// ---- transitions

duration handler::admit(held_lock const&) noexcept
{
    auto const period = std::get<not_admitted>(state_).resync_period;
    state_ = caught_up{group().log.end()};
    return period;
}

void handler::revoke_admission(held_lock const&, duration resync_period) noexcept
{
    state_ = not_admitted{resync_period};
}

private_queue& handler::fall_behind(held_lock const& held)
{
    if (auto* const own = own_queue()) return *own;
    auto& log = group().log;
    auto const position = std::get<caught_up>(state_).position, next = handed_out(held);
    auto own = std::make_unique<private_queue>(log, next, replaced_);
    own->reached = reached(held);
    own->version = version(held);
    bool const is_ready = next != position; // the segment at `position` counts as handed out
    if (is_ready || is_running(held)) own->at_hand = view(log.segment_at(own->reached));
    std::shared_ptr<change_span const> passed; // if at_hand alone keeps these changes now
    if (is_ready) {
        passed = log.pass(position);
    } else if (is_running(held)) {
        // A call that never ended would keep a place in the log for all later segments.
        keep_work(held, own->at_hand);
        passed = log.pass(own->reached);
    } else if (where(held) == place::queued) {
        queue(held)->take_out(held, *this);
    }
    if (passed) own->changes.count_handed_out(bytes_of(*own->at_hand));
    state_ = behind{std::move(own)};
    return *own_queue();
}

void handler::catch_up(held_lock const&) noexcept
{
    state_ = caught_up{std::get<behind>(state_).queue->changes.handed_out()};
}

void handler::begin_draining(held_lock const& held, api_error const& why)
{
    auto record = std::make_unique<drain_record>(drain_record{nullptr, why});
    fall_behind(held).changes.ends_here();
    record->queue = std::move(std::get<behind>(state_).queue);
    state_ = draining{std::move(record)};
}

std::unique_ptr<handler::end_record const> handler::record_of_end(held_lock const& held,
                                                                  api_error const& why) const
{
    return std::make_unique<end_record const>(end_record{why, version(held)});
}

void handler::end(held_lock const& held, std::unique_ptr<end_record const> record) noexcept
{
    auto& log = group().log;
    if (auto* const own = own_queue())
        own->changes.clear();
    else if (auto const* const at = std::get_if<caught_up>(&state_)) {
        if (auto const* const call = work(held); call && call->log_begin != 0) { // it may never end
            auto const begin = call->log_begin;
            keep_work(held, view(log.segment_at(begin)));
            (void)log.pass(begin);
        }
        log.pass_all(at->position, log.end());
    }
    state_ = ended{std::move(record)};
    request_stop(held);
}

api_error const* handler::why_ended(held_lock const&) const noexcept
{
    auto const* const e = std::get_if<ended>(&state_);
    return e ? &e->record->why : nullptr;
}

api_error const* handler::ends_with(held_lock const&) const noexcept
{
    auto const* const d = std::get_if<draining>(&state_);
    return d ? &d->record->ends_with : nullptr;
}

private_queue* handler::own_queue() const noexcept
{
    if (auto const* const b = std::get_if<behind>(&state_)) return b->queue.get();
    if (auto const* const d = std::get_if<draining>(&state_)) return d->record->queue.get();
    return nullptr;
}

// ---- the work of a runner

bool handler::has_work(held_lock const&) const noexcept
{
    if (auto const* const at = std::get_if<caught_up>(&state_)) return at->position != group().log.end();
    auto const* const own = own_queue();
    return own && own->at_hand;
}

void handler::claim_work(held_lock const&, handler_work& work)
{
    if (auto* const at = std::get_if<caught_up>(&state_)) {
        auto const& s = group().log.segment_at(at->position);
        work.span = view(s).get(); // alive until this reader passes the segment
        work.log_begin = s.begin;
        at->position = s.end;
    } else {
        work.kept = own_queue()->at_hand;
        work.span = work.kept.get();
        work.log_begin = 0;
    }
    if (of_->counts) work.began = group().env.time->now();
}

void handler::give_back_work(held_lock const&, handler_work& work)
{
    auto const handled = work.handled.load(std::memory_order_relaxed);
    handled_ += handled;
    if (of_->counts && handled != 0) {
        auto const now = group().env.time->now();
        of_->note_handled(handled, now - work.began, now - work.span->since);
    }
    if (work.log_begin != 0) work.kept = group().log.pass(work.log_begin);
}

bool handler::wants_review(held_lock const& held) const noexcept
{
    return needs_review(held) || !std::holds_alternative<caught_up>(state_);
}

void handler::run_calls(handler_work& work) noexcept
{
    for (auto const& c : work.span->changes) {
        if (is_stop_requested()) break;
        try {
            callables_.call(c);
        } catch (...) {
            note_failure(c, std::current_exception());
        }
        work.count_handled();
    }
}

void handler::note_failure(change const& c, std::exception_ptr failure) noexcept
{
    if (is_stop_requested()) return; // the call was cancelled, which is not a failure
    ++group().failures;
    of_->failed.add();
    try {
        {
            auto const held = group().hold();
            ++failures_;
        }
        group().report_failure(of_->name, c, message_of(failure));
    } catch (...) { // there is no memory for a line; the failure has been counted
    }
}

// ---- progress

std::uint64_t handler::handed_out(held_lock const& held) const noexcept
{
    if (auto const* const own = own_queue()) return own->changes.handed_out();
    auto const* const at = std::get_if<caught_up>(&state_);
    if (!at) return 0;
    auto const& log = group().log;
    bool const is_ready = where(held) == place::queued && at->position != log.end();
    // a ready handler has its next segment at hand
    return is_ready ? log.segment_at(at->position).end : at->position;
}

std::uint64_t handler::reached(held_lock const& held) const noexcept
{
    if (auto const* const own = own_queue()) return own->reached;
    if (auto const* const w = work(held); w && w->log_begin != 0) return w->log_begin;
    auto const* const at = std::get_if<caught_up>(&state_);
    return at ? at->position : 0;
}

std::size_t handler::log_size(held_lock const& held) const noexcept
{
    if (auto const* const own = own_queue()) return own->changes.log_size();
    if (!std::holds_alternative<caught_up>(state_)) return 0;
    return static_cast<std::size_t>(group().log.end() - handed_out(held));
}

std::string handler::version(held_lock const& held) const
{
    if (auto const* const own = own_queue()) return own->version;
    if (auto const* const e = std::get_if<ended>(&state_)) return e->record->version;
    if (std::holds_alternative<not_admitted>(state_)) return {};
    return group().log.version_before(reached(held));
}

waiting_changes handler::waiting(held_lock const& held, time_point now) const
{
    if (!is_admitted(held) || has_ended(held)) return {};
    auto const& log = group().log;
    auto const* const w = work(held);
    auto const* const own = own_queue();
    auto const at_hand = own ? own->at_hand.get() : nullptr;
    waiting_changes all;
    all.number = own ? own->changes.size()
                     : static_cast<std::size_t>(log.end() - std::get<caught_up>(state_).position);
    if (w)
        all.number += w->span->changes.size() - w->handled.load();
    else if (at_hand)
        all.number += at_hand->changes.size();
    auto since = now;
    if (at_hand)
        since = at_hand->since;
    else if (own)
        since = own->changes.oldest().value_or(now);
    else if (auto const at = reached(held); at != log.end())
        since = log.segment_at(at).span->since;
    all.oldest = now - since;
    return all;
}

handler_status handler::status(held_lock const& held, std::string const& store_version, time_point now) const
{
    auto const* const w = work(held);
    handler_status s;
    s.handled = handled_ + (w ? w->handled.load() : 0);
    s.failures = failures_;
    s.synced = is_synced_;
    if (auto const* const why = why_ended(held)) s.ended = *why;
    auto const waits = waiting(held, now);
    s.waiting = waits.number;
    s.oldest = waits.oldest;
    auto const* const own = own_queue();
    bool const is_active = is_admitted(held) && !has_ended(held);
    bool const idle = is_active && !w && !(own && own->at_hand) && waits.number == 0;
    s.resource_version = idle && is_synced_ ? store_version : version(held);
    return s;
}

} // namespace coinformer::detail
