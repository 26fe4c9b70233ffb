#include "cache/audit/auditor.hpp"

#include "api/client/page_walk.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <chrono>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::size_t page_size = 2000;                // objects; a page of metadata has some megabytes
constexpr duration longest = std::chrono::minutes(10); // an audit may take
constexpr duration longest_probe = std::chrono::minutes(1);

// The number of objects of a namespace; of all namespaces if it is empty.
std::size_t count_of(snapshot_ref const& copy, std::string const& ns)
{
    if (ns.empty()) return copy.size();
    auto const* const filed = copy.filed_under(namespace_index, ns);
    return filed ? filed->size() : 0;
}

// Awaits the server's next bytes, but no longer than `limit`: a connection that is silent for this time
// is dead, and the audits of other informers wait meanwhile. Errors: errc::silent_connection; those of
// `answer`.
template <class T>
task<T> answer_within(time_source& time, duration limit, std::string path, task<T> answer)
{
    std::optional<T> result;
    auto body = store_result(std::move(answer), result);
    co_await finished_in_time(time, limit, std::move(body));
    if (result) co_return std::move(*result);
    auto const seconds = std::chrono::ceil<std::chrono::seconds>(limit).count();
    throw api_error(errc::silent_connection, "audit of " + path,
                    "nothing has come for " + std::to_string(seconds) + " s");
}

} // namespace

auditor::auditor(informer_side of)
    : of_(std::move(of)), path_(of_.source.name(of_.ns)), random_(of_.context.fork_random())
{
}

task<> auditor::run() &
{
    for (;;) {
        co_await pause();
        co_await audit();
    }
}

duration auditor::with_chance(duration pause)
{
    return pause + duration(random_.below(static_cast<std::uint64_t>(pause.count() / 10 + 1)));
}

// The server gives no number for a collection with a selector or for a share, and a transform leaves objects
// out of the copy.
bool auditor::may_probe() const
{
    auto const& o = of_.options;
    bool const is_whole = o.label_selector.empty() && o.field_selector.empty() && !o.shard;
    return o.audit.probe != duration::zero() && is_whole && !of_.source.may_leave_out();
}

// Waits until the next audit is due, or until a probe calls for one.
task<> auditor::pause() &
{
    auto const due = time().now() + with_chance(of_.options.audit.interval);
    while (may_probe()) {
        auto const wait = with_chance(of_.options.audit.probe);
        if (time().now() + wait >= due) break;
        co_await time().sleep_for(wait);
        bool const differs = co_await number_differs();
        if (differs) co_return;
    }
    if (auto const now = time().now(); now < due) co_await time().sleep_for(due - now);
}

template <class T>
task<T> auditor::heard(task<T> answer)
{
    return answer_within(time(), of_.options.silence, path_, std::move(answer));
}

census_request auditor::page(std::string version, std::size_t limit, std::string continue_token) const
{
    return {.ns = of_.ns,
            .label_selector = of_.options.label_selector,
            .field_selector = of_.options.field_selector,
            .version = std::move(version),
            .limit = limit,
            .continue_token = std::move(continue_token),
            .share = share_ ? &*share_ : nullptr};
}

void auditor::begin_share(std::optional<shard_ranges> copied)
{
    share_.reset();
    if (copied) share_.emplace(of_.options.shard->field(), *std::move(copied));
}

// ---- probes

task<bool> auditor::number_differs() &
{
    auto const permit = co_await of_.context.audits().acquire();
    auto state = of_.state();
    if (!state) co_return false;
    auto const here = static_cast<std::int64_t>(count_of(state->copy, of_.ns));
    auto const version = std::move(state->version);
    state.reset(); // so that the store need not copy what changes while the server is asked
    std::optional<std::uint64_t> there;
    try {
        there = co_await with_timeout(time(), longest_probe, number_there(version));
    } catch (boost::system::system_error const& e) {
        if (e.code() == condition::cancelled) throw;
    }
    if (!there) {
        of_.reporter.was_probed("failed");
        co_return false;
    }
    auto const excess = static_cast<std::int64_t>(*there) - here;
    if (excess == 0) known_excess_ = 0; // the list that followed the last audit has helped
    bool const differs = excess != known_excess_;
    of_.reporter.was_probed(differs ? "different" : "equal");
    co_return differs;
}

// Some aggregated API servers and caches do not know resourceVersionMatch=Exact, and answer with another
// state of the collection. What has changed between the two versions is no difference of the copy.
void auditor::check_version(list_meta const& came, std::string const& asked) const
{
    if (came.resource_version == asked) return;
    throw api_error(errc::unexpected_content, "list " + path_,
                    "the list is at version \"" + came.resource_version + "\", and not at " + asked +
                        ", which was asked for with resourceVersionMatch=Exact; nothing can be compared");
}

// Returns how many objects the server had at this version, or nullopt if it does not say that.
task<std::optional<std::uint64_t>> auditor::number_there(std::string version) &
{
    using step = list_items::step;
    auto what = page(version, 1, {});
    co_await of_.source.ready();
    auto asked = heard(of_.source.census(std::move(what)));
    auto const first = co_await std::move(asked);
    std::uint64_t came = 0;
    for (bool more_bytes = true; more_bytes;) {
        auto next = heard(first->fetch());
        more_bytes = co_await std::move(next);
        auto& items = first->items();
        for (auto s = items.next(); s != step::need_more; s = items.next()) ++came;
    }
    auto const& meta = first->items().finish();
    check_version(meta, version);
    if (meta.continue_token.empty()) co_return came;
    if (!meta.remaining) co_return std::nullopt;
    co_return came + *meta.remaining;
}

// ---- audits

task<> auditor::audit() &
{
    auto const permit = co_await of_.context.audits().acquire();
    auto state = of_.state();
    if (!state) co_return of_.reporter.was_left_out("not_ready", path_, "the copy cannot be compared now");
    begin_share(std::move(state->share));
    census compared(std::move(state->copy), of_.ns, of_.source.may_leave_out());
    error_code failure;
    std::string why;
    try {
        co_await with_timeout(time(), longest, read(compared, state->version));
    } catch (boost::system::system_error const& e) {
        if (e.code() == condition::cancelled) throw;
        failure = e.code();
        why = e.what();
    }
    if (failure)
        co_return of_.reporter.was_left_out(failure == condition::gone ? "expired" : "failed", path_, why);
    auto found = compared.end();
    found.collection = path_;
    found.version = std::move(state->version);
    report(std::move(found), compared.fingerprint());
}

task<> auditor::read(census& into, std::string version) &
{
    using step = list_items::step;
    for (page_walk pages; pages.has_next();) {
        auto what = page(version, page_size, pages.token());
        co_await of_.source.ready();
        auto asked = heard(of_.source.census(std::move(what)));
        auto const part = co_await std::move(asked);
        bool any = false;
        for (bool more_bytes = true; more_bytes;) {
            auto next = heard(part->fetch());
            more_bytes = co_await std::move(next);
            auto& items = part->items();
            for (auto s = items.next(); s != step::need_more; s = items.next()) {
                if (s == step::object) into.put(items.take_object());
                any = true;
            }
        }
        auto const& meta = part->items().finish();
        check_version(meta, version);
        if (!pages.take(meta.continue_token, any, meta.remaining))
            throw api_error(errc::unexpected_content, "list " + path_, "the list makes no progress");
    }
}

void auditor::report(audit_report found, std::uint64_t fingerprint)
{
    known_excess_ = static_cast<std::int64_t>(found.missing) - static_cast<std::int64_t>(found.surplus);
    bool const differs = found.differences() != 0;
    // A list did not help against the same differences before: an object that does not decode, for example.
    bool const helps = differs && last_ != fingerprint;
    last_ = differs ? std::optional(fingerprint) : std::nullopt;
    of_.reporter.report(found, helps ? "the collection is listed again"
                                     : "nothing, because a list has not helped before");
    if (helps) of_.heal();
}

} // namespace coinformer::detail
