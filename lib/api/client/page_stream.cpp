#include "api/client/page_stream.hpp"

#include "core/keeping.hpp"
#include "core/run_on.hpp"
#include "core/scoped_count.hpp"
#include "core/undelivered.hpp"

#include <coinformer/api/pager.hpp>

#include <algorithm>
#include <iterator>

namespace coinformer::detail {

page_stream::page_stream(page_requests pages, std::size_t read_ahead)
    : pages_(std::move(pages)), read_ahead_(read_ahead), child_(pages_.api().env().ex)
{
}

void page_stream::stop()
{
    child_.request_stop();
    arrived_.notify();
}

task<std::optional<untyped_list>> page_stream::next()
{
    if (child_.stopping()) throw_stopped();
    // A failure that came while nobody waited is forgotten, and the page is tried again for this caller.
    if (waiting_ == 0) failure_ = nullptr;
    {
        scoped_count const one(waiting_); // also goes down if the caller is cancelled
        // begins to fetch, or begins again after a failure
        if (pages_.has_next() && !is_fetching_ && !failure_) {
            child_.start(keeping(shared_from_this(), fetch_pages()));
            is_fetching_ = true; // not before: there may be no memory to start it
        }
        room_.notify();
        while (ready_.empty() && is_fetching_ && !child_.stopping()) co_await arrived_.wait();
    }
    if (ready_.empty() && child_.stopping()) throw_stopped();
    if (ready_.empty()) {
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
        co_return std::nullopt;
    }
    auto page = std::move(ready_.front());
    ready_.pop_front();
    room_.notify();
    co_return std::move(page);
}

task<untyped_list> page_stream::all()
{
    auto all = co_await pages_.fetch();
    while (pages_.has_next()) {
        auto page = co_await pages_.fetch();
        if (page.begins_anew) {
            all = std::move(page);
            continue;
        }
        std::ranges::move(page.objects, std::back_inserter(all.objects));
        pages_.check_faults(all.faults.size() + page.faults.size());
        std::ranges::move(page.faults, std::back_inserter(all.faults));
        all.remaining = page.remaining;
    }
    all.begins_anew = false; // for a caller that gets the whole list, it does not matter how it came together
    co_return all;
}

void page_stream::throw_stopped() const
{
    throw api_error(errc::stopped, "pager", "it was destroyed");
}

// A sum of `read_ahead_` and `waiting_` could overflow.
bool page_stream::is_far_enough() const noexcept
{
    return ready_.size() >= waiting_ && ready_.size() - waiting_ >= read_ahead_;
}

task<> page_stream::fetch_pages()
{
    try {
        while (pages_.has_next()) {
            while (is_far_enough()) co_await room_.wait();
            auto page = co_await pages_.fetch();
            ready_.push_back(std::move(page));
            arrived_.notify();
        }
    } catch (...) { // a failure that left this coroutine would end the nursery
        failure_ = std::current_exception();
    }
    is_fetching_ = false;
    arrived_.notify();
}

pager_handle::pager_handle(client& api, pager_options options, resource const& of, object_type const& type)
    : late_(std::make_shared<undelivered<std::optional<untyped_list>>>())
{
    list_options what;
    what.labels(std::move(options.label_selector)).fields(std::move(options.field_selector));
    what.limit(options.page_size).resource_version(std::move(options.resource_version)).match(options.match);
    api.internals().check_fields(of, type);
    page_requests requests(api.internals().shared_from_this(), api.mode(), collection_path(of, options.ns),
                           std::move(what), type);
    pages_ = std::make_shared<page_stream>(std::move(requests), options.read_ahead);
}

pager_handle::~pager_handle()
{
    if (!pages_) return;
    auto const strand = pages_->strand();
    boost::asio::post(strand, [pages = std::move(pages_)] { pages->stop(); });
}

task<std::optional<untyped_list>> pager_handle::next()
{
    return deliver(late_, run_on(pages_->strand(), keeping(pages_, pages_->next())));
}

} // namespace coinformer::detail
