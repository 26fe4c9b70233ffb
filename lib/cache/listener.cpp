#include "cache/listener.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

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

segment::~segment()
{
    auto rest = std::move(next);
    while (rest && rest.use_count() == 1) rest = std::exchange(rest->next, nullptr);
}

listener::listener(std::uint64_t id, untyped_handler handler, handler_options options, environment const& informer,
                   executor const& handlers, std::function<void()> turned)
    : id_(id), handler_(std::move(handler)), options_(options), informer_(informer.ex), own_(strand_of(handlers)),
      log_(*informer.log), turned_(std::move(turned))
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
    log_end_ = tail->what->end;
    if (!next_) next_ = tail;
    if (merging_) fold_waiting();
    schedule(); // an idle handler takes it at once, however much it is
    if (waiting() <= options_.capacity) return;
    if (options_.policy == overflow::merge) fold_waiting();
    if (options_.policy == overflow::fail) {
        log_.log(log_level::error, "handler removed: it is too slow for its queue");
        overflowed_ = true;
        stop();
    }
}

void listener::initial_list_ends(std::uint64_t log_end)
{
    initial_end_ = log_end;
    if (!running_) note_initial_list();
}

// When nothing is under way: has all that came before the end of the first list been handled?
void listener::note_initial_list() noexcept
{
    if (!initial_end_ || replaying_) return;
    seen_initial_list_ |= merging_ ? merged_.oldest() > *initial_end_ : handled_ >= *initial_end_;
}

void listener::fold_waiting()
{
    merging_ = true;
    for (; next_; next_ = next_->next) {
        auto const& [changes, end] = *next_->what;
        auto number = end - changes.size();
        for (auto const& c : changes) merged_.add(c, ++number);
    }
    handed_out_ = log_end_;
}

std::shared_ptr<stretch const> listener::take_work()
{
    auto work = std::make_shared<stretch>();
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
    auto head = next_->what;
    next_ = next_->next;
    handed_out_ = head->end;
    return head;
}

void listener::schedule()
{
    if (running_ || stopped_) return;
    if (auto work = take_work()) {
        running_ = true;
        start(std::move(work));
        return;
    }
    replaying_ = merging_ = false;
    handled_ = log_end_;
    note_initial_list();
}

void listener::start(std::shared_ptr<stretch const> work)
{
    auto self = shared_from_this();
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
    if (work->end != 0) handled_ = work->end;
    if (!replay_) replaying_ = false;
    note_initial_list();
    schedule();
    turned_();
}

void listener::run(stretch const& work) noexcept
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

task<> listener::run_awaitable(std::shared_ptr<stretch const> work)
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
