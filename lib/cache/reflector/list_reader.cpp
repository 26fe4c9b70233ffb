#include "cache/reflector/list_reader.hpp"

#include "api/client/page_walk.hpp"
#include "api/client/watch_rules.hpp"

#include <string>
#include <utility>

namespace coinformer::detail {

namespace {

// The number of repeated objects that is tolerated in a paged list. A list with more counts as endless.
constexpr std::size_t max_repeats = 10'000;

} // namespace

task<> list_reader::read() &
{
    co_await state_.reading.begin();
    state_.health.list_begins();
    auto const alive = co_await state_.silence.guard(read_pages());
    if (!alive) throw api_error(errc::silent_connection, "");
    state_.queue_list();
}

task<> list_reader::read_pages() &
{
    auto what = first_page();
    auto const page_size = what.limit;
    auto const* const known =
        state_.doing == approach::list_newest ? nullptr : state_.objects_of_this_history();
    needed_objects const need(known, state_.share.wanted());
    auto& objects = state_.reading.objects;
    for (page_walk pages; pages.has_next();) {
        auto const before = objects.size() + objects.faults();
        auto const page = co_await read_page(what, need);
        auto const& meta = page->items().finish();
        if (known)
            state_.position.check_goes_forward(meta.resource_version); // else it may be from another history
        if (state_.doing == approach::extend) check_is_exact(meta);
        objects.put_version(meta.resource_version);
        state_.share.note_page(meta);
        state_.health.status.remaining = meta.remaining;
        bool const has_grown = objects.size() + objects.faults() != before;
        bool const goes_on = pages.take(meta.continue_token, has_grown, meta.remaining);
        if (!goes_on)
            throw api_error(errc::unexpected_content, "",
                            "the list makes no progress: its pages repeat a continue token, are empty, or "
                            "bring the same objects again and again");
        state_.reading.note_hidden(pages.hidden());
        what = state_.origin.request<page_request>();
        what.limit = page_size;
        what.continue_token = pages.token();
    }
}

// Reads a page. If the server is busy when it is asked for a further one, that page is asked for again after
// a pause: otherwise the list would begin anew, and the busy server would have to send all pages once more.
task<std::unique_ptr<list_reading>> list_reader::read_page(page_request what, needed_objects need) &
{
    auto const& objects = state_.reading.objects;
    auto const before = objects.size() + objects.faults();
    bool const was_failing = state_.health.is_failing();
    refused_page refusals{{state_.origin.context, retry_options(), request_mode(), true},
                          state_.origin.now()};
    for (;;) {
        std::unique_ptr<list_reading> page;
        std::optional<api_error> failure;
        what.attempt = refusals.attempts.number();
        try {
            page = co_await read_page_once(what, need);
        } catch (api_error const& e) {
            bool const has_begun = objects.size() + objects.faults() != before;
            bool const is_busy = e.retry_after().has_value(); // the server says when to come back
            if (what.continue_token.empty() || has_begun || !is_busy) throw;
            failure = e;
        }
        if (page && what.attempt != 1)
            was_failing ? state_.health.withdraw_cause() : state_.health.clear_failure();
        if (page && refusals.is_logged)
            log(log_level::warning, "the server sends the pages of a list again", {});
        if (page) co_return page;
        co_await wait_after(refusals, *failure);
    }
}

task<std::unique_ptr<list_reading>> list_reader::read_page_once(page_request what, needed_objects need) &
{
    co_await state_.silence.pause_during(state_.reading.prepare_request(state_.origin.source.ready()));
    what.patience = state_.silence.await_answer();
    auto page = co_await state_.origin.source.list(std::move(what), need);
    auto const contact = state_.origin.access().begin_contact();
    state_.silence.answer_begins();
    state_.attempt.answered = true;
    for (bool more_bytes = true; more_bytes;) {
        more_bytes = co_await page->fetch();
        take_items(page->items());
    }
    co_return page;
}

// Waiters and the log learn of the trouble if it lasts. A failure that no pause cures is thrown. A replay
// makes the pauses of the recorded run, and gives the list up where that run did so.
task<> list_reader::wait_after(refused_page& refusals, api_error failure) &
{
    auto const& origin = state_.origin;
    auto const now = origin.now();
    auto const own_end = now + refusals.attempts.pause_after(failure);
    auto const planned = origin.context.planned(origin.name);
    if (planned && !planned->asked.is_further) throw failure;
    auto const named = failure.during("list", origin.name);
    state_.health.report_trouble(named, state_.health.status.failing_since.value_or(now),
                                 cause_reporter::urgency::when_it_lasts);
    bool const lasts = now - refusals.since >= origin.options.unreachable_after;
    bool const is_news = lasts && !std::exchange(refusals.is_logged, true);
    log(is_news ? log_level::warning : log_level::debug, "a page of a list is asked for again", named.what());
    auto pause =
        origin.source.while_open(origin.context.env().time->sleep_until(planned ? planned->when : own_end));
    co_await state_.silence.pause_during(state_.reading.rest(std::move(pause)));
}

void list_reader::log(log_level level, std::string_view what, std::string_view cause) const
{
    auto const& origin = state_.origin;
    origin.context.env().log->log(level, what, {{"collection", origin.name}, {"cause", cause}});
}

page_request list_reader::first_page() const
{
    auto what = state_.origin.request<page_request>();
    what.limit = page_size_after(state_.origin.options.page_size, state_.history.lists_gone());
    if (state_.doing == approach::list) what.not_older_than = state_.least_version();
    if (state_.doing == approach::extend) what.exactly = state_.position.version();
    what.in_doubt = state_.position.may_be_replaced();
    what.is_newest = state_.doing == approach::list_newest;
    return what;
}

void list_reader::take_items(list_items& items)
{
    using step = list_items::step;
    auto& objects = state_.reading.objects;
    bool any = false;
    for (auto s = items.next(); s != step::need_more; s = items.next()) {
        any = true;
        if (s == step::object) {
            objects.put(items.take_object());
            continue;
        }
        if (s == step::left_out) {
            objects.leave_out(items.passed_over());
            continue;
        }
        if (s == step::foreign) {
            state_.share.note_foreign();
            objects.pass_over_foreign(items.passed_over());
            continue;
        }
        auto const& fault = items.fault();
        state_.health.report_fault(fault);
        auto const key = state_.key_of(fault);
        objects.put_undecoded(std::string(key.ns), std::string(key.name));
    }
    state_.health.status.listed = objects.size();
    if (any) state_.silence.extend(); // bytes alone do not count as progress
    state_.reading.check(max_repeats, "list");
}

// The rest of the store is at the known version, so that no watch could go on from another one for both.
void list_reader::check_is_exact(list_meta const& page) const
{
    if (page.resource_version == state_.position.version()) return;
    throw api_error(errc::unexpected_content, "",
                    "the list is at version " + page.resource_version + ", and not at " +
                        state_.position.version() + ", which was asked for");
}

} // namespace coinformer::detail
