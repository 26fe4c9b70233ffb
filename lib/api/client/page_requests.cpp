#include "api/client/page_requests.hpp"

#include "api/client/watch_rules.hpp"

#include <utility>

namespace coinformer::detail {

namespace {

// A list whose token has expired this often is not going to be complete: by then, a page has 10,000 objects.
constexpr unsigned most_expired_tokens = 8;

} // namespace

page_requests::page_requests(std::shared_ptr<client::impl> api, request_mode mode, std::string path,
                             list_options options, object_type const& type)
    : api_(std::move(api)), mode_(mode), path_(std::move(path)), options_(std::move(options)), type_(type)
{
}

task<untyped_list> page_requests::fetch() &
{
    std::optional<untyped_list> page;
    while (!page) {
        auto what = options_;
        what.limit(page_size_after(options_.limit(), expired_));
        // the token contains the version and its meaning
        if (!walk_.token().empty())
            what.continue_token(walk_.token()).resource_version("").match(version_match::unset);
        try {
            page.emplace(co_await fetch_page(std::move(what)));
        } catch (api_error const& e) {
            if (e.code() != condition::gone || walk_.token().empty() || expired_ == most_expired_tokens)
                throw;
            begin_anew();
        }
    }
    page->begins_anew = std::exchange(begins_anew_, false);
    co_return std::move(*page);
}

void page_requests::begin_anew()
{
    ++expired_;
    walk_ = {};
    version_.clear();
    repetition_ = {};
    begins_anew_ = true;
}

task<untyped_list> page_requests::fetch_page(list_options what) &
{
    auto attempts = api_->begin_attempts(mode_, "GET");
    for (;;) {
        std::optional<api_error> failure;
        try {
            co_return co_await fetch_once(what, attempts.number());
        } catch (api_error const& e) {
            failure = e.during("list", path_);
            if (is_received_) throw *failure; // the page itself is wrong
        }
        co_await api_->wait_before_next(attempts, *failure);
    }
}

task<untyped_list> page_requests::fetch_once(list_options what, unsigned attempt) &
{
    is_received_ = false; // from here on; the first step may fail as well
    untyped_list page;
    co_await api_->ready_to_send(mode_);
    deadline quiet(*api_->env().time, api_->options().http.header_timeout);
    auto const alive = co_await quiet.guard(read(std::move(what), attempt, quiet, page));
    if (!alive) throw api_error(errc::silent_connection, {});
    co_return page;
}

task<> page_requests::read(list_options what, unsigned attempt, deadline& quiet, untyped_list& page) &
{
    using step = list_decoder::step;
    quiet.suspend(); // until the answer begins: the request has limits of its own, and
                     // list_options::patience()
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
    bool const has_brought_objects = !page.objects.empty() || !page.faults.empty();
    if (!walk_.take(meta.continue_token, has_brought_objects, meta.remaining))
        throw api_error(errc::unexpected_content, {},
                        "the list has no end: its pages repeat a continue token, or are empty");
    if (version_.empty()) version_ = meta.resource_version;
    page.resource_version = version_;
    page.remaining = meta.remaining;
}

void page_requests::check_faults(std::size_t count) const
{
    auto const limit = api_->options().max_faults_per_list;
    if (count > limit) throw too_many_faults({}, limit).during("list", path_);
}

void page_requests::check_repetition(object_key const& key)
{
    if (repetition_.is_endless_with(key))
        throw api_error(errc::unexpected_content, {}, "the list brings the same objects again and again");
}

} // namespace coinformer::detail
