// Performs the acts of a plan on the side of the server and the network.
#include "wire_form.hpp"
#include "world.hpp"

#include <algorithm>
#include <array>

namespace simulation {

using namespace coinformer;
using namespace std::chrono_literals;
namespace faults = coinformer::testing::faults;
using testing::link_options;

namespace {

std::string object_json(key const& k, std::string const& value, std::string const& tier)
{
    auto json = R"({"metadata":{"namespace":")" + k.ns + R"(","name":")" + k.name + "\"";
    if (!tier.empty()) json += R"(,"labels":{"tier":")" + tier + "\"}";
    return json + R"(},"data":{"v":)" + value + "}}";
}

link_options link_of(std::int64_t b)
{
    link_options l;
    dice d(static_cast<std::uint64_t>(b), "link");
    if (d.chance(40)) l.delay = std::chrono::milliseconds(d.tail(500));
    if (d.chance(30)) l.jitter = std::chrono::milliseconds(d.tail(500));
    if (d.chance(20)) l.most_at_once = 1;
    if (d.chance(40)) l.random_parts = true;
    if (d.chance(20)) l.reset_after = static_cast<std::uint64_t>(d.range(100, 5'000));
    if (d.chance(15)) l.silent_after = static_cast<std::uint64_t>(d.range(100, 5'000));
    return l;
}

} // namespace

std::string tier_of(std::int64_t b)
{
    static constexpr std::array<char const*, 3> tiers{"a", "b", ""};
    return tiers[static_cast<std::size_t>(b / 7 % 3)];
}

void world::perform(item const& i)
{
    if (i.what <= act::poison)
        perform_write(i);
    else if (i.what < act::start_informer)
        perform_fault(i);
    else
        perform_on_client(i);
}

void world::record(std::string const& plural, key const& k, bool deleted, std::string const& json,
                   bool spoiled)
{
    event e;
    e.spoiled = spoiled;
    e.plural = plural;
    e.of = k;
    e.deleted = deleted;
    auto const before = truth_.now(plural);
    if (auto const at = before.find(k); at != before.end()) e.was = at->second;
    if (deleted) {
        e.is = e.was;
        version v = 0;
        auto const text = server_->resource_version();
        std::from_chars(text.data(), text.data() + text.size(), v);
        e.at = e.is.at = v;
    } else {
        key same;
        read_object(json, same, e.is);
        e.at = e.is.at;
        if (e.at == e.was.at) return; // nothing changed
    }
    say("server: " + std::string(deleted ? "delete " : "put ") + plural + " " + to_string(k) + " " +
        to_string(e.is));
    hash_.mix(to_string(k));
    hash_.mix(e.at);
    truth_.add(std::move(e));
}

std::string world::write(std::string const& plural, key const& k, std::string const& value,
                         std::string const& tier)
{
    auto const r = resource_named(plural);
    auto const json = object_json(k, "\"" + value + "\"", tier);
    bool const is_new = !truth_.now(plural).contains(k);
    auto patch = json; // a patch would leave labels that it does not name
    if (tier.empty()) patch = R"({"metadata":{"labels":null},"data":{"v":")" + value + "\"}}";
    auto answer = is_new ? server_->create(r, json) : server_->patch(r, {k.ns, k.name}, patch);
    record(plural, k, false, answer);
    return answer;
}

void world::back_up()
{
    backup_ = server_->backup();
    backed_up_ = version_number(server_->resource_version());
}

void world::restore()
{
    for (auto const& f : followers_) // make the last checks of this epoch
        if (!f->stopped()) f->check_wire(false);
    server_->restore(*backup_);
    truth_.restore(backed_up_);
    redo();
}

// Writes again in another way, so that other states take the very versions that were used before the restore.
void world::redo()
{
    dice d(plan_.seed, "redo");
    auto n = d.chance(80) ? d.range(1, 6) : 0;
    auto const undone = truth_.undone();
    for (auto const& e : undone) {
        if (n-- == 0 || e.at != version_number(server_->resource_version()) + 1) break;
        if (e.deleted)
            erase(e.plural, e.of);
        else
            write(e.plural, e.of, as_stored(e.plural, "redone"), e.is.tier);
    }
    switch (d.below(3)) {
    case 0: break;
    case 1: repeat(undone.empty() ? event() : undone.back()); break;
    default:
        for (auto const& e : undone) repeat(e);
    }
}

// Repeats a write exactly, so that an object has the content that informers hold, with another version.
void world::repeat(event const& e)
{
    auto const all = truth_.now(e.plural);
    auto const now = all.find(e.of);
    if (e.deleted || now == all.end() || now->second.uid != e.is.uid || now->second.value == e.is.value)
        return;
    write(e.plural, e.of, e.is.value, e.is.tier);
}

// Makes the object's data a number and deletes it. Neither event decodes, and the truth knows only of the
// end.
void world::spoil(std::string const& plural, key const& k)
{
    auto const now = truth_.now(plural);
    auto const at = now.find(k);
    if (at == now.end()) return;
    ++sometimes_["a deletion that does not decode"];
    auto const r = resource_named(plural);
    server_->patch(r, {k.ns, k.name}, R"({"data":{"v":)" + std::to_string(++value_) + "}}");
    server_->remove(r, {k.ns, k.name});
    record(plural, k, true, {}, true);
}

// The data of a Secret is base64 in JSON; a client that asks for protobuf gets it as bytes.
std::string world::as_stored(std::string const& plural, std::string value) const
{
    return plan_.protobuf != 0 && plural == "secrets" ? base64(value) : value;
}

void world::erase(std::string const& plural, key const& k)
{
    if (!truth_.now(plural).contains(k)) return;
    server_->remove(resource_named(plural), {k.ns, k.name});
    record(plural, k, true, {});
}

void world::perform_write(item const& i)
{
    auto const& plural = plurals[i.who % plurals.size()];
    auto const k = key_of(plan_, i.a);
    auto const fresh = [&] {
        auto v = "v" + std::to_string(++value_) + "-\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x8E\x89";
        if (i.b % 10 == 0) v += std::string(3'000, 'x');
        return as_stored(plural, std::move(v));
    };
    if (++writes_ % 20 == 0) back_up();
    auto const now = truth_.now(plural);
    auto const at = now.find(k);
    switch (i.what) {
    case act::update:
        if (at == now.end()) return;
        write(plural, k, fresh(), at->second.tier);
        break;
    case act::touch:
        if (at != now.end()) write(plural, k, at->second.value, at->second.tier);
        break;
    case act::relabel:
        if (at != now.end()) write(plural, k, at->second.value, tier_of(i.b));
        break;
    case act::remove: erase(plural, k); break;
    case act::recreate:
        erase(plural, k);
        write(plural, k, fresh(), tier_of(i.b));
        break;
    case act::burst:
        for (std::int64_t n = 0; n != i.c; ++n)
            write(plural, key_of(plan_, i.a + n % 3), fresh(), tier_of(i.b + n));
        break;
    case act::spoil: spoil(plural, k); break;
    case act::poison: {
        key const bad{k.ns, "bad"};
        auto const json = object_json(bad, std::to_string(++value_), tier_of(i.b));
        try {
            server_->create(resource_named(plural), json);
        } catch (api_error const&) {
            server_->patch(resource_named(plural), {bad.ns, bad.name}, json);
        }
        key same;
        state s;
        read_object(server_->get(resource_named(plural), {bad.ns, bad.name}), same, s);
        truth_.seen(s.at);
        break;
    }
    default: write(plural, k, fresh(), tier_of(i.b)); break;
    }
}

void world::perform_fault(item const& i)
{
    static constexpr std::array codes{401, 403, 404, 410, 429, 500, 503, 504, 400, 422, 429, 503, 429};
    auto const code = codes[static_cast<std::size_t>(i.b) % codes.size()];
    auto const* const verb = i.b / 10 % 2 == 0 ? "list" : "watch";
    auto const times = static_cast<std::size_t>(1 + i.b / 100 % 3);
    auto const events = static_cast<std::size_t>(i.c);
    auto const bytes = static_cast<std::size_t>(i.b % 2'000);
    auto const pause = std::chrono::seconds(i.b / 1000 % 61);
    auto& net = *clients_[i.who % clients_.size()].network;
    ++sometimes_["fault: " + std::string(name_of(i.what))];
    switch (i.what) {
    case act::answer_status: {
        auto f = code == 429   ? faults::throttled(pause)
                 : code == 503 ? faults::unavailable(pause)
                               : faults::status(code);
        server_->inject(f.on(verb).times(times));
        break;
    }
    case act::answer_html:
        server_->inject(faults::html(i.b % 2 != 0 ? 200 : 502).on(verb).times(times));
        break;
    case act::answer_late:
        server_->inject(faults::late(std::chrono::milliseconds(i.a)).on(verb).times(times));
        break;
    case act::cut_answer: server_->inject(faults::cut(bytes).on(verb).times(times)); break;
    case act::stall_answer: server_->inject(faults::stall(bytes).on(verb)); break;
    case act::truncate_answer: server_->inject(faults::truncated_json().on("list").times(times)); break;
    case act::gone_on_later_page: server_->inject(faults::gone().on_later_pages()); break;
    case act::close_watch: server_->inject(faults::close_watch(events).times(times)); break;
    case act::error_event: server_->inject(faults::error_event(code, events).times(times)); break;
    case act::odd_event: {
        static std::array<std::string, 4> const odd{R"({"type":"NEWS","object":{"metadata":{"name":"x"}}})",
                                                    R"({"type":"ERROR","object":{"kind":"Status"}})",
                                                    R"({"type":"ADDED"})",
                                                    R"({"type":"ADDED","object":{"metadata":{"na)"};
        bool const of_watcher = i.who >= plan_.clients && !plan_.watchers.empty();
        auto const which = static_cast<std::size_t>(i.b) % odd.size();
        auto f = faults::odd_line(of_watcher && which == 3 ? "oops" : odd[which], events);
        if (of_watcher) f = f.of(plan_.watchers.front().of.plural);
        server_->inject(f);
        break;
    }
    case act::no_initial_end: server_->inject(faults::no_initial_end().times(times)); break;
    case act::refuse_streams: { // an older server refuses streams always, a busy one for a while
        static constexpr std::array of_streams{422, 400, 422, 429, 503, 403, 410, 500};
        auto const says = of_streams[static_cast<std::size_t>(i.b) % of_streams.size()];
        auto const busy = says == 429 ? faults::throttled(pause) : faults::status(says);
        refusal_of_streams_ = *busy.answer;
        refuse_streams_ = says == 422 || says == 400 ? 1'000'000 : times;
        break;
    }
    case act::slow_stream: {
        auto f = faults::slow_initial_events(std::chrono::milliseconds(i.a));
        if (i.c <= 4) f.events = events;
        server_->inject(f);
        break;
    }
    case act::refuse_late: {
        auto f = faults::status(i.b % 2 == 0 ? 500 : 503).on("watch").of(plurals[i.who % plurals.size()]);
        f.delay = std::chrono::milliseconds(1'000 + i.a / 10);
        server_->inject(f.times(static_cast<std::size_t>(4 + i.c)));
        break;
    }
    case act::refuse_protobuf: server_->inject(faults::status(406).on(verb)); break;
    case act::lying_list: {
        auto a = testing::canned_answer{.content_type = "application/vnd.kubernetes.protobuf"};
        a.body = lying_list(i.b / 7 % 3, server_->resource_version());
        server_->inject(faults::answer(std::move(a)).on("list").of("configmaps"));
        break;
    }
    case act::compact: server_->compact(); break;
    case act::restart: server_->restart(); break;
    case act::restore: restore(); break;
    case act::lag: server_->lag(static_cast<std::size_t>(i.b % 30)); break;
    case act::disconnect: server_->disconnect(); break;
    case act::refuse:
        net.refuse(true);
        later(i.a, [&net] { net.refuse(false); });
        break;
    case act::hang:
        net.hang(true);
        later(i.a, [&net] { net.hang(false); });
        break;
    case act::reset: net.reset(); break;
    case act::silence: net.silence(); break;
    case act::hold:
        net.hold(true);
        later(i.a, [&net] { net.hold(false); });
        break;
    case act::condition: net.conditions(link_of(i.b), link_of(i.b + 1)); break;
    default: break;
    }
}

} // namespace simulation
