#include "cache/listener.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

constexpr std::size_t slice = 256; // changes handed out at a time from a replay or merge queue

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

} // namespace

listener::listener(std::uint64_t id, untyped_handler handler, handler_options options, environment const& informer,
                   std::function<void()> turned)
    : id_(id), handler_(std::move(handler)), options_(options), informer_(informer.ex),
      own_(asio::make_strand(informer.ex)), log_(*informer.log), turned_(std::move(turned))
{
}

void listener::replay(snapshot_ref objects, std::uint64_t log_end)
{
    log_end_ = handed_out_ = handled_ = log_end;
    if (objects.size() == 0) return;
    replay_.emplace(replay_state{std::move(objects)});
    replaying_ = true;
    schedule();
}

std::size_t listener::waiting() const noexcept
{
    return static_cast<std::size_t>(log_end_ - handed_out_) + merged_.size();
}

void listener::appended(std::shared_ptr<segment> const& tail)
{
    if (stopped_) return;
    log_end_ = tail->end;
    if (!next_) next_ = tail;
    if (merging_ || (options_.policy == overflow::merge && waiting() > options_.capacity)) fold_waiting();
    if (options_.policy == overflow::fail && waiting() > options_.capacity) {
        log_.log(log_level::error, "handler removed: it is too slow for its queue");
        overflowed_ = true;
        stop();
        return;
    }
    schedule();
}

void listener::initial_list_ends(std::uint64_t log_end)
{
    initial_end_ = log_end;
    note_initial_list();
}

void listener::note_initial_list() noexcept
{
    seen_initial_list_ |= initial_end_ && !replaying_ && !merging_ && handled_ >= *initial_end_;
}

void listener::fold_waiting()
{
    merging_ = true;
    for (; next_; next_ = next_->next)
        for (auto const& c : next_->changes) merged_.add(c);
    handed_out_ = log_end_;
}

std::shared_ptr<segment const> listener::take_work()
{
    auto work = std::make_shared<segment>();
    while (replay_ && work->changes.size() < slice) {
        if (replay_->slot == replay_->objects.slots()) {
            replay_.reset();
            break;
        }
        if (auto const& object = replay_->objects.at(replay_->slot++))
            work->changes.push_back({.initial = initial_list::yes, .old = {}, .cur = object});
    }
    if (!work->changes.empty()) return work;
    if (merging_) {
        work->changes = merged_.take(slice);
        return work->changes.empty() ? nullptr : work;
    }
    if (!next_) return nullptr;
    auto const head = next_;
    next_ = head->next;
    handed_out_ = head->end;
    return head;
}

void listener::schedule()
{
    if (running_ || stopped_) return;
    auto work = take_work();
    if (!work) {
        replaying_ = merging_ = false;
        handled_ = log_end_;
        note_initial_list();
        return;
    }
    running_ = true;
    auto const self = shared_from_this();
    if (handler_.plain) {
        asio::post(own_, [self, work] {
            self->run(*work);
            asio::post(self->informer_, [self, work] { self->finished(work); });
        });
        return;
    }
    auto body = run_awaitable(work);
    asio::co_spawn(own_, std::move(body), asio::bind_cancellation_slot(stop_.slot(), [self, work](std::exception_ptr) {
                       // by way of own_, so that the coroutine's frame is gone before its slot is used again
                       asio::post(self->own_, [self, work] {
                           asio::post(self->informer_, [self, work] { self->finished(work); });
                       });
                   }));
}

void listener::finished(std::shared_ptr<segment const> const& work)
{
    running_ = false;
    if (work->end != 0) handled_ = work->end;
    if (!replay_) replaying_ = false;
    note_initial_list();
    schedule();
    turned_();
}

void listener::run(segment const& work) noexcept
{
    for (auto const& c : work.changes) {
        if (stopped_.load(std::memory_order_relaxed)) return;
        try {
            handler_.plain(c);
        } catch (...) {
            failed(std::current_exception());
        }
    }
}

task<> listener::run_awaitable(std::shared_ptr<segment const> work)
{
    for (auto const& c : work->changes) {
        if (stopped_.load(std::memory_order_relaxed)) co_return;
        try {
            co_await handler_.awaitable(c);
        } catch (...) {
            failed(std::current_exception());
        }
    }
}

void listener::failed(std::exception_ptr failure) noexcept
{
    if (stopped_) return; // it was cancelled: that is no failure
    ++failures_;
    try {
        auto const why = describe(failure);
        log_.log(log_level::error, "handler failed", {{"error", why}});
    } catch (...) { // no memory for a log line: the count remains
    }
}

void listener::stop()
{
    if (stopped_.exchange(true)) return;
    next_.reset();
    replay_.reset();
    merged_ = {};
    auto const self = shared_from_this();
    asio::post(own_, [self] { self->stop_.emit(asio::cancellation_type::terminal); });
}

} // namespace coinformer::detail
