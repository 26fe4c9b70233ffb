// Compares the events of a watcher with the history: N1 to N3 of docs/simulation.md.
#include "watch_reader.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <algorithm>
#include <limits>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

informer_plan informer_of_watcher(watcher_plan const& p)
{
    informer_plan f;
    f.of = p.of;
    f.silence_ms = p.silence_ms;
    f.watch_timeout_ms = p.watch_timeout_ms;
    return f;
}

bool reports_gone(exchange const& x)
{
    return x.status == 410 || x.error_code == 410;
}

bool is_sound(line const& l)
{
    return !l.odd;
}

/// True if the client cannot read the answer, or a part of it.
bool is_bad_answer(exchange const& x)
{
    return x.status == 200 && (!x.understood || !std::ranges::all_of(x.lines, is_sound));
}

/// True if the request is sent once more in the same attempt, because a kept-alive connection was gone, or
/// because the server has no protobuf of the collection.
bool is_repeated(exchange const& x)
{
    return x.met_stale_connection() ||
           (x.status == 406 && x.asked_protobuf && x.how == exchange::end::complete);
}

} // namespace

watch_reader::watch_reader(std::string name, watcher_plan const& how, reader_context of)
    : name_(std::move(name)), plan_(how), of_(std::move(of)),
      lane_(name_, informer_of_watcher(how), how.of.namespace_of_request(), of_.truth, *of_.env.time),
      epoch_(of_.truth.epochs())
{
    of_.wire.route(how.of, &lane_.wire());
    if (how.pause_ms != 0 || how.patience_ms != 0) lane_.may_be_held_up();
}

void watch_reader::start()
{
    run_ = errand::start(of_.env, run(), name_);
}

void watch_reader::stop()
{
    if (run_) run_->cancel();
}

// Begins at the server's present version or an earlier one; what happened since that version comes first.
void watch_reader::begin()
{
    auto const newest = of_.newest();
    auto const behind = rounds_.empty() ? plan_.behind : 0;
    at_ = newest > behind ? newest - behind : 1;
    epoch_ = of_.truth.epochs();
    rounds_.push_back({lane_.wire().size(), at_});
    given_.clear();
    watcher_options o;
    o.ns = plan_.of.namespace_of_request();
    if (!plan_.of.tier.empty()) o.label_selector = "tier=" + plan_.of.tier;
    o.watch_timeout = std::chrono::milliseconds(plan_.watch_timeout_ms);
    o.silence = std::chrono::milliseconds(plan_.silence_ms);
    o.on_fault = [this](decode_fault const& f) { ++faults_[{f.ns, f.name}]; };
    watch_.reset();
    watch_.emplace(of_.api, std::to_string(at_), std::move(o), resource_named(plan_.of.plural));
    of_.say(name_ + " begins at " + std::to_string(at_));
}

task<> watch_reader::run()
{
    for (;;) {
        begin();
        bool goes_on = true;
        while (goes_on) goes_on = co_await step();
    }
}

task<watch_event<thing>> watch_reader::next()
{
    if (plan_.patience_ms == 0) return watch_->next();
    return with_timeout(*of_.env.time, std::chrono::milliseconds(plan_.patience_ms), watch_->next());
}

// Makes one call of next(). Returns false if another watcher is needed.
task<bool> watch_reader::step()
{
    watch_event<thing> event;
    std::exception_ptr failure;
    error_code code;
    calls_.push_back({of_.now_ns()});
    auto const call = calls_.size() - 1;
    try {
        auto wait = next();
        event = co_await std::move(wait);
        calls_[call].well = true;
    } catch (boost::system::system_error const& e) {
        failure = std::current_exception();
        code = e.code();
    }
    calls_[call].ended_ns = of_.now_ns();
    if (code == condition::cancelled) std::rethrow_exception(failure);
    auto pause = std::chrono::milliseconds(plan_.pause_ms);
    if (!failure) {
        take(event);
    } else if (code == errc::timed_out) {
        ++of_.sometimes["a watcher's next() is cancelled"];
    } else {
        told(code);
        pause = 1s;
    }
    if (pause != 0ms) co_await of_.env.time->sleep_for(pause);
    co_return code != condition::gone;
}

/// Returns the next event that decodes, or null if it has not happened yet.
event const* watch_reader::following()
{
    for (auto const* e : lane_.truth().between(at_, of_.truth.newest()))
        if (!e->spoiled) return e;
    return nullptr;
}

// N1, N2: the event that is given is the next one that happened, with the object's state at that time.
void watch_reader::take(watch_event<thing> const& event)
{
    last_news_ns_ = of_.now_ns();
    auto const k = key_of(event.object);
    auto const is = state_of(event.object);
    static constexpr char const* words[] = {"added", "modified", "deleted"};
    auto const said = words[static_cast<int>(event.type)] + (" " + to_string(k) + " " + to_string(is));
    of_.say(name_ + " is told " + said);
    of_.hash.mix(said);
    of_.hash.mix(static_cast<std::uint64_t>(of_.now_ns()));
    if (misled()) return;
    given_.emplace_back(of_.now_ns(), is.at);
    if (is.at <= at_) return note("N1", said + " after version " + std::to_string(at_));
    auto const* e = following();
    if (!e) return note("N1", said + ", which never happened");
    if (e->at < is.at)
        return note("N2", said + ", and never " + to_string(e->of) + " at " + std::to_string(e->at));
    auto const seen = history::seen_by(plan_.of, *e);
    auto should = seen == history::view::deleted ? e->was : e->is;
    should.at = e->at;
    auto const type = seen == history::view::added      ? watch_event_type::added
                      : seen == history::view::modified ? watch_event_type::modified
                                                        : watch_event_type::deleted;
    if (e->of != k || should != is || type != event.type)
        return note("N1", said + ", and it was " + words[static_cast<int>(type)] + " " + to_string(e->of) +
                              " " + to_string(should));
    at_ = is.at;
}

// N3: the watcher ends with an error that really happened, and that time alone does not cure.
void watch_reader::told(error_code const& code)
{
    of_.say(name_ + " ends with " + code.message());
    last_news_ns_ = of_.now_ns();
    if (misled()) return;
    auto const from = rounds_.back().wire;
    auto const status = [](int n) {
        return [n](auto const& x) { return x.status == n || x.error_code == n; };
    };
    auto const any = [&](auto says) {
        auto const& wire = lane_.wire();
        return std::any_of(wire.begin() + static_cast<std::ptrdiff_t>(from), wire.end(), says);
    };
    bool ok = false;
    if (code == condition::gone) {
        ++of_.sometimes["a watcher says that events are lost"];
        ok = any(reports_gone);
    } else if (code == condition::unauthorized) {
        ok = any(status(401));
    } else if (code == condition::forbidden) {
        ok = any(status(403));
    } else if (code == condition::not_found) {
        ok = any(status(404));
    } else if (code == condition::malformed) {
        ++of_.sometimes["a watcher gives up on bad answers"];
        check_bad_answers();
        ok = true;
    } else if (code != condition::unavailable && code != condition::throttled) {
        ok = any(status(400)) || any(status(406)) || any(status(409)) || any(status(422)) ||
             any([](exchange const& x) { return x.error_line && x.error_code == 0; });
    }
    if (!ok) note("N3", "it ended with an error that did not happen, or that time cures: " + code.message());
}

// N3: a bad answer is forgiven once, and again after something sound has come.
void watch_reader::check_bad_answers()
{
    auto const& wire = lane_.wire();
    auto const first = rounds_.back().wire;
    auto last = wire.size();
    while (last > first && !is_bad_answer(wire[last - 1])) --last;
    if (last == first) return;
    auto const sound = [](exchange const& x) { // a line may be unread if it was given up
        return std::ranges::count_if(x.lines, is_sound) > (x.how == exchange::end::dropped ? 1 : 0);
    };
    for (auto i = last; i-- > first;) {
        if (i + 1 != last && is_bad_answer(wire[i])) return;
        if (sound(wire[i])) return note("N3", "a bad answer was not forgiven after a sound one");
    }
    note("N3", "the first bad answer was not forgiven");
}

void watch_reader::check()
{
    if (failure_) throw *failure_;
    lane_.check_server();
    lane_.check_reader();
    if (misled()) return;
    auto const& wire = lane_.wire();
    for (; checked_ != wire.size(); ++checked_) {
        check_resume(checked_);
        if (checked_ != 0) check_pace(checked_);
    }
}

// P8: a new watch begins after the last event that was given, or at a newer version known from bookmarks and
// from objects that do not decode.
void watch_reader::check_resume(std::size_t at) const
{
    auto const& wire = lane_.wire();
    auto const& x = wire[at];
    auto const r = std::find_if(rounds_.rbegin(), rounds_.rend(), [&](auto& it) { return it.wire <= at; });
    if (r == rounds_.rend() || x.epoch != epoch_ || r != rounds_.rbegin()) return;
    auto least = r->from, most = r->from;
    for (auto const& [ns, v] : given_)
        if (ns < x.asked_ns && v > r->from) least = std::max(least, v);
    for (auto i = r->wire; i != at; ++i)
        for (auto const& l : wire[i].lines)
            if (is_sound(l)) most = std::max(most, l.is.at);
    auto const asked = version_number(x.asked_version);
    if (asked < least || asked > most)
        bad("P8", "a watch from \"" + x.asked_version + "\" when " + std::to_string(least) +
                      " was given and " + std::to_string(most) + " had come");
}

bool watch_reader::user_came_between(std::int64_t from_ns, std::int64_t to_ns) const
{
    return std::ranges::any_of(calls_, [&](reader_call const& c) {
        return !c.well && c.ended_ns >= from_ns && c.ended_ns <= to_ns;
    });
}

// True if the attempt lasted a second. An attempt begins with its dial. A user that pauses between two events
// learns of the end of a watch later than the wire does.
bool watch_reader::lasted_a_second(std::size_t at) const
{
    auto const& wire = lane_.wire();
    auto const& x = wire[at];
    bool const late = plan_.pause_ms != 0 && at + 1 < wire.size();
    auto first = at; // the first request of this attempt
    while (first != 0 && is_repeated(wire[first - 1])) --first;
    auto began = wire[first].asked_ns;
    for (auto const ns : of_.wire.dials())
        if (ns <= began && (first == 0 || ns >= wire[first - 1].ended_ns)) began = std::min(ns, began);
    return (late ? wire[at + 1].asked_ns : x.ended_ns) - began >= second;
}

// True if the attempt may have made progress or lasted, so that the next pause is the shortest. In doubt it
// returns true.
bool watch_reader::may_be_success(std::size_t at) const
{
    if (!lasted_a_second(at)) return false;
    auto const& x = lane_.wire()[at];
    if (x.status == 200 && x.ended_ns - x.answered_ns >= longest_pause - second) return true;
    // the client gave it up at the end of its life, which counts as if the server had ended it
    if (x.status == 200 && x.how == exchange::end::dropped) return true;
    bool const in_order = x.how == exchange::end::complete && !x.error_line && x.status == 200;
    return in_order || std::ranges::any_of(x.lines, is_sound);
}

// P15: the next attempt after a failure waits, twice as long each time, until one makes progress or lasts.
// After an error that the user was told, or a call that the user cancelled, the user decides when to ask
// again.
void watch_reader::check_pace(std::size_t at) const
{
    auto const& wire = lane_.wire();
    auto const& x = wire[at];
    auto const& before = wire[at - 1];
    if (is_repeated(before) || before.given_up_unheard) return;
    if (user_came_between(before.asked_ns, x.asked_ns)) return;
    bool const in_order = before.how == exchange::end::complete && before.status == 200 && !before.error_line;
    bool const lasted = lasted_a_second(at - 1);
    // given up because of silence, or at the end of its life
    bool const given_up = before.how == exchange::end::dropped && lasted;
    if (in_order && lasted) return;
    if (given_up && before.status == 200) return;
    auto const waited = x.asked_ns - before.ended_ns;
    if (before.retry_after_s && before.how == exchange::end::complete &&
        (before.status == 429 || before.status == 503) &&
        waited < std::min<std::int64_t>(*before.retry_after_s, 300) * second)
        bad("P15", "asked again " + std::to_string(waited / 1'000'000) +
                       " ms after Retry-After: " + std::to_string(*before.retry_after_s));
    auto pause = first_pause;
    for (auto i = at - 1; i != 0 && !may_be_success(i) && pause < longest_pause; --i) {
        auto const& earlier = wire[i - 1];
        if (user_came_between(earlier.asked_ns, wire[i].asked_ns) || may_be_success(i - 1)) break;
        if (is_repeated(earlier)) continue;
        pause = std::min(2 * pause, longest_pause);
    }
    if (waited < std::min(pause, longest_pause_after(before)))
        bad("P15", "asked again " + std::to_string(waited / 1'000'000) + " ms after the attempt of " +
                       std::to_string(before.asked_ns / 1'000'000) + " ms failed, and the pause is " +
                       std::to_string(pause / 1'000'000) + " ms at least");
}

bool watch_reader::converged()
{
    return !following();
}

std::string watch_reader::lag()
{
    auto const* e = following();
    return name_ + " is at version " + std::to_string(at_) +
           (e ? " and was not told of " + to_string(e->of) + " at " + std::to_string(e->at) : "");
}

// The patience is the sum of twice the silence, two back-offs with jitter, the longest Retry-After, the
// longest fault, and the life of a watch.
std::int64_t watch_reader::patience_ends(std::int64_t began) const noexcept
{
    auto const patience_s = 2 * plan_.silence_ms / 1000 + 2 * 60 + 120 + 60 + 60 +
                            (2 * plan_.watch_timeout_ms + plan_.silence_ms) / 1000;
    return std::max(began, last_news_ns_) + patience_s * second;
}

void watch_reader::check_end()
{
    if (failure_) throw *failure_;
    if (!run_ || run_->unwanted) return;
    auto const code = run_->code();
    if (!run_->ended || code != condition::cancelled)
        bad("P17", "the watcher ended with the wrong result: " + run_->how());
    check_faults();
    watch_.reset();
}

// P17: an object that does not decode is reported once, however often it came, and no other object is
// reported.
void watch_reader::check_faults() const
{
    if (of_.truth.epochs() != 1) return;
    std::map<key, std::set<version>> came, passed;
    for (auto const& x : lane_.wire())
        for (auto const& l : x.lines) {
            if (l.odd || !l.poisoned) continue;
            came[l.of].insert(l.is.at);
            if (l.is.at < at_) passed[l.of].insert(l.is.at);
        }
    for (auto const& [k, n] : faults_) {
        if (k.name.empty() || k.name == "x") continue;
        auto const most = came.contains(k) ? came.at(k).size() * rounds_.size() : 0;
        if (n > most)
            bad("P17", to_string(k) + " is reported " + std::to_string(n) + " times, and came in " +
                           std::to_string(most) + " versions that do not decode");
    }
    if (rounds_.size() != 1) return;
    for (auto const& [k, versions] : passed) {
        auto const told = faults_.find(k);
        if (told == faults_.end() || told->second < versions.size())
            bad("P17", to_string(k) + " came in versions that do not decode, and not all were reported");
    }
}

void watch_reader::note(char const* property, std::string const& why)
{
    if (!failure_) failure_ = violation(property, name_ + ": " + why);
}

void watch_reader::bad(char const* property, std::string const& why) const
{
    fail(property, name_ + ": " + why);
}

} // namespace simulation
