#include "server.hpp"

#include <algorithm>

namespace small_worlds {

using namespace coinformer;
using simulation::violation;

namespace {

constexpr std::string_view page_mark = "/"; // a continue token is VERSION/OBJECT

struct refusal {
    errc code;
    int status; ///< 0 if there was no answer
};

refusal refusal_of(fault f)
{
    switch (f) {
    case fault::no_connection: return {errc::connect_failed, 0};
    case fault::unavailable: return {errc::service_unavailable, 503};
    case fault::throttled: return {errc::throttled, 429};
    case fault::internal:
    case fault::error_event: return {errc::internal_server_error, 500};
    case fault::gone:
    case fault::gone_event:
    case fault::gone_behind: return {errc::expired, 410};
    case fault::too_large: return {errc::version_too_large, 504};
    case fault::forbidden: return {errc::forbidden, 403};
    case fault::malformed: return {errc::malformed_json, 0};
    case fault::rejected: return {errc::bad_request, 400};
    default: return {errc::connection_reset, 0};
    }
}

api_error error_of(fault f)
{
    auto const r = refusal_of(f);
    if (r.status == 0) return {r.code, "small server"};
    std::optional<std::chrono::seconds> pause;
    if (f == fault::throttled) pause = pace::retry_after;
    return {r.code, "", "", {.code = r.status}, pause};
}

} // namespace

small_server::small_server(habit const& how, ears e) : how_(how), ears_(std::move(e))
{
    for (auto const* ns : {"n0", "n1"}) {
        if (!how.two_namespaces && !lanes_.empty()) break;
        lanes_.push_back(std::make_unique<lane>());
        if (how.two_namespaces) lanes_.back()->ns = ns;
    }
}

lane& small_server::lane_of(std::string const& ns)
{
    return ns == "n1" ? *lanes_.back() : *lanes_.front();
}

std::string small_server::namespace_of(unsigned object) const
{
    return how_.two_namespaces && object == 1 ? "n1" : "n0";
}

bool small_server::shows(lane const& l, unsigned object) const
{
    return l.ns.empty() || l.ns == namespace_of(object);
}

object_ptr<thing> small_server::made(unsigned object, state const& s) const
{
    return decode_object<thing>(R"({"metadata":{"namespace":")" + namespace_of(object) + R"(","name":")" +
                                name_of(object) + R"(","uid":"00000000-0000-0000-0000-00000000000)" +
                                std::to_string(s.life) + R"(","resourceVersion":")" + std::to_string(s.at) +
                                R"(","labels":{"tier":"a"}},"data":{"v":")" + std::to_string(s.value) +
                                "\"}}");
}

// Runs a check where an exception would reach the library.
void small_server::check(std::function<void()> const& what) const
{
    try {
        what();
    } catch (violation const& v) {
        ears_.violated(v);
    }
}

// A request has come: returns what goes wrong with it.
std::optional<fault> small_server::asked(lane& l, boundary at, std::string const& for_version)
{
    auto const now = ears_.time->now();
    say("request: " + std::string(name_of(at)) + (l.ns.empty() ? "" : " of " + l.ns) +
        (for_version.empty() ? "" : " from version " + for_version));
    l.silent_since.reset();
    if (at == boundary::page || at == boundary::stream || at == boundary::watch)
        check([&] { l.requests.asked(now); });
    auto f = ears_.at_boundary(at, !for_version.empty() && at != boundary::question);
    if (f == fault::restored) {
        restore();
        f.reset();
    }
    if (f) note_causes(*f);
    if (f) l.requests.failed(*f, now);
    if (!f && number_in(for_version) > all.newest() && at != boundary::watch) {
        l.requests.failed(fault::too_large, now);
        note_causes(fault::too_large);
        return fault::too_large;
    }
    if (f == fault::silent) l.silent_since = now;
    return f;
}

task<> small_server::refuse(fault f)
{
    if (f == fault::silent) {
        wakeup never;
        for (;;) co_await never.wait();
    }
    throw error_of(f);
}

void small_server::list_is_sent(lane& l, version at)
{
    l.position = at;
    l.is_old_history = l.must_list = false;
    if (l.first_list == 0) l.first_list = at;
    l.requests.succeeded();
    std::size_t changes = 2 * most_objects; // each object may be deleted and added
    if (l.first_list == at)
        changes = static_cast<std::size_t>(
            std::ranges::count_if(all.at(at), [](auto const& o) { return o.has_value(); }));
    largest_batch = std::max(largest_batch, changes);
}

task<list_part<thing>> small_server::list(list_request what)
{
    auto& l = lane_of(what.ns);
    auto const& token = what.continue_token;
    bool const first = token.empty();
    check([&] {
        if (!what.not_older_than.empty() && number_in(what.not_older_than) != l.position)
            simulation::fail("P8", "a list asks for version " + what.not_older_than + ", and version " +
                                       std::to_string(l.position) + " was sent");
    });
    auto const f = asked(l, first ? boundary::page : boundary::later_page, what.not_older_than);
    if (f) co_await refuse(*f);

    auto const at = first ? all.newest() : number_in(token);
    auto const then = all.at(at);
    unsigned object = first ? 0 : static_cast<unsigned>(number_in(token.substr(token.find(page_mark) + 1)));
    list_part<thing> part;
    part.resource_version = std::to_string(at);
    for (; object != most_objects; ++object) {
        if (!then[object] || !shows(l, object)) continue;
        if (what.limit != 0 && part.objects.size() == what.limit) break;
        part.objects.push_back(made(object, *then[object]));
    }
    say("answer: " + std::to_string(part.objects.size()) + " objects at version " + std::to_string(at));
    if (object != most_objects)
        part.continue_token = std::to_string(at) + std::string(page_mark) + std::to_string(object);
    else
        list_is_sent(l, at);
    co_return part;
}

task<std::unique_ptr<event_stream<thing>>> small_server::watch(watch_request what)
{
    auto& l = lane_of(what.ns);
    bool const streamed = what.initial_events;
    auto const expected = l.position == 0 ? std::string() : std::to_string(l.position);
    check([&] {
        if (what.after != expected)
            simulation::fail("P8", "a watch begins at version \"" + what.after + "\", and \"" + expected +
                                       "\" was sent");
        if (l.open) simulation::fail("P15", "a watch begins while another one is open");
        if (streamed && (l.streams_refused || l.streams_unfinished >= 2))
            simulation::fail("P20", "a streamed list is asked for again");
    });
    auto const f = asked(l, streamed ? boundary::stream : boundary::watch, what.after);
    bool const is_gone = l.must_list && !streamed && !f;
    if (is_gone) l.requests.failed(fault::gone, ears_.time->now());
    if (f == fault::gone && !streamed) l.must_list = true;
    bool const in_stream = f == fault::ends || f == fault::unfinished || f == fault::broken ||
                           f == fault::no_end || f == fault::late_end;
    if (streamed && (f == fault::forbidden || f == fault::rejected)) l.requests.stream_failed();
    if (f == fault::rejected) l.streams_refused = true;
    if (is_gone) co_await refuse(fault::gone);
    if (f && !in_stream) co_await refuse(*f);
    auto stream = std::make_unique<small_stream>(*this, l, number_in(what.after));
    stream->begins_with_all_ = streamed;
    stream->initial_fault_ = f;
    if (f == fault::ends) stream->ended_ = stream->loses_events_ = true;
    if (f == fault::unfinished) ++l.streams_unfinished;
    if (streamed && !f) l.streams_unfinished = 0;
    co_return stream;
}

task<> small_server::confirm(std::string resource_version)
{
    // A question names no namespace. Both namespaces ask at their own versions.
    auto& l = number_in(resource_version) == lanes_.back()->position ? *lanes_.back() : *lanes_.front();
    for (auto const& each : lanes_) each->silent_since.reset();
    auto const f = asked(l, boundary::question, resource_version);
    if (f) co_await refuse(*f);
}

void small_server::disturb(lane& l, fault f)
{
    auto const now = ears_.time->now();
    auto& s = *l.open;
    if (f == fault::restored) return restore();
    note_causes(f);
    l.requests.watch_ended(s.opened_, now);
    if (f != fault::ends) l.requests.failed(f, now);
    if (f == fault::gone_event || f == fault::gone_behind) l.must_list = true;
    s.loses_events_ = f == fault::cut || f == fault::gone_event || f == fault::ends;
    switch (f) {
    case fault::ends: s.ended_ = true; break;
    case fault::silent:
        s.silent_ = true;
        l.silent_since = now;
        return;
    case fault::goes_back: s.bookmark_ = 1; break;
    case fault::repeats: s.repeats_ = true; break;
    case fault::undecodable:
        s.sends_fault_ = true;
        ++faults_sent;
        break;
    default: s.failure_ = std::make_exception_ptr(error_of(f));
    }
    s.wake();
}

void small_server::restore()
{
    say("the server comes back from a backup of version " + std::to_string(all.newest() - 1));
    all.go_back(all.newest() - 1);
    is_restored = true;
    for (auto const& l : lanes_) {
        l->is_old_history = true;
        if (!l->open) continue;
        l->requests.failed(fault::cut, ears_.time->now());
        l->open->loses_events_ = true;
        l->open->failure_ = std::make_exception_ptr(error_of(fault::cut));
        l->open->wake();
    }
    note_causes(fault::restored);
}

// A waiter may be told of this fault in these words.
void small_server::note_causes(fault f)
{
    causes.insert(refusal_of(f).code);
    if (f == fault::silent)
        causes.insert({errc::silent_connection, errc::timed_out, errc::stream_unfinished});
    if (f == fault::ends) causes.insert(errc::watch_cut_short);
    if (f == fault::unfinished || f == fault::no_end)
        causes.insert({errc::stream_unfinished, errc::silent_connection});
    if (f == fault::restored || f == fault::goes_back)
        causes.insert({errc::history_replaced, errc::version_too_large});
}

} // namespace small_worlds
