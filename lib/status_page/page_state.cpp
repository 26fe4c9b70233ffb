#include "status_page/page_state.hpp"

#include "core/exceptions.hpp"
#include "core/strand_of.hpp"
#include "status_page/page_text.hpp"

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::size_t most_collections = 1000;
// The number of queued keys of a work queue that are shown, and of those that are worked on.
constexpr std::size_t most_keys = 3;
constexpr duration period_of_counts = std::chrono::minutes(5);
constexpr duration pause_if_locked = std::chrono::milliseconds(5);

status_page_options checked(status_page_options options)
{
    if (options.interval < std::chrono::seconds(1) || options.interval > std::chrono::minutes(1))
        throw api_error(errc::bad_request, "status page",
                        "status_page_options::interval has to be from 1 s to 1 min");
    return options;
}

std::span<status_page_header const> common_headers()
{
    static status_page_header const all[] = {
        {"Cache-Control", "no-store"},
        {"Content-Security-Policy", page_security_policy},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
    };
    return all;
}

// Returns the index of the element for which `holds` is true. The search begins at `from`, and goes round.
template <class T, class Predicate>
std::optional<std::size_t> index_of(std::vector<T> const& all, std::size_t from, Predicate holds)
{
    for (std::size_t n = 0; n != all.size(); ++n)
        if (auto const i = (from + n) % all.size(); holds(all[i])) return i;
    return std::nullopt;
}

} // namespace

page_state::page_state(environment env, status_page_options options)
    : env_(with_strand(std::move(env))), facts_(checked(std::move(options)))
{
    facts_.began = facts_.last_look = env_.time->now();
    facts_.wall_at_last_look = env_.time->wall_now();
}

void page_state::show(factory_view factory)
{
    std::lock_guard const held(lock_);
    factories_.push_back(std::move(factory));
}

void page_state::show(untyped_informer informer)
{
    std::lock_guard const held(lock_);
    informers_.push_back(std::move(informer));
}

void page_state::show_keys(std::string name, oldest_keys_of keys)
{
    std::lock_guard const held(lock_);
    facts_.queues.push_back({std::move(name), std::move(keys)});
}

task<> page_state::run()
{
    if (std::exchange(is_running_, true)) throw api_error(errc::already_running, "status page");
    std::exception_ptr ending;
    try {
        co_await look_for_ever();
    } catch (...) {
        ending = std::current_exception();
    }
    co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
    co_await remove_handlers();
    is_running_ = false;
    std::rethrow_exception(ending);
}

task<> page_state::look_for_ever() &
{
    auto const interval = facts_.options.interval;
    for (;;) {
        auto all = co_await look();
        auto sample = static_cast<std::uint64_t>((env_.time->now() - facts_.began) / interval);
        while (!try_note(all, sample)) co_await env_.time->sleep_for(pause_if_locked);
        co_await env_.time->sleep_until(facts_.began + static_cast<duration::rep>(sample + 1) * interval);
    }
}

std::vector<viewed_informer> page_state::informers()
{
    std::vector<viewed_informer> all;
    std::lock_guard const held(lock_);
    std::erase_if(factories_, [](auto const& f) { return f.is_over(); });
    for (auto const& f : factories_)
        for (auto& i : f.informers()) all.push_back(std::move(i));
    for (auto const& i : informers_) all.push_back({i, nullptr});
    return all;
}

task<page_state::looks> page_state::look() &
{
    looks all;
    for (auto const& viewed : informers()) {
        if (all.size() == most_collections) break;
        auto status = co_await viewed.informer.status();
        informer_look one{viewed.informer, std::move(status), message_of(viewed.failure)};
        all.push_back(std::move(one));
    }
    co_return all;
}

bool page_state::try_note(looks& all, std::uint64_t sample)
{
    std::unique_lock const held(lock_, std::try_to_lock);
    if (!held) return false;
    auto const now = env_.time->now();
    auto const elapsed = std::max<duration>(now - facts_.last_look, std::chrono::milliseconds(1));
    facts_.metrics.read(env_.metrics, now, elapsed);
    note_collections(all, now);
    if (facts_.options.object_names)
        for (auto& queue : facts_.queues) queue.keys = queue.ask(most_keys);
    auto const minute = std::chrono::floor<std::chrono::minutes>(now - facts_.began).count();
    facts_.metrics.plots.store({sample, static_cast<std::uint64_t>(minute)});
    facts_.last_look = now;
    facts_.wall_at_last_look = env_.time->wall_now();
    facts_.has_looked = true;
    json_ = {};
    return true;
}

// Brings the collections up to date, in the order in which they appeared.
void page_state::note_collections(looks& all, time_point now)
{
    auto& shown = facts_.collections;
    auto const before = facts_.last_look;
    bool const period_ends =
        before.time_since_epoch() / period_of_counts != now.time_since_epoch() / period_of_counts;
    // The informers come in the same order each time, so each is usually found at the first attempt.
    std::vector<bool> is_known(all.size());
    std::size_t at = 0;
    for (auto const& c : shown) {
        auto const found = index_of(all, at, [&](auto const& look) { return c->is_of(look.informer); });
        if (!found) {
            c->note_gone(before, now);
            continue;
        }
        if (!is_known[*found])
            c->note(std::move(all[*found]), before, now, facts_.metrics.informer(c->key()));
        is_known[*found] = true;
        at = *found + 1;
    }
    std::erase_if(shown, [&](auto const& c) { return c->is_over(now); });
    for (std::size_t i = 0; i != all.size(); ++i) {
        if (is_known[i] || shown.size() == most_collections) continue;
        auto id = free_id(all[i].informer);
        shown.push_back(
            std::make_shared<shown_collection>(std::move(all[i]), std::move(id), now, facts_.metrics.plots));
    }
    for (auto const& c : shown) {
        if (facts_.options.object_names && !c->is_gone()) c->count_changes();
        if (period_ends) c->changes().begin_period();
        c->add_to_plots();
    }
}

std::string page_state::free_id(untyped_informer const& of) const
{
    auto const& which = of.of();
    std::string base(which.plural);
    base.append(1, '.').append(which.version);
    if (!which.group.empty()) base.append(1, '.').append(which.group);
    if (!of.options().name.empty()) base.append(1, '/').append(of.options().name);
    auto id = base;
    auto const is_taken = [&] {
        return std::ranges::any_of(facts_.collections, [&](auto const& c) { return c->id() == id; });
    };
    for (int n = 2; is_taken(); ++n) id = base + '#' + std::to_string(n);
    return id;
}

task<> page_state::remove_handlers() &
{
    std::vector<handler_registration> handlers;
    {
        std::lock_guard const held(lock_);
        for (auto const& c : facts_.collections)
            if (auto handler = c->take_handler()) handlers.push_back(std::move(*handler));
    }
    for (auto const& handler : handlers) co_await handler.remove();
}

namespace {

// The spans for which a request of the page asks.
plot_spans spans_of(std::string_view query)
{
    if (query == "?plots=ten_minutes") return plot_spans::ten_minutes;
    return query == "?plots=day" ? plot_spans::day : plot_spans::all;
}

} // namespace

status_page_answer page_state::answer(std::string_view target) const
{
    auto const query = target.substr(std::min(target.find('?'), target.size()));
    target.remove_suffix(query.size());
    status_page_answer made{.headers = common_headers()};
    if (target == "/") {
        made.content_type = "text/html; charset=utf-8";
        made.body = page_html;
    } else if (target == "/status.json") {
        made.content_type = "application/json";
        std::lock_guard const held(lock_);
        auto const which = spans_of(query);
        auto& json = json_[static_cast<std::size_t>(which)];
        if (json.empty()) json = status_json(facts_, which);
        made.body = json;
    } else {
        made.status = 404;
        made.content_type = "text/plain; charset=utf-8";
        made.body = "There is no such page. The status page is at /, and its numbers are at /status.json.\n";
    }
    return made;
}

} // namespace coinformer::detail
