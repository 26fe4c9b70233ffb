#include "api/client/page_stream.hpp"

#include "api/client/watch_rules.hpp"
#include "core/keeping.hpp"
#include "core/run_on.hpp"
#include "core/scoped_count.hpp"

#include <coinformer/api/pager.hpp>

#include <algorithm>
#include <iterator>

namespace coinformer::detail {

namespace {

// Servers fill their pages. A few pages may be empty because of a selector; more than this are a list without
// an end.
constexpr unsigned most_empty_pages = 16;

// A list whose token has expired this often is not going to be complete: by then, a page has 10,000 objects.
constexpr unsigned most_expired_tokens = 8;

} // namespace

page_stream::page_stream(std::shared_ptr<client::impl> api, request_mode mode, std::string path,
                         list_options options, std::size_t read_ahead, object_type const& type)
    : api_(std::move(api)), mode_(mode), path_(std::move(path)), options_(std::move(options)),
      read_ahead_(read_ahead), type_(type), child_(api_->env().ex)
{
}

task<std::optional<untyped_list>> page_stream::next()
{
    // A failure that came while nobody waited is forgotten, and the page is tried again for this caller.
    if (waiting_ == 0) failure_ = nullptr;
    {
        scoped_count const one(waiting_); // also goes down if the caller is cancelled
        // begins to fetch, or begins again after a failure
        if (!is_last_ && !is_fetching_ && !failure_) {
            is_fetching_ = true;
            child_.start(keeping(shared_from_this(), fetch_pages()));
        }
        room_.notify();
        while (ready_.empty() && is_fetching_) co_await arrived_.wait();
    }
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
    auto all = co_await fetch_page();
    while (!is_last_) {
        auto page = co_await fetch_page();
        if (page.begins_anew) {
            all = std::move(page);
            continue;
        }
        std::ranges::move(page.objects, std::back_inserter(all.objects));
        check_faults(all.faults.size() + page.faults.size());
        std::ranges::move(page.faults, std::back_inserter(all.faults));
        all.remaining = page.remaining;
    }
    all.begins_anew = false; // for a caller that gets the whole list, it does not matter how it came together
    co_return all;
}

task<> page_stream::fetch_pages()
{
    try {
        while (!is_last_) {
            while (ready_.size() >= read_ahead_ + waiting_) co_await room_.wait();
            auto page = co_await fetch_page();
            ready_.push_back(std::move(page));
            arrived_.notify();
        }
    } catch (...) { // a failure that left this coroutine would end the nursery
        failure_ = std::current_exception();
    }
    is_fetching_ = false;
    arrived_.notify();
}

// Fetches the page to which the token leads, or the first one. If the server has forgotten the token (410),
// begins the list again.
task<untyped_list> page_stream::fetch_page() &
{
    std::optional<untyped_list> page;
    while (!page) {
        auto what = options_;
        what.limit(page_size_after(options_.limit(), expired_));
        // the token contains the version and its meaning
        if (!token_.empty()) what.continue_token(token_).resource_version("").match(version_match::unset);
        try {
            page.emplace(co_await fetch(std::move(what)));
        } catch (api_error const& e) {
            if (e.code() != condition::gone || token_.empty() || expired_ == most_expired_tokens) throw;
            begin_anew();
        }
    }
    page->begins_anew = std::exchange(begins_anew_, false);
    co_return std::move(*page);
}

void page_stream::begin_anew()
{
    ++expired_;
    token_.clear();
    version_.clear();
    repetition_ = {};
    empty_pages_ = 0;
    begins_anew_ = true;
}

task<untyped_list> page_stream::fetch(list_options what) &
{
    auto attempts = api_->begin_attempts(mode_, "GET");
    for (;;) {
        std::optional<api_error> failure;
        try {
            co_return co_await fetch_once(what, attempts.number());
        } catch (api_error const& e) {
            if (is_received_) throw; // the page itself is wrong
            failure = e.during("list", path_);
        }
        co_await api_->wait_before_next(attempts, *failure);
    }
}

task<untyped_list> page_stream::fetch_once(list_options what, unsigned attempt) &
{
    untyped_list page;
    co_await api_->ready_to_send(mode_);
    deadline quiet(*api_->env().time, api_->options().http.header_timeout);
    auto const alive = co_await quiet.guard(read(std::move(what), attempt, quiet, page));
    if (!alive) throw api_error(errc::silent_connection, "list " + path_);
    co_return page;
}

task<> page_stream::read(list_options what, unsigned attempt, deadline& quiet, untyped_list& page) &
{
    using step = list_decoder::step;
    is_received_ = false;
    auto answer = co_await api_->list(path_, std::move(what), type_, nullptr, attempt);
    auto& items = answer.items();
    repetition_.begin_page();
    quiet.extend();
    for (bool more = true; more;) {
        more = co_await answer.fetch();
        for (auto s = items.next(); s != step::need_more; s = items.next()) {
            quiet.extend(); // an object is progress; bytes alone are not
            if (s == step::object) {
                page.objects.push_back(items.take_object());
                check_repetition(page.objects.back()->key());
            } else {
                page.faults.push_back(items.fault());
                check_repetition({page.faults.back().ns, page.faults.back().name});
            }
        }
        check_faults(page.faults.size());
    }
    is_received_ = true;
    auto const& meta = items.finish();
    repetition_.end_page();
    empty_pages_ += page.objects.empty() && page.faults.empty() ? 1 : 0;
    // A server must not be able to keep the client reading for ever.
    if (!meta.continue_token.empty() && (meta.continue_token == token_ || empty_pages_ > most_empty_pages))
        throw api_error(errc::unexpected_content, "list " + path_,
                        "the list has no end: its pages repeat a continue token, or are empty");
    if (version_.empty()) version_ = meta.resource_version;
    page.resource_version = version_;
    page.remaining = meta.remaining;
    token_ = meta.continue_token;
    is_last_ = token_.empty();
}

void page_stream::check_faults(std::size_t count) const
{
    auto const limit = api_->options().max_faults_per_list;
    if (count > limit) throw too_many_faults("list " + path_, limit);
}

void page_stream::check_repetition(object_key const& key)
{
    if (repetition_.is_endless_with(key))
        throw api_error(errc::unexpected_content, "list " + path_,
                        "the list brings the same objects again and again");
}

pager_handle::pager_handle(client& api, pager_options options, resource const& of, object_type const& type)
{
    list_options what;
    what.labels(std::move(options.label_selector)).fields(std::move(options.field_selector));
    what.limit(options.page_size).resource_version(std::move(options.resource_version)).match(options.match);
    api.internals().check_fields(of, type);
    pages_ = std::make_shared<page_stream>(api.internals().shared_from_this(), api.mode(),
                                           collection_path(of, options.ns), std::move(what),
                                           options.read_ahead, type);
}

pager_handle::~pager_handle()
{
    if (!pages_) return;
    auto const strand = pages_->strand();
    boost::asio::post(strand, [pages = std::move(pages_)] { pages->stop(); });
}

task<std::optional<untyped_list>> pager_handle::next()
{
    return run_on(pages_->strand(), keeping(pages_, pages_->next()));
}

} // namespace coinformer::detail
