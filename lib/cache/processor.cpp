#include "cache/processor.hpp"
#include "core/run_on.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace coinformer {

namespace {

// coroutines of their own: the registration may be gone before they begin
task<> remove_from(std::shared_ptr<detail::processor> owner, std::uint64_t id)
{
    if (!owner) co_return; // the informer is gone, and its handlers with it
    co_await run_on(owner->strand(), owner->remove(id));
}

task<> synced_in(std::shared_ptr<detail::processor> owner, std::uint64_t id)
{
    if (!owner) throw api_error(errc::stopped, "handler");
    co_await run_on(owner->strand(), owner->synced(id));
}

} // namespace

task<> handler_registration::remove() const
{
    return remove_from(owner_.lock(), id_);
}

task<> handler_registration::synced() const
{
    return synced_in(owner_.lock(), id_);
}

namespace detail {

namespace {

constexpr std::size_t slice = 256;

} // namespace

void processor::add(std::uint64_t id, untyped_handler handler, handler_options options)
{
    if (stopped_) return;
    arrival a{id, std::move(handler), options};
    if (distributing_)
        arriving_.push_back(std::move(a));
    else
        begin(std::move(a));
}

void processor::begin(arrival a)
{
    std::weak_ptr<processor> const weak = weak_from_this();
    auto const turned = [weak] {
        if (auto const self = weak.lock()) self->turned_.notify();
    };
    auto const& l = listeners_.emplace_back(
        std::make_shared<listener>(a.id, std::move(a.handler), a.options, env_, handlers_, turned));
    l->replay(present_(), log_end_);
    if (initial_list_ended_) l->initial_list_ends(log_end_);
    turned_.notify();
}

task<> processor::remove(std::uint64_t id)
{
    auto const self = shared_from_this(); // the informer may go while we wait
    auto const has_id = [id](auto const& l) { return l->id() == id; };
    std::erase_if(arriving_, [id](arrival const& a) { return a.id == id; });
    if (auto const at = std::find_if(listeners_.begin(), listeners_.end(), has_id); at != listeners_.end()) {
        (*at)->stop();
        past_failures_ += (*at)->failures();
        leaving_.push_back(std::move(*at));
        listeners_.erase(at);
        turned_.notify(); // those who waited for it to sync, or for room
    }
    auto const running = [&] {
        std::erase_if(leaving_, [](auto const& l) { return !l->running(); });
        return std::any_of(leaving_.begin(), leaving_.end(), has_id);
    };
    while (running()) co_await turned_.wait();
}

void processor::append(std::vector<change> changes)
{
    log_end_ += changes.size();
    auto const what = std::make_shared<stretch>();
    what->changes = std::move(changes);
    what->end = log_end_;
    auto const place = std::make_shared<segment>();
    place->what = what;
    if (auto const last = tail_.lock()) last->next = place;
    tail_ = place;
    for (auto const& l : listeners_) l->appended(place);
    drop_overflowed();
}

void processor::drop_overflowed()
{
    auto const dropped = std::erase_if(listeners_, [this](auto& l) {
        if (!l->overflowed()) return false;
        past_failures_ += l->failures();
        leaving_.push_back(l);
        return true;
    });
    std::erase_if(leaving_, [](auto const& l) { return !l->running(); });
    if (dropped != 0) turned_.notify(); // somebody may wait for it
}

bool processor::held_up() const noexcept
{
    return std::any_of(listeners_.begin(), listeners_.end(), [](auto const& l) { return l->holds_up(); });
}

task<> processor::distribute(std::vector<change> changes) &
{
    distributing_ = true;
    for (auto from = changes.begin(); from != changes.end();) {
        auto const n = std::min<std::ptrdiff_t>(slice, changes.end() - from);
        append({std::make_move_iterator(from), std::make_move_iterator(from + n)});
        from += n;
        while (held_up()) co_await turned_.wait();
        if (from != changes.end())
            co_await boost::asio::post(env_.ex, boost::asio::use_awaitable); // a large list: let the handlers keep pace
    }
    distributing_ = false;
    for (auto& a : std::exchange(arriving_, {})) begin(std::move(a));
}

void processor::initial_list_ends()
{
    if (std::exchange(initial_list_ended_, true)) return;
    for (auto const& l : listeners_) l->initial_list_ends(log_end_);
    cause_ = nullptr;
    turned_.notify();
}

bool processor::tell(std::exception_ptr cause)
{
    cause_ = std::move(cause);
    turned_.notify();
    return waiting_for_sync_ != 0 && !initial_list_ended_;
}

bool processor::has_seen_initial_list(std::uint64_t id) const
{
    if (!initial_list_ended_) return false;
    auto const concerned = [id](auto const& x) { return id == 0 || x == id; };
    bool const begun = std::none_of(arriving_.begin(), arriving_.end(), [&](auto const& a) { return concerned(a.id); });
    return begun && std::all_of(listeners_.begin(), listeners_.end(),
                                [&](auto const& l) { return !concerned(l->id()) || l->has_seen_initial_list(); });
}

bool processor::is_here(std::uint64_t id) const
{
    auto const has_id = [id](auto const& l) { return l->id() == id; };
    return id == 0 || std::any_of(listeners_.begin(), listeners_.end(), has_id) ||
           std::any_of(arriving_.begin(), arriving_.end(), [id](auto const& a) { return a.id == id; });
}

task<> processor::synced(std::uint64_t id)
{
    auto const self = shared_from_this();
    struct count {
        std::size_t& n;
        explicit count(std::size_t& waiting) : n(waiting) { ++n; }
        ~count() { --n; }
    };
    for (;;) {
        if ((stopped_ || !initial_list_ended_) && cause_) std::rethrow_exception(cause_);
        if (stopped_) throw api_error(errc::stopped, "wait for sync");
        if (!is_here(id)) throw api_error(errc::stopped, "wait for sync", "the handler was removed");
        if (has_seen_initial_list(id)) co_return;
        count const me(waiting_for_sync_);
        co_await turned_.wait();
    }
}

task<> processor::stop() &
{
    stopped_ = true;
    past_failures_ = handler_failures();
    arriving_.clear();
    for (auto const& l : listeners_) l->stop();
    std::move(listeners_.begin(), listeners_.end(), std::back_inserter(leaving_));
    listeners_.clear();
    turned_.notify();
    auto const running = [](auto const& l) { return l->running(); };
    while (std::any_of(leaving_.begin(), leaving_.end(), running)) co_await turned_.wait();
    leaving_.clear();
}

std::size_t processor::handler_failures() const noexcept
{
    auto total = past_failures_;
    for (auto const& l : listeners_) total += l->failures();
    return total;
}

} // namespace detail

} // namespace coinformer
