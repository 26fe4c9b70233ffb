#include "cache/reflector.hpp"

#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace asio = boost::asio;

reflector::reflector(client::impl& api, resource of, object_type const& type, informer_options const& options,
                     delta_fifo& queue, store const& objects, report cannot_list)
    : api_(api), type_(type), options_(options), queue_(queue), cached_(objects), cannot_list_(std::move(cannot_list)),
      path_(collection_path(of, options.ns)), random_(api.fork_random()), delay_(options.retry, random_.fork()),
      silence_(*api.env().time, options.silence)
{
}

// The whole recovery story. What to do after each ending is a pure function, in recovery.cpp.
task<> reflector::run() &
{
    for (;;) {
        ending how{.during = next_};
        std::exception_ptr failure;
        auto const begin = api_.env().time->now();
        try {
            if (next_ == approach::watch)
                co_await watch(); // comes back when the server ends it in order
            else
                co_await list();
        } catch (boost::system::system_error const& e) {
            failure = located(e);
            how.code = e.code();
            if (auto const* refused = dynamic_cast<api_error const*>(&e)) how.retry_after = refused->retry_after();
        }
        if (how.code == condition::cancelled || how.code == condition::misused) std::rethrow_exception(failure);
        if (!failure && next_ != approach::watch) {
            next_ = approach::watch;
            progress_ = false; // the list's: the watch has to make its own
            continue;
        }
        how.brief = api_.env().time->now() - begin < std::chrono::seconds(1);
        how.progress = std::exchange(progress_, false);
        auto const then = recover_from(how);
        if (failure) report_failure(how.code, failure, then.tell);
        next_ = then.next;
        co_await pause(then, how.retry_after);
    }
}

task<> reflector::list() &
{
    {
        auto const permit = co_await api_.lists().acquire();
        cannot_list_(nullptr); // a new attempt, a new chance
        ++status_.lists;
        listed_ = {};
        status_.listed = 0;
        auto const alive = co_await silence_.guard(list_pages());
        if (!alive) throw api_error(errc::silent_connection, "list " + path_);
    }
    position_ = listed_.version;
    status_.remaining.reset();
    status_.last_failure.clear();
    queue_.push(delta::of(delta::kind::replaced, std::exchange(listed_, {})));
    co_await queue_.room(); // without the permit: others may list meanwhile
}

task<> reflector::list_pages() &
{
    auto options = selection();
    if (next_ != approach::list_whole) options.limit(options_.page_size);
    if (next_ == approach::list && !position_.empty())
        options.resource_version(position_).match(version_match::not_older_than);
    for (bool more_pages = true; more_pages;) {
        silence_.extend();
        auto page = co_await api_.list(path_, options, type_, &cached_);
        for (bool more_bytes = true; more_bytes;) {
            silence_.extend();
            more_bytes = co_await page.fetch();
            take_items(page);
        }
        auto const& meta = page.items().finish();
        if (listed_.version.empty()) listed_.version = meta.resource_version;
        status_.remaining = meta.remaining;
        more_pages = !meta.continue_token.empty();
        options = selection().limit(options_.page_size).continue_token(meta.continue_token);
    }
}

void reflector::take_items(list_page& page)
{
    using step = list_decoder::step;
    for (auto s = page.items().next(); s != step::need_more; s = page.items().next()) {
        if (s == step::object) {
            listed_.objects.push_back(page.items().take_object());
            continue;
        }
        auto const& fault = page.items().fault();
        faulty(fault);
        listed_.incomplete |= fault.name.empty();
        listed_.undecoded.emplace_back(fault.ns, fault.name);
    }
    status_.listed = listed_.objects.size();
}

task<> reflector::watch() &
{
    ++status_.watches;
    auto const alive = co_await silence_.guard(watch_events());
    if (!alive) throw api_error(errc::silent_connection, "watch " + path_);
}

task<> reflector::watch_events() &
{
    auto const base = std::chrono::duration_cast<std::chrono::seconds>(options_.watch_timeout).count();
    auto const spread = random_.below(static_cast<std::uint64_t>(base)); // so that watches do not all end at once
    auto options = selection();
    options.resource_version(position_).watch(std::chrono::seconds(base + static_cast<std::int64_t>(spread)));
    silence_.extend();
    auto stream = co_await api_.watch(path_, options, type_);
    for (bool more = true; more;) {
        silence_.extend();
        more = co_await stream.fetch();
        take_events(stream);
        silence_.suspend();
        co_await queue_.room();
    }
}

void reflector::take_events(watch_stream& stream)
{
    using step = watch_decoder::step;
    auto& events = stream.events();
    for (auto s = events.next(); s != step::need_more; s = events.next()) {
        if (goes_back(events.resource_version()))
            throw api_error(errc::version_too_large, "watch " + path_,
                            "the server is at " + std::string(events.resource_version()) + ", before " + position_);
        switch (s) {
        case step::added: queue_.push(delta::of(delta::kind::added, events.take_object())); break;
        case step::modified: queue_.push(delta::of(delta::kind::updated, events.take_object())); break;
        case step::deleted: queue_.push(delta::of(delta::kind::deleted, events.take_object())); break;
        case step::bookmark:
            queue_.push(
                delta::of(delta::kind::bookmark, {.objects = {}, .version = std::string(events.resource_version())}));
            break;
        case step::fault:
            faulty(events.fault());
            if (events.is_deletion()) lose(events.fault());
            break;
        case step::error: {
            auto const code = errc_of_status(events.status().code, events.status());
            throw api_error(code, "watch", path_, events.status(), events.retry_after());
        }
        case step::need_more: break;
        }
        learn(events.resource_version());
    }
}

// A watch goes forward. When it does not, the server's history was replaced: restored from a backup, or another
// server's.
bool reflector::goes_back(std::string_view version) const noexcept
{
    auto const is_decimal = [](std::string_view v) { return v.find_first_not_of("0123456789") == v.npos; };
    return !version.empty() && is_decimal(version) && is_decimal(position_) &&
           compare_resource_versions(version, position_) < 0;
}

// After the event is in the queue: a watch that resumes from here misses nothing.
void reflector::learn(std::string_view version)
{
    if (version.empty()) return;
    position_ = version;
    progress_ = true;
    status_.last_failure.clear();
}

task<> reflector::pause(recovery const& what, std::optional<std::chrono::seconds> retry_after) &
{
    if (what.reset_backoff) delay_.reset();
    duration wait = duration::zero();
    switch (what.wait) {
    case recovery::pause::none: co_return;
    case recovery::pause::retry_after: // not shorter than our own, which has the jitter; not for hours
        wait = std::max<duration>(std::min<duration>(*retry_after, std::chrono::minutes(5)), delay_.next());
        break;
    case recovery::pause::backoff: wait = delay_.next(); break;
    }
    auto const ms = std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(wait).count()) + " ms";
    api_.env().log->log(log_level::info, "next attempt", {{"collection", path_}, {"after", ms}});
    co_await api_.env().time->sleep_for(wait);
}

void reflector::faulty(decode_fault const& fault)
{
    ++status_.faults;
    auto const message = fault.message();
    api_.env().log->log(log_level::warning, "object not cached", {{"collection", path_}, {"error", message}});
    try {
        if (options_.on_fault) options_.on_fault(fault);
    } catch (...) { // the user's own trouble: the stream goes on
        api_.env().log->log(log_level::error, "on_fault threw", {{"collection", path_}});
    }
}

// Deleted, in a way that does not decode: what was cached is the last state that we know.
void reflector::lose(decode_fault const& fault)
{
    auto known = cached_.objects.find({fault.ns, fault.name});
    if (known) queue_.push(delta::of(delta::kind::lost, std::move(known)));
}

void reflector::report_failure(error_code code, std::exception_ptr failure, bool tell)
{
    ++status_.failures;
    try {
        std::rethrow_exception(failure);
    } catch (std::exception const& e) {
        status_.last_failure = e.what();
    }
    bool const routine = code == condition::gone && next_ == approach::watch;
    bool const told = tell && cannot_list_(failure); // who was told will say so, once is enough
    auto const level = routine || told ? log_level::info : log_level::warning;
    api_.env().log->log(level, status_.last_failure);
}

// The failure with the request in its message: some come from where requests are not known.
std::exception_ptr reflector::located(boost::system::system_error const& e) const
{
    auto const* known = dynamic_cast<api_error const*>(&e);
    api_error const failure = known ? *known : api_error(e.code(), "", "");
    return std::make_exception_ptr(failure.during(next_ == approach::watch ? "watch" : "list", path_));
}

list_options reflector::selection() const
{
    list_options options;
    options.labels(options_.label_selector).fields(options_.field_selector);
    return options;
}

object_ref reflector::cached::find(object_key key, std::string_view uid, std::string_view version) const
{
    auto known = objects.find(key);
    if (known && known->uid() == uid && known->resource_version() == version) return known;
    return {};
}

} // namespace coinformer::detail
