// Compares a collection that is read page by page with the history: G1 to G4 of docs/simulation.md.
#include "page_reader.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

informer_plan informer_of_pager(pager_plan const& p)
{
    informer_plan f;
    f.of = p.of;
    return f;
}

} // namespace

page_reader::page_reader(std::string name, pager_plan const& how, reader_context of)
    : name_(std::move(name)), plan_(how), of_(std::move(of)),
      lane_(name_, informer_of_pager(how), how.of.namespace_of_request(), of_.truth, *of_.env.time),
      epoch_(of_.truth.epochs())
{
    of_.wire.route(how.of, &lane_.wire());
}

void page_reader::start()
{
    run_ = errand::start(of_.env, run(), name_);
}

void page_reader::stop()
{
    if (run_ && !run_->ended) run_->cancel();
}

task<> page_reader::run()
{
    for (std::size_t n = 0; n != plan_.times; ++n) {
        if (n != 0) co_await of_.env.time->sleep_for(5s);
        begin();
        co_await read_all();
        pages_.reset();
    }
    done_ = true;
}

void page_reader::begin()
{
    epoch_ = of_.truth.epochs();
    wire_ = checked_ = lane_.wire().size();
    calls_.clear();
    all_.clear();
    version_.clear();
    taken_ = count_ = 0;
    pager_options o;
    o.ns = plan_.of.namespace_of_request();
    if (!plan_.of.tier.empty()) o.label_selector = "tier=" + plan_.of.tier;
    o.page_size = plan_.page_size;
    o.read_ahead = plan_.read_ahead;
    pages_.emplace(of_.api, std::move(o), resource_named(plan_.of.plural));
}

task<std::optional<object_list<thing>>> page_reader::next()
{
    if (plan_.patience_ms == 0) return pages_->next();
    return with_timeout(*of_.env.time, std::chrono::milliseconds(plan_.patience_ms), pages_->next());
}

task<> page_reader::read_all()
{
    for (;;) {
        std::optional<object_list<thing>> page;
        std::exception_ptr failure;
        error_code code;
        calls_.push_back({of_.now_ns()});
        auto const call = calls_.size() - 1;
        try {
            auto wait = next();
            auto got = co_await std::move(wait);
            page = std::move(got);
            calls_[call].well = true;
        } catch (boost::system::system_error const& e) {
            failure = std::current_exception();
            code = e.code();
        }
        calls_[call].ended_ns = of_.now_ns();
        if (code == condition::cancelled) std::rethrow_exception(failure);
        auto pause = std::chrono::milliseconds(plan_.pause_ms);
        if (failure && code == errc::timed_out) {
            ++of_.sometimes["a pager's next() is cancelled"];
        } else if (failure) {
            calls_[call].told = true;
            told(code, calls_[call]);
            pause = 1s;
            if (code == condition::rejected && !judged()) begin(); // its token is from before the restore
        } else if (!page) {
            end_of_list();
            co_return;
        } else {
            take(*page);
        }
        if (pause != 0ms) co_await of_.env.time->sleep_for(pause);
    }
}

/// The pages of the present list that have arrived whole, in their order.
std::vector<exchange const*> page_reader::pages_on_the_wire() const
{
    std::vector<exchange const*> found;
    auto const& wire = lane_.wire();
    for (auto i = wire_; i < wire.size(); ++i)
        if (wire[i].readable) found.push_back(&wire[i]);
    return found;
}

// G1, G2: the objects are as they were at the version of the first page, and the page says how many are to
// come, as the server did.
void page_reader::take(object_list<thing> const& page)
{
    last_news_ns_ = of_.now_ns();
    ++taken_;
    of_.say(name_ + " is given a page of " + std::to_string(page.objects.size()) + " at " +
            page.resource_version + (page.begins_anew ? ", which begins anew" : "") +
            (page.remaining ? ", " + std::to_string(*page.remaining) + " remain" : ""));
    of_.hash.mix(page.resource_version);
    of_.hash.mix(page.objects.size());
    auto const wire = pages_on_the_wire();
    if (taken_ > wire.size())
        return note("G1", "there are " + std::to_string(taken_) + " pages, and " +
                              std::to_string(wire.size()) + " have come");
    auto const& x = *wire[taken_ - 1];
    if (page.remaining != x.remaining)
        note("G2", "the page at " + page.resource_version + " says that " +
                       (page.remaining ? std::to_string(*page.remaining) : "an unknown number") +
                       " remain, and the server said " +
                       (x.remaining ? std::to_string(*x.remaining) : "nothing"));
    bool const forgotten =
        std::any_of(lane_.wire().begin() + static_cast<std::ptrdiff_t>(wire_), lane_.wire().end(),
                    [](exchange const& e) { return e.status == 410 && !e.token.empty(); });
    if (page.begins_anew) {
        ++of_.sometimes["a pager begins anew"];
        if (!forgotten) note("G3", "a page begins anew, though no version was forgotten");
        if (!x.token.empty()) note("G3", "a page begins anew, though it is not the first one of a list");
        all_.clear();
        version_.clear();
        count_ = 0;
    } else if (taken_ != 1 && x.token.empty()) {
        note("G3", "the list begins anew, and its page does not say so");
    }
    if (version_.empty()) version_ = page.resource_version;
    if (page.resource_version != version_)
        note("G1", "a page is of version " + page.resource_version + ", and the first one of " + version_);
    count_ += page.objects.size() + page.faults.size();
    for (auto const& o : page.objects) {
        if (!all_.emplace(key_of(o), state_of(o)).second) note("G1", to_string(key_of(o)) + " comes twice");
        if (judged() && !lane_.truth().ever(key_of(o), state_of(o), false))
            note("P1", to_string(key_of(o)) + " never was " + to_string(state_of(o)));
    }
    for (auto const& f : page.faults)
        if (f.name != "bad") note("P17", f.ns + "/" + f.name + " decodes, and is reported not to decode");
}

void page_reader::end_of_list()
{
    ++of_.sometimes["a pager comes to the end"];
    auto const wire = pages_on_the_wire();
    if (wire.empty() || taken_ != wire.size())
        return note("G1", "it ended after " + std::to_string(taken_) + " pages, and " +
                              std::to_string(wire.size()) + " have come");
    if (!wire.back()->next_token.empty()) note("G1", "it ended before the last page");
    if (judged() && hash_of(all_) != lane_.truth().hash_at(version_number(version_)))
        note("G1", "together the pages are not the state of version " + version_);
}

// G4: an error belongs to the call of next() that throws it; a failure from before that call is tried again.
void page_reader::told(error_code const& code, reader_call const& call)
{
    of_.say(name_ + " is told " + code.message());
    ++of_.sometimes["a pager tells of an error"];
    auto const& wire = lane_.wire();
    bool const of_this_call =
        std::any_of(wire.begin() + static_cast<std::ptrdiff_t>(wire_), wire.end(), [&](exchange const& x) {
            return x.how != exchange::end::open && x.ended_ns >= call.began_ns;
        });
    auto const& dials = of_.wire.dials();
    bool const dialed = !dials.empty() && dials.back() >= call.began_ns;
    if (!of_this_call && !dialed && call.ended_ns == call.began_ns)
        note("G4", "next() failed at once with an earlier error: " + code.message());
}

void page_reader::check()
{
    if (failure_) throw *failure_;
    lane_.check_server();
    lane_.check_reader();
    for (; checked_ < lane_.wire().size(); ++checked_) check_read_ahead(checked_);
}

// Returns true if a request belongs to the same fetch of a page as the one before it: a fetch that fails is
// repeated, with pauses, until it has been sent often enough and somebody is told.
bool page_reader::goes_on(std::size_t at) const
{
    auto const& wire = lane_.wire();
    auto const& x = wire[at];
    auto const& before = wire[at - 1];
    constexpr std::int64_t at_once = 100'000'000; // steps take time, and so does a new connection
    // its token has expired, so that it reads anew
    if (before.status == 410 && x.token.empty() && x.asked_ns - before.ended_ns < at_once) return true;
    constexpr std::size_t most = 2 * retry_options().attempts; // each may meet a stale connection first
    auto const repeats = [&](std::size_t i) {
        if (wire[i - 1].readable || wire[i - 1].token != wire[i].token) return false;
        return std::ranges::none_of(calls_, [&](reader_call const& c) {
            return c.told && c.ended_ns >= wire[i - 1].ended_ns && c.ended_ns <= wire[i].asked_ns;
        });
    };
    auto first = at;
    while (first != wire_ && repeats(first)) --first;
    return first != at && at - first < most;
}

// P14: no more pages are fetched than may wait, and one for a call of next() that waits.
void page_reader::check_read_ahead(std::size_t at) const
{
    auto const& wire = lane_.wire();
    auto const& x = wire[at];
    if (at != wire_ && goes_on(at)) return;
    std::size_t here = 0, taken = 0;
    std::int64_t since = x.asked_ns;
    for (auto i = wire_; i != at; ++i) {
        here += wire[i].readable ? 1 : 0;
        since = wire[i].ended_ns;
    }
    bool waits = at == wire_;
    for (auto const& c : calls_) {
        taken += c.well && c.ended_ns <= x.asked_ns ? 1 : 0;
        waits |= c.began_ns <= x.asked_ns && (c.ended_ns == -1 || c.ended_ns >= since);
    }
    if (here >= taken + plan_.read_ahead + (waits ? 1 : 0))
        fail("P14", name_ + ": a page is asked for at " + std::to_string(x.asked_ns / 1'000'000) +
                        " ms while " + std::to_string(here - taken) + " wait to be taken, and " +
                        std::to_string(plan_.read_ahead) + " may");
}

std::int64_t page_reader::patience_ends(std::int64_t began) const noexcept
{
    constexpr std::int64_t patience_s = 75 + 120 + 60 + 60;
    return std::max(began, last_news_ns_) + patience_s * 1'000'000'000;
}

std::string page_reader::lag() const
{
    return name_ + " has taken " + std::to_string(taken_) + " pages, and is not at the end";
}

void page_reader::check_end()
{
    if (failure_) throw *failure_;
    if (!run_ || run_->unwanted) return;
    auto const code = run_->code();
    bool const well = done_ ? !code : code == condition::cancelled;
    if (!run_->ended || !well) fail("P17", name_ + ": it ended with the wrong result: " + run_->how());
    pages_.reset();
}

void page_reader::note(char const* property, std::string const& why)
{
    if (!failure_) failure_ = violation(property, name_ + ": " + why);
}

} // namespace simulation
