#include "cache/listener.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

constexpr duration shortest_resync = std::chrono::seconds(1);

std::string describe(std::exception_ptr const& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (std::exception const& e) {
        return e.what();
    } catch (...) {
        return "an exception of unknown type";
    }
}

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

listener::listener(untyped_handler handler, handler_options options, environment const& informer,
                   executor const& handlers, std::function<void()> turned)
    : handler_(std::move(handler)), pulled_(!handler_.plain && !handler_.awaitable), options_(options),
      informer_(informer.ex), own_(strand_of(handlers)), time_(*informer.time), log_(*informer.log),
      turned_(std::move(turned)), backlog_(options.replaced)
{
}

void listener::begin(snapshot_ref objects, std::uint64_t log_end)
{
    backlog_.begin(std::move(objects), log_end, time_.now());
    schedule();
}

void listener::appended(std::shared_ptr<segment> const& tail)
{
    if (stopped_) return;
    backlog_.append(tail);
    schedule(); // an idle handler takes it at once, however much it is
    if (asking_ || !too_much()) return;
    if (options_.policy == overflow::merge) backlog_.merge();
    if (options_.policy == overflow::fail) {
        auto const capacity = std::to_string(options_.capacity);
        log_.log(log_level::error, "handler removed: it is too slow for its queue", {{"capacity", capacity}});
        stop(
            api_error(errc::queue_overflow, "handler", "more than " + capacity + " changes waited, so it was removed"));
    }
}

void listener::initial_list_ends(std::uint64_t log_end)
{
    initial_end_ = log_end;
    seen_initial_list_ |= reached_ >= log_end;
    auto const period = options_.resync.value_or(duration::zero());
    if (period > duration::zero()) resync_due_ = time_.now() + std::max(period, shortest_resync);
}

void listener::resync(snapshot_ref objects)
{
    auto const now = time_.now();
    resync_due_ = now + std::max(*options_.resync, shortest_resync);
    backlog_.resync(std::move(objects), now);
    schedule();
}

void listener::schedule()
{
    if (running_ || stopped_) return;
    if (pulled_ && backlog_.size() != 0) return asked_for_.notify();
    if (auto work = backlog_.take()) {
        running_ = true;
        start(std::move(work));
        return;
    }
    reached(backlog_.log_end(), {});
    if (draining_) stop(*draining_);
}

void listener::start(std::shared_ptr<stretch const> work)
{
    auto self = shared_from_this();
    at_hand_ = work;
    given_ += work->changes.size();
    if (handler_.plain) {
        asio::post(own_, [self = std::move(self), work = std::move(work)]() mutable {
            self->run(*work);
            auto const back = self->informer_; // the last reference goes there, too
            asio::post(back, [self = std::move(self), work = std::move(work)] { self->finished(work); });
        });
        return;
    }
    auto body = run_awaitable(work);
    auto ended = [self = std::move(self), work = std::move(work)](std::exception_ptr) mutable {
        // by way of own_, so that the coroutine's frame is gone before its slot is used again
        auto const own = self->own_;
        asio::post(own, [self = std::move(self), work = std::move(work)]() mutable {
            auto const back = self->informer_;
            asio::post(back, [self = std::move(self), work = std::move(work)] { self->finished(work); });
        });
    };
    asio::co_spawn(own_, std::move(body), asio::bind_cancellation_slot(stop_.slot(), std::move(ended)));
}

void listener::finished(std::shared_ptr<stretch const> const& work)
{
    running_ = false;
    at_hand_.reset();
    reached(work->end, work->version);
    if (stopped_) let_go();
    schedule();
    turned_();
}

void listener::reached(std::uint64_t log_end, std::string const& version)
{
    if (stopped_) return; // perhaps not handled
    reached_ = std::max(reached_, log_end);
    if (!version.empty()) version_ = version;
    if (seen_initial_list_ || !initial_end_ || reached_ < *initial_end_) return;
    seen_initial_list_ = true;
    turned_();
}

void listener::run(stretch const& work) noexcept
{
    for (auto const& c : work.changes) {
        if (stopped_.load(std::memory_order_relaxed)) return;
        try {
            handler_.plain(c);
        } catch (...) {
            failed(c, std::current_exception());
        }
        ++handled_;
    }
}

task<> listener::run_awaitable(std::shared_ptr<stretch const> work)
{
    for (auto const& c : work->changes) {
        if (stopped_.load(std::memory_order_relaxed)) co_return;
        try {
            co_await handler_.awaitable(c);
        } catch (...) {
            failed(c, std::current_exception());
        }
        if (!stopped_) ++handled_; // it may have been cancelled
    }
}

void listener::failed(change const& c, std::exception_ptr failure) noexcept
{
    if (stopped_) return; // it was cancelled: that is no failure
    ++failures_;
    try {
        auto const why = describe(failure);
        auto const key = to_string(c.cur->key());
        log_.log(log_level::error, "handler failed", {{"about", name_of(c.what)}, {"key", key}, {"error", why}});
    } catch (...) { // no memory for a log line: the count remains
    }
}

void listener::stop(api_error why)
{
    if (ended_) return;
    ended_ = std::move(why);
    stopped_ = true;
    resync_due_.reset();
    backlog_.clear();
    if (pulled_) { // nothing is called: what was handed out is the caller's
        running_ = false;
        at_hand_.reset();
        asked_for_.notify();
    }
    if (!running_) return let_go();
    auto const self = shared_from_this();
    asio::post(own_, [self] { self->stop_.emit(asio::cancellation_type::terminal); });
}

void listener::drain(api_error why)
{
    if (pulled_) return stop(std::move(why));
    resync_due_.reset();
    if (!draining_) draining_ = std::move(why);
    schedule();
}

// What the handler's callables hold goes when they are called no more, not when the last registration does.
void listener::let_go()
{
    auto const gone = std::exchange(handler_, {});
}

task<std::vector<change>> listener::next()
{
    auto const self = shared_from_this();
    if (asking_) throw api_error(errc::already_running, "next_batch()", "another one waits for these events");
    struct asked {
        bool& asking;
        explicit asked(bool& a) : asking(a) { asking = true; }
        ~asked() { asking = false; }
    };
    asked const me(asking_);
    if (auto const before = at_hand_) {
        handled_ += before->changes.size();
        finished(before);
    }
    for (;;) {
        if (ended_) throw api_error(*ended_);
        if (auto const work = backlog_.take()) {
            running_ = true;
            at_hand_ = work;
            given_ += work->changes.size();
            turned_(); // there is room now
            co_return work->changes;
        }
        co_await asked_for_.wait();
    }
}

handler_status listener::status(std::string const& version) const
{
    handler_status s;
    s.handled = handled_;
    s.failures = failures_;
    s.synced = seen_initial_list_;
    s.ended = ended_;
    bool const idle = !running_ && backlog_.size() == 0;
    s.resource_version = idle && !ended_ && seen_initial_list_ ? version : version_;
    if (idle || ended_) return s;
    s.waiting = backlog_.size() + static_cast<std::size_t>(given_ - s.handled);
    auto const since = at_hand_ ? at_hand_->since : backlog_.oldest().value_or(time_.now());
    s.oldest = time_.now() - since;
    return s;
}

} // namespace coinformer::detail
