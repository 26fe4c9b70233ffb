#include "cache/handlers/dispatcher.hpp"
#include "cache/handlers/processor.hpp"
#include "core/strand_of.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

constexpr std::size_t calls_a_turn = 8192;

std::string_view name_of(change::kind what) noexcept
{
    switch (what) {
    case change::kind::added: return "added";
    case change::kind::updated: return "updated";
    case change::kind::deleted: return "deleted";
    }
    return "";
}

} // namespace

/// A runner is known while it lasts. One that is destroyed in the middle, with its executor, leaves its listener.
class dispatcher::turn {
public:
    turn(dispatcher& d, runner& r, kind k) : d_(d), r_(r)
    {
        auto const held = d_.hold();
        d_.queues_[k].pending = false;
        d_.runners_.push_back(r_);
    }
    turn(turn const&) = delete;
    ~turn()
    {
        listener_ptr left;
        auto const held = d_.hold();
        ring<runner>::unlink(r_);
        if (!r_.at) return;
        left = let_go_of(r_);
        left->stopped = true;
    }

private:
    dispatcher& d_;
    runner& r_;
};

bool dispatcher::needs_runner(queue& q) noexcept
{
    return !q.ready.empty() && !std::exchange(q.pending, true);
}

void dispatcher::report_failure(change const& c, std::string const& why)
{
    auto const key = to_string(c.cur->key());
    std::lock_guard const hold(log_lock_);
    failing_handlers_.failed(why, [&](log_sink& to, std::size_t calls) {
        to.log(log_level::error,
               "handler failed: it threw, and goes on with the next change" + repeated_failure::times(calls),
               {{"resource", of}, {"about", name_of(c.what)}, {"key", key}, {"error", why}});
    });
}

void dispatcher::append(std::vector<change> changes, std::string version)
{
    {
        auto const held = hold();
        log.append(std::move(changes), std::move(version), env.time->now(), readers);
        for (auto& q : queues_) q.ready.splice_back(q.idle);
    }
    start();
}

void dispatcher::put(listener& l)
{
    auto& q = queue_of(l);
    bool const ready = l.behind() || l.position != log.end();
    l.where = whereabouts::queued;
    (ready ? q.ready : q.idle).push_back(l);
}

void dispatcher::start()
{
    for (auto const k : {plain, tasks}) {
        auto held = hold();
        bool const needed = needs_runner(queues_[k]);
        held.unlock();
        if (needed) post_runner(k);
    }
}

void dispatcher::post_runner(kind k)
{
    if (k == plain)
        queued_.execute([d = self(this)] { d->run_plain(); });
    else
        queued_.execute([d = self(this)] { d->spawn_runner(); });
}

void dispatcher::claim(runner& r, listener& l)
{
    r.at = &l;
    r.of_log = !l.behind();
    if (r.of_log) {
        auto const& s = log.holding(l.position);
        r.begin = s.begin;
        r.work = l.view(s).get();
        l.move_to(s.end);
    } else {
        r.work = l.state->at_hand.get();
    }
    l.run_by(r);
    r.handled.store(0, std::memory_order_relaxed);
    r.calls += r.work->changes.size();
}

// Where it is then, the caller says.
listener& dispatcher::take_from(runner& r) noexcept
{
    auto& l = *std::exchange(r.at, nullptr);
    l.has_handled(r.handled.load(std::memory_order_relaxed));
    return l;
}

listener_ptr dispatcher::let_go_of(runner& r) noexcept
{
    auto& l = take_from(r);
    l.where = whereabouts::outside;
    return listener_ptr(&l, false);
}

void dispatcher::put_back(runner& r)
{
    auto& l = take_from(r);
    if (l.stopped || l.look || l.behind()) {
        l.where = whereabouts::returned;
        returned_.push_back(l);
    } else {
        put(l);
    }
}

// Gives back what the runner has run, and takes the next one. Result: whether there is one in this turn.
bool dispatcher::next(runner& r, kind k)
{
    auto& q = queues_[k];
    std::shared_ptr<stretch const> passed; // destroyed without the lock
    listener_ptr orphan;
    bool successor = false, visit = false;
    {
        auto const held = hold();
        if (r.at) {
            if (r.of_log) passed = log.pass(r.begin);
            if (closed_)
                orphan = let_go_of(r);
            else
                put_back(r);
        }
        if (r.calls < calls_a_turn && !q.ready.empty()) claim(r, q.ready.pop_front());
        successor = needs_runner(q);
        visit = !returned_.empty() && !std::exchange(visit_pending_, true);
    }
    if (successor) post_runner(k);
    if (visit) post_visit();
    return r.at != nullptr;
}

void dispatcher::run_plain()
{
    runner me;
    turn const known(*this, me, plain);
    while (next(me, plain)) {
        auto& l = *me.at;
        for (auto const& c : me.work->changes) {
            if (l.stopped.load(std::memory_order_relaxed)) break;
            try {
                l.call(c);
            } catch (...) {
                l.failed(c, std::current_exception());
            }
            me.has_handled_one();
        }
    }
}

// In a turn of its own: co_spawn may begin inline.
void dispatcher::spawn_runner()
{
    {
        auto const held = hold();
        auto& q = queues_[tasks];
        if (q.ready.empty()) {
            q.pending = false;
            return;
        }
    }
    auto const r = std::make_shared<task_runner>(strand_of(handlers_));
    auto body = run_tasks(self(this), r);
    auto ended = [r](std::exception_ptr) { asio::post(r->strand, [r] {}); }; // its frame goes before its slot
    asio::co_spawn(r->strand, std::move(body), asio::bind_cancellation_slot(r->stop.slot(), std::move(ended)));
}

task<> dispatcher::run_tasks(self d, std::shared_ptr<task_runner> r)
{
    turn const known(*d, *r, tasks);
    lent objects;
    while (d->next(*r, tasks)) {
        auto& l = *r->at;
        for (auto const& c : r->work->changes) {
            if (l.stopped.load(std::memory_order_relaxed)) break;
            try {
                auto under_way = l.start(c, objects);
                if (under_way.valid()) co_await std::move(under_way);
            } catch (...) {
                l.failed(c, std::current_exception());
            }
            if (!l.stopped) r->has_handled_one(); // it may have been cancelled
        }
        if (r->cancelled) r->calls = calls_a_turn; // whatever it awaits would be cancelled, too
    }
}

void dispatcher::cancel(listener& l)
{
    if (!l.awaitable()) return;
    auto& r = static_cast<task_runner&>(*l.by());
    asio::post(r.strand, [d = self(this), held = r.shared_from_this(), l = &l] {
        {
            auto const locked = d->hold();
            if (held->at != l || !l->stopped) return;
        }
        held->cancelled = true;
        held->stop.emit(asio::cancellation_type::terminal);
    });
}

bool dispatcher::runs_on(listener const& l, executor const& strand) const
{
    auto const held = hold();
    return l.awaitable() && l.where == whereabouts::running && static_cast<task_runner&>(*l.by()).strand == strand;
}

listener* dispatcher::take_returned() noexcept
{
    if (returned_.empty()) {
        visit_pending_ = false;
        return nullptr;
    }
    auto& l = returned_.pop_front();
    l.where = whereabouts::outside;
    return &l;
}

void dispatcher::post_visit()
{
    asio::post(env.ex, [d = self(this)] {
        if (auto const p = d->owner.lock()) p->visit();
    });
}

std::vector<listener_ptr> dispatcher::close()
{
    std::vector<listener_ptr> all;
    auto const held = hold();
    closed_ = true;
    auto const take = [&](ring<listener>& from) {
        while (!from.empty()) {
            auto& l = from.pop_front();
            l.where = whereabouts::outside;
            all.emplace_back(&l, false);
        }
    };
    for (auto& q : queues_) {
        take(q.idle);
        take(q.ready);
    }
    take(returned_);
    return all;
}

} // namespace coinformer::detail
