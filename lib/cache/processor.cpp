#include "cache/processor.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::size_t slice = 256;

api_error ended_by(std::exception_ptr const& ending)
{
    std::string why;
    try {
        if (ending) std::rethrow_exception(ending);
    } catch (std::exception const& e) {
        why = std::string("the informer has ended: ") + e.what();
    } catch (...) { // thrown by whom?
    }
    return api_error(errc::stopped, "handler", why);
}

bool contains(std::vector<std::shared_ptr<listener>> const& some, std::shared_ptr<listener> const& l)
{
    return std::find(some.begin(), some.end(), l) != some.end();
}

} // namespace

std::shared_ptr<listener> processor::make(untyped_handler handler, handler_options options)
{
    auto turned = [weak = weak_from_this()] {
        if (auto const self = weak.lock()) self->turned_.notify();
    };
    return std::make_shared<listener>(std::move(handler), options, env_, handlers_, std::move(turned));
}

void processor::add(std::shared_ptr<listener> handler)
{
    if (stopped_) return handler->stop(*stopped_);
    if (distributing_)
        arriving_.push_back(std::move(handler));
    else
        begin(handler);
}

void processor::begin(std::shared_ptr<listener> const& l)
{
    listeners_.push_back(l);
    l->begin(present_(), log_end_);
    if (initial_list_ended_) {
        l->initial_list_ends(log_end_);
        arm_resync();
    }
    turned_.notify();
}

void processor::let_leave(std::shared_ptr<listener> const& l)
{
    if (std::erase(listeners_, l) != 0) leaving_.push_back(l);
    sweep();
    arm_resync();
    turned_.notify(); // those who waited for it to sync, or for room
}

void processor::sweep()
{
    std::erase_if(leaving_, [this](auto const& l) {
        if (l->at_end()) past_failures_ += l->failures();
        return l->at_end();
    });
}

void processor::take_out(std::shared_ptr<listener> const& handler, removal how)
{
    api_error const why(errc::stopped, "handler", "it was removed");
    if (std::erase(arriving_, handler) != 0) how = removal::drop; // it has not been given anything
    if (how == removal::drop)
        handler->stop(why);
    else
        handler->drain(why);
    let_leave(handler);
}

task<> processor::remove(std::shared_ptr<listener> handler, removal how)
{
    auto const self = shared_from_this(); // the informer may go while we wait
    take_out(handler, how);
    auto const running = [&] {
        sweep();
        return contains(leaving_, handler);
    };
    while (running()) co_await turned_.wait();
}

void processor::append(std::vector<change> changes, std::string version)
{
    log_end_ += changes.size();
    if (!version.empty()) version_ = version; // in the log, though some have yet to make room
    auto const what =
        std::make_shared<stretch>(stretch{std::move(changes), log_end_, std::move(version), env_.time->now()});
    auto const place = std::make_shared<segment>();
    place->what = what;
    if (auto const last = tail_.lock()) last->next = place;
    tail_ = place;
    for (auto const& l : listeners_) l->appended(place);
    auto const overflowed = [](auto const& l) { return l->ended().has_value(); };
    for (auto at = std::find_if(listeners_.begin(), listeners_.end(), overflowed); at != listeners_.end();
         at = std::find_if(listeners_.begin(), listeners_.end(), overflowed))
        let_leave(std::shared_ptr(*at));
}

bool processor::held_up() const noexcept
{
    return std::any_of(listeners_.begin(), listeners_.end(), [](auto const& l) { return l->holds_up(); });
}

task<> processor::distribute(std::vector<change> changes) &
{
    distributing_ = true;
    auto const version = present_().version();
    for (auto from = changes.begin(); from != changes.end();) {
        auto n = std::min<std::ptrdiff_t>(slice, changes.end() - from);
        if (from + n != changes.end() && replaces(from[n - 1], from[n])) ++n; // they stay together
        bool const last = from + n == changes.end();
        append({std::make_move_iterator(from), std::make_move_iterator(from + n)}, last ? version : std::string());
        from += n;
        while (held_up()) co_await turned_.wait();
        if (!last)
            co_await boost::asio::post(env_.ex, boost::asio::use_awaitable); // a large list: let the handlers keep pace
    }
    distributing_ = false;
    version_ = version;
    turned_.notify(); // those who wait for it
    for (auto const& l : std::exchange(arriving_, {})) begin(l);
    if (std::exchange(resync_late_, false)) resync_those_due();
}

void processor::initial_list_ends()
{
    if (std::exchange(initial_list_ended_, true)) return;
    for (auto const& l : listeners_) l->initial_list_ends(log_end_);
    arm_resync();
    cause_ = nullptr;
    turned_.notify();
}

void processor::arm_resync()
{
    std::optional<time_point> next;
    for (auto const& l : listeners_)
        if (auto const due = l->resync_due()) next = next ? std::min(*next, *due) : *due;
    if (!next) return resync_.reset();
    if (!resync_) resync_ = env_.time->make_timer(env_.ex);
    resync_->start(*next, [this] { resync_those_due(); });
}

void processor::resync_those_due()
{
    resync_late_ = distributing_; // then the store is ahead of the log
    if (resync_late_) return;
    auto const now = env_.time->now();
    for (auto const& l : listeners_)
        if (auto const due = l->resync_due(); due && *due <= now) l->resync(present_());
    arm_resync();
}

bool processor::tell(std::exception_ptr cause)
{
    cause_ = std::move(cause);
    turned_.notify();
    return waiting_for_sync_ != 0 && !initial_list_ended_;
}

bool processor::has_seen_initial_list(listener const* only) const
{
    if (!initial_list_ended_) return false;
    if (only) return only->has_seen_initial_list();
    return arriving_.empty() && std::all_of(listeners_.begin(), listeners_.end(),
                                            [](auto const& l) { return l->pulled() || l->has_seen_initial_list(); });
}

task<> processor::synced(std::shared_ptr<listener> only)
{
    auto const self = shared_from_this();
    struct count {
        std::size_t& n;
        explicit count(std::size_t& waiting) : n(waiting) { ++n; }
        ~count() { --n; }
    };
    for (;;) {
        if ((stopped_ || !initial_list_ended_) && cause_) std::rethrow_exception(cause_);
        if (only && only->ended()) throw api_error(*only->ended());
        if (stopped_) throw api_error(errc::stopped, "wait for sync");
        if (has_seen_initial_list(only.get())) co_return;
        count const me(waiting_for_sync_);
        co_await turned_.wait();
    }
}

task<> processor::at_least(std::shared_ptr<listener> only, std::string version)
{
    auto const self = shared_from_this();
    auto const reached = [&] {
        auto const at = only->status(version_).resource_version;
        return !at.empty() && compare_resource_versions(at, version) >= 0;
    };
    while (!reached()) {
        if (only->ended()) throw api_error(*only->ended());
        if (cause_) std::rethrow_exception(cause_);
        co_await turned_.wait();
    }
}

task<> processor::stop(std::exception_ptr ending) &
{
    stopped_ = ended_by(ending);
    resync_.reset();
    std::move(arriving_.begin(), arriving_.end(), std::back_inserter(listeners_));
    std::move(listeners_.begin(), listeners_.end(), std::back_inserter(leaving_));
    arriving_.clear();
    listeners_.clear();
    for (auto const& l : leaving_) l->stop(*stopped_);
    turned_.notify();
    for (sweep(); !leaving_.empty(); sweep()) co_await turned_.wait();
}

std::size_t processor::handler_failures() const noexcept
{
    auto total = past_failures_;
    for (auto const& l : listeners_) total += l->failures();
    for (auto const& l : leaving_) total += l->failures();
    return total;
}

} // namespace coinformer::detail
