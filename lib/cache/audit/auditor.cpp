#include "cache/audit/auditor.hpp"

#include "core/exceptions.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <chrono>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::size_t page_size = 2000;                // objects; a page of metadata has some megabytes
constexpr duration longest = std::chrono::minutes(10); // an audit may take
constexpr std::size_t most_pages_without_progress = 16;

} // namespace

auditor::auditor(informer_side of)
    : of_(std::move(of)), path_(of_.source.name(of_.ns)), random_(of_.context.fork_random())
{
}

task<> auditor::run() &
{
    auto& time = *of_.context.env().time;
    auto const interval = of_.options.audit.interval;
    for (;;) {
        auto const longer = random_.below(static_cast<std::uint64_t>(interval.count() / 10 + 1));
        co_await time.sleep_for(interval + duration(longer));
        co_await audit();
    }
}

task<> auditor::audit() &
{
    auto const permit = co_await of_.context.audits().acquire();
    auto state = of_.state();
    if (!state) co_return;
    census compared(std::move(state->copy), of_.ns, of_.source.may_leave_out());
    error_code failure;
    std::string why;
    try {
        co_await with_timeout(*of_.context.env().time, longest, read(compared, state->version));
    } catch (boost::system::system_error const& e) {
        if (e.code() == condition::cancelled) throw;
        failure = e.code();
        why = e.what();
    }
    if (failure) {
        of_.counts.was_left_out(failure == condition::gone ? "expired" : "failed");
        log().log(log_level::debug, "an audit was left out", {{"collection", path_}, {"error", why}});
        co_return;
    }
    auto found = compared.end();
    found.collection = path_;
    found.version = std::move(state->version);
    report(std::move(found), compared.fingerprint());
}

task<> auditor::read(census& into, std::string version) &
{
    using step = list_items::step;
    std::string token;
    std::size_t without_progress = 0;
    for (bool more_pages = true; more_pages;) {
        census_request what{.ns = of_.ns,
                            .label_selector = of_.options.label_selector,
                            .field_selector = of_.options.field_selector,
                            .version = version,
                            .limit = page_size,
                            .continue_token = token};
        co_await of_.source.ready();
        auto const page = co_await of_.source.census(std::move(what));
        bool any = false;
        for (bool more_bytes = true; more_bytes;) {
            more_bytes = co_await page->fetch();
            auto& items = page->items();
            for (auto s = items.next(); s != step::need_more; s = items.next()) {
                if (s == step::object) into.put(items.take_object());
                any = true;
            }
        }
        auto const& meta = page->items().finish();
        without_progress = any ? 0 : without_progress + 1;
        more_pages = !meta.continue_token.empty();
        if (more_pages && (meta.continue_token == token || without_progress > most_pages_without_progress))
            throw api_error(errc::unexpected_content, "list " + path_, "the list makes no progress");
        token = meta.continue_token;
    }
}

void auditor::report(audit_report found, std::uint64_t fingerprint)
{
    of_.counts.was_done(found);
    if (found.differences() == 0) {
        last_.reset();
        log().log(
            log_level::debug, "an audit has found the copy equal to the server's",
            {{"collection", path_}, {"objects", std::to_string(found.objects)}, {"version", found.version}});
        return;
    }
    // A list did not help against the same differences before: an object that does not decode, for example.
    bool const helps = last_ != fingerprint;
    last_ = fingerprint;
    log().log(log_level::error, "an audit has found that the copy differs from the server's",
              {{"collection", path_},
               {"version", found.version},
               {"objects", std::to_string(found.objects)},
               {"missing", std::to_string(found.missing)},
               {"surplus", std::to_string(found.surplus)},
               {"stale", std::to_string(found.stale)},
               {"first", found.first.front()},
               {"next",
                helps ? "the collection is listed again" : "nothing, because a list has not helped before"}});
    call_on_difference(found);
    if (helps) of_.heal();
}

void auditor::call_on_difference(audit_report const& found) const
{
    if (!of_.options.audit.on_difference) return;
    try {
        of_.options.audit.on_difference(found);
    } catch (...) {
        log().log(log_level::error, "audit_options::on_difference has thrown an exception",
                  {{"collection", path_}, {"error", message_of(std::current_exception())}});
    }
}

} // namespace coinformer::detail
