#include "cache/handlers/run_queue.hpp"
#include "core/strand_of.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/require.hpp>
#include <boost/assert.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

constexpr std::size_t max_calls_per_turn = 8192; // after this many calls a runner yields the executor

} // namespace

/// A runner that is a coroutine, on an asio::strand of its own.
struct run_queue::awaited_runner : runner, std::enable_shared_from_this<awaited_runner> {
    explicit awaited_runner(executor on) : strand_of_tasks(std::move(on)) {}

    executor const strand_of_tasks;
    asio::cancellation_signal stop;
};

/// While this object exists, its runner is in the queue's list. If the runner is destroyed in the middle of a
/// call, together with its execution context, the handler's callables are destroyed.
class run_queue::turn {
public:
    turn(run_queue& q, runner& r) : queue_(q), runner_(r)
    {
        auto const held = queue_.hub_->hold();
        queue_.runner_posted_ = false;
        queue_.runners_.push_back(runner_);
    }
    turn(turn const&) = delete;
    ~turn()
    {
        {
            auto const held = queue_.hub_->hold();
            ring<runner>::unlink(runner_);
        }
        if (runner_.strand) queue_.interrupt(runner_);
    }

private:
    run_queue& queue_;
    runner& runner_;
};

run_queue::run_queue(boost::intrusive_ptr<strand_hub> hub, executor given, executor where, call_form form)
    : context_member(where), hub_(std::move(hub)), form_(form), given_(std::move(given)),
      where_(std::move(where)), posting_(asio::require(where_, asio::execution::blocking.never))
{
}

void run_queue::join(held_lock const&, handler_strand& s) noexcept
{
    ++strands_;
    s.add_reference();
    s.queue_ = this;
    s.place_ = handler_strand::place::parked;
    parked_.push_back(s);
}

void run_queue::put(held_lock const& held, handler_strand& s) noexcept
{
    if (context_ended_) return lose_context(held, s);
    s.place_ = handler_strand::place::queued;
    (s.has_work(held) ? ready_ : idle_).push_back(s);
}

void run_queue::take_out(held_lock const&, handler_strand& s) noexcept
{
    using enum handler_strand::place;
    if (s.place_ == outside) return;
    BOOST_ASSERT(s.place_ != running);
    ring<handler_strand>::unlink(s);
    s.place_ = outside;
}

boost::intrusive_ptr<run_queue> run_queue::leave(held_lock const&, handler_strand& s) noexcept
{
    --strands_;
    return std::exchange(s.queue_, nullptr);
}

std::vector<handler_strand*> run_queue::take_all(held_lock const&)
{
    std::vector<handler_strand*> all;
    for (auto* const from : {&parked_, &idle_, &ready_})
        while (!from->empty()) {
            auto& s = from->pop_front();
            s.place_ = handler_strand::place::outside;
            all.push_back(&s);
        }
    return all;
}

// ---- runners

void run_queue::post_runner()
{
    try {
        if (form_ == call_form::plain)
            posting_.execute([q = self(this)] { q->run_plain(); });
        else
            posting_.execute([q = self(this)] { q->spawn_awaited(); });
    } catch (...) { // no memory: the next change posts one
        unclaim_runner();
        throw;
    }
}

void run_queue::unclaim_runner()
{
    auto const held = hub_->hold();
    runner_posted_ = false;
}

void run_queue::claim(held_lock const& held, runner& r, handler_strand& s)
{
    s.place_ = handler_strand::place::running;
    s.work_ = &r;
    r.strand = &s;
    r.handled.store(0, std::memory_order_relaxed);
    s.claim_work(held, r);
    r.calls += r.span->changes.size();
}

// Returns the strand, which is at no place then (place::outside).
handler_strand& run_queue::give_back(held_lock const& held, runner& r)
{
    auto& s = *std::exchange(r.strand, nullptr);
    s.give_back_work(held, r);
    s.work_ = nullptr;
    s.place_ = handler_strand::place::outside;
    return s;
}

// Gives back the strand of the handler that the runner has called, and takes the next one. Returns false if
// no strand is ready, or if this turn has made enough calls.
bool run_queue::next(runner& r)
{
    std::shared_ptr<change_span const> passed; // destroyed without the lock
    handler_strand* orphan = nullptr;
    bool successor = false, review = false;
    {
        auto const held = hub_->hold();
        if (r.strand) {
            auto& s = give_back(held, r);
            passed = std::move(r.kept);
            if (hub_->is_closed(held))
                orphan = &s;
            else if (s.wants_review(held))
                hub_->return_for_review(held, s);
            else
                put(held, s);
        }
        if (!r.is_cancelled && r.calls < max_calls_per_turn && !ready_.empty())
            claim(held, r, ready_.pop_front());
        successor = claim_runner(held);
        review = hub_->claim_review(held);
    }
    bool const is_last = !successor || try_post_runner();
    if (review) hub_->try_post_review();
    if (orphan) {
        orphan->destroy_callables();
        orphan->drop_reference();
    }
    if (r.strand || is_last || r.is_cancelled) return r.strand != nullptr;
    r.calls = 0; // there is no memory for a successor, so this runner goes on
    return next(r);
}

bool run_queue::try_post_runner() noexcept
{
    try {
        post_runner();
    } catch (...) {
        return false;
    }
    return true;
}

void run_queue::run_plain()
{
    runner me;
    turn const known(*this, me);
    while (next(me)) me.strand->run_calls(me);
}

// Starts a runner that is a coroutine. This is a turn of its own on the executor, because co_spawn may begin
// inline.
void run_queue::spawn_awaited()
{
    {
        auto const held = hub_->hold();
        if (ready_.empty()) {
            runner_posted_ = false;
            return;
        }
    }
    try {
        auto const r = std::make_shared<awaited_runner>(strand_of(where_));
        auto body = run_awaited(self(this), r);
        // The coroutine's frame uses the cancellation slot in `r`. The post keeps `r` alive until the frame
        // is destroyed.
        auto ended = [r](std::exception_ptr) { asio::post(r->strand_of_tasks, [r] {}); };
        asio::co_spawn(r->strand_of_tasks, std::move(body),
                       asio::bind_cancellation_slot(r->stop.slot(), std::move(ended)));
    } catch (...) { // no memory: the next change posts a runner
        unclaim_runner();
        throw;
    }
}

task<> run_queue::run_awaited(self q, std::shared_ptr<awaited_runner> r)
{
    turn const known(*q, *r);
    borrowed_objects objects;
    while (q->next(*r)) {
        auto& s = *r->strand;
        for (auto const& c : r->span->changes) {
            if (s.is_stop_requested()) break;
            bool is_awaited = false;
            try {
                auto under_way = s.start_call(c, objects);
                is_awaited = under_way.valid();
                if (is_awaited) co_await std::move(under_way);
            } catch (...) {
                s.note_failure(c, std::current_exception());
            }
            // A task that was cancelled has not handled its change, so that it does not count.
            if (!s.is_stop_requested()) r->count_handled();
            if (!is_awaited || r->is_cancelled) continue;
            // The task may have changed its cancellation state, which is that of later calls as well.
            co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
            co_await asio::this_coro::throw_if_cancelled(true);
        }
    }
}

void run_queue::cancel_call(held_lock const&, handler_strand& s)
{
    if (form_ == call_form::plain) return;
    auto& r = static_cast<awaited_runner&>(static_cast<runner&>(*s.work_));
    asio::post(r.strand_of_tasks, [q = self(this), r = r.shared_from_this(), s = &s] {
        {
            auto const held = q->hub_->hold();
            if (r->strand != s || !s->is_stop_requested()) return; // the call has ended
        }
        r->is_cancelled = true;
        r->stop.emit(asio::cancellation_type::terminal);
    });
}

bool run_queue::runs_on(held_lock const& held, handler_strand const& s, executor const& where) const
{
    if (form_ == call_form::plain || !s.is_running(held)) return false;
    return static_cast<awaited_runner const&>(static_cast<runner const&>(*s.work_)).strand_of_tasks == where;
}

// ---- the end of the execution context

// The handler will never be called again. Returns its strand to the informer's strand, which ends the
// handler.
void run_queue::lose_context(held_lock const& held, handler_strand& s) noexcept
{
    s.has_lost_context_ = true;
    s.stop_requested_ = true;
    hub_->return_for_review(held, s);
}

// The runner was destroyed in the middle of a call, together with its execution context.
void run_queue::interrupt(runner& r) noexcept
{
    std::shared_ptr<change_span const> passed;
    auto& s = *r.strand;
    bool closed = false, review = false;
    {
        auto const held = hub_->hold();
        (void)give_back(held, r);
        passed = std::move(r.kept);
        s.add_reference();
        closed = hub_->is_closed(held);
        if (!closed) lose_context(held, s);
        review = hub_->claim_review(held);
    }
    s.destroy_callables(); // the callables may hold objects of the context
    if (closed) s.drop_reference();
    s.drop_reference();
    if (review) hub_->try_post_review();
}

void run_queue::context_ends() noexcept
{
    self const keep(this);
    std::vector<handler_strand*> strands;
    bool review = false;
    {
        auto const held = hub_->hold();
        context_ended_ = true;
        given_ = {};
        for (auto* const from : {&parked_, &idle_, &ready_})
            while (!from->empty()) {
                auto& s = from->pop_front();
                bool const admitted = s.place_ != handler_strand::place::parked;
                lose_context(held, s);
                if (!admitted)
                    take_out(held, s); // no review: fan_out::admit_first() will find its context lost
                s.add_reference();
                strands.push_back(&s);
            }
        review = hub_->claim_review(held);
    }
    for (auto* const s : strands) {
        s->destroy_callables();
        s->drop_reference();
    }
    if (review) hub_->try_post_review();
}

} // namespace coinformer::detail
