#include "round.hpp"

#include <coinformer/core/time_source.hpp>

#include <algorithm>
#include <csignal>

namespace chaos {

using namespace std::chrono_literals;
using coinformer::task;

namespace {

// A server that lacks the known version is asked four times, for 3 s each and with pauses, before the
// informer accepts that its history was replaced.
constexpr auto patience = 45s;

task<> wait_for(std::chrono::milliseconds time)
{
    co_await coinformer::system_time().sleep_for(time);
}

std::string difference(objects const& of, objects const& from)
{
    std::string text;
    for (auto const& [key, s] : of) {
        auto const other = from.find(key);
        if (other == from.end() || other->second != s)
            text += "  " + key + ' ' + s.uid + ' ' + std::to_string(s.version) + ' ' + s.value + '\n';
    }
    return text;
}

std::string different(std::string const& what, objects const& a, objects const& b)
{
    return what + "; only on the left:\n" + difference(a, b) + "only on the right:\n" + difference(b, a);
}

} // namespace

round::round(coinformer::executor ex, programs which, plan p)
    : ex_(ex), programs_(std::move(which)), plan_(std::move(p)), proxy_(ex), work_(ex)
{
}

task<std::string> round::run() &
{
    work_.start(proxy_.run());
    work_.start(script());
    co_await work_.join();
    co_return wrong_;
}

task<> round::script() &
{
    co_await start_server();
    start_informer();
    acts_left_ = plan_.acts.size();
    for (auto const& a : plan_.acts) work_.start(perform(a));
    while (acts_left_ != 0) co_await wait_for(20ms);
    co_await heal();
    wrong_ = co_await converged();
    if (wrong_.empty()) wrong_ = co_await stopped(informer(), "the informer");
    if (wrong_.empty()) wrong_ = co_await stopped(server(), "the server");
    auto const found = judged();
    if (!found.empty()) wrong_ += found;
    work_.request_stop();
}

task<> round::perform(act a) &
{
    co_await wait_for(a.at);
    begin(a);
    co_await wait_for(a.lasts);
    co_await end(a);
    --acts_left_;
}

void round::write(act const& a)
{
    if (a.what != deed::put) server().tell("del " + a.key);
    if (a.what != deed::remove) server().tell("put " + a.key + " v" + std::to_string(++values_));
}

void round::begin(act const& a)
{
    auto& weather = proxy_.at(a.which);
    switch (a.what) {
    case deed::put:
    case deed::remove:
    case deed::recreate: return write(a);
    case deed::latency: weather.latency = std::chrono::milliseconds(a.amount); break;
    case deed::slices: weather.slice = a.amount; break;
    case deed::cut: weather.cut_after = a.amount; break;
    case deed::late_close: weather.late_close = std::chrono::milliseconds(a.amount); [[fallthrough]];
    case deed::disconnect: server().tell("disconnect"); break;
    case deed::black_hole: weather.swallows = true; break;
    case deed::half_open: proxy_.freeze(); break;
    case deed::forget:
    case deed::refuse: proxy_.refuse(true); [[fallthrough]];
    case deed::reset: proxy_.reset(); break;
    case deed::stop_server: server().signal(SIGSTOP); break;
    case deed::stop_informer: informer().signal(SIGSTOP); break;
    case deed::kill_server:
        if (!starting_) server().signal(SIGKILL);
        break;
    case deed::kill_informer: informer().signal(SIGKILL); break;
    }
}

task<> round::end(act a) &
{
    auto& weather = proxy_.at(a.which);
    switch (a.what) {
    case deed::latency: weather.latency = {}; break;
    case deed::slices: weather.slice = 0; break;
    case deed::cut: weather.cut_after.reset(); break;
    case deed::late_close: weather.late_close = {}; break;
    case deed::black_hole: weather.swallows = false; break;
    case deed::forget: server().tell("forget"); [[fallthrough]];
    case deed::refuse: proxy_.refuse(false); break;
    case deed::stop_server: server().signal(SIGCONT); break;
    case deed::stop_informer: informer().signal(SIGCONT); break;
    case deed::kill_server:
        if (starting_ || !server().ended()) break;
        version_ = a.back ? version_ - 100 : version_ + 500;
        co_await start_server();
        break;
    case deed::kill_informer:
        if (informer().ended()) start_informer();
        break;
    default: break;
    }
}

// The test itself keeps the truth: a server that was killed had its objects in memory only. So the next
// server gets the objects made anew, except every fourth one.
task<> round::start_server() &
{
    starting_ = true;
    proxy_.target(0);
    if (!servers_.empty()) co_await soon(&round::output_ended, patience);
    learn();
    auto const before = truth_.now();
    truth_.next_server();
    read_ = 0;
    auto const seed = plan_.seed * 100 + servers_.size() + 1;
    std::vector<std::string> command{programs_.server, std::to_string(seed), std::to_string(version_)};
    work_.start(servers_.emplace_back(ex_, std::move(command)).read());
    for (int i = 0; auto const& [key, s] : before)
        if (++i % 4 != 0) server().tell("put " + key + ' ' + s.value);
    if (servers_.size() == 1)
        for (std::size_t i = 0; i < plan_.objects; ++i)
            server().tell("put default/o" + std::to_string(i) + " v0");
    server().tell("open");
    auto const there = co_await soon(&round::listening, patience);
    if (!there) throw std::runtime_error("the server does not start");
    starting_ = false;
}

bool round::listening()
{
    auto const& lines = server().lines();
    auto const line = std::ranges::find_if(lines, [](auto const& l) { return l.starts_with("LISTENING "); });
    if (line == lines.end()) return false;
    proxy_.target(static_cast<std::uint16_t>(std::stoi(line->substr(10))));
    return true;
}

void round::start_informer()
{
    std::vector<std::string> command{programs_.informer, "http://127.0.0.1:" + std::to_string(proxy_.port()),
                                     plan_.policy, plan_.http};
    if (plan_.is_warm) command.push_back(snapshots_.path("configmaps"));
    work_.start(informers_.emplace_back(ex_, std::move(command)).read());
}

task<> round::heal() &
{
    proxy_.heal();
    server().signal(SIGCONT);
    informer().signal(SIGCONT);
    if (server().ended()) {
        version_ += 500;
        co_await start_server();
    }
    if (informer().ended()) start_informer();
}

// L1: the store becomes what the server has. P10: the calls of the handler, folded, give the same.
task<std::string> round::converged() &
{
    std::string why = "the informer printed no dump";
    auto const limit = coinformer::system_time().now() + patience;
    while (!why.empty() && coinformer::system_time().now() < limit) {
        auto const server_lines = server().lines().size(), informer_lines = informer().lines().size();
        server().tell("list");
        informer().tell("dump");
        co_await wait_for(100ms);
        learn();
        auto const list = listed(server().lines(), server_lines),
                   store = listed(informer().lines(), informer_lines);
        if (!list || !store) continue;
        std::string ignored;
        auto const shown = told(informer(), truth_, ignored).shown();
        why.clear();
        if (*list != truth_.now())
            why =
                different("the server's list differs from the changes that it printed", *list, truth_.now());
        else if (*store != *list)
            why = different("L1: the store and the server's list differ", *store, *list);
        else if (shown != *store)
            why = different("P10: the folded calls and the store differ", shown, *store);
    }
    co_return why;
}

// P16: a program that is told to stop stops, in order.
task<std::string> round::stopped(process& p, std::string name) &
{
    p.end_input();
    for (auto left = patience / 20ms; left > 0 && !p.ended(); --left) co_await wait_for(20ms);
    auto const how = p.ended();
    if (!how) co_return "P16: " + name + " does not stop\n";
    if (*how != 0) co_return "P16: " + name + " ended with " + std::to_string(*how) + '\n';
    co_return std::string();
}

task<bool> round::soon(bool (round::*holds)(), std::chrono::milliseconds limit) &
{
    auto const end = coinformer::system_time().now() + limit;
    bool held = (this->*holds)();
    while (!held && coinformer::system_time().now() < end) {
        co_await wait_for(5ms);
        held = (this->*holds)();
    }
    co_return held;
}

void round::learn()
{
    if (servers_.empty()) return;
    auto const& lines = server().lines();
    for (; read_ < lines.size(); ++read_)
        if (auto const e = parsed(lines[read_])) truth_.add(*e);
}

handler_story round::told(process const& informer, server_log const& truth, std::string& wrong)
{
    handler_story story(truth);
    for (auto const& line : informer.lines()) {
        auto const e = parsed(line);
        if (!e) continue;
        auto const found = story.add(*e);
        if (!found.empty()) wrong += found + "\n  " + line + '\n';
    }
    return story;
}

std::string round::judged() const
{
    std::string wrong;
    for (auto const& p : informers_) told(p, truth_, wrong);
    return wrong;
}

std::string round::summary() const
{
    std::size_t events = 0;
    for (auto const& p : informers_)
        events += static_cast<std::size_t>(std::ranges::count_if(p.lines(), [](auto const& l) {
            auto const e = parsed(l);
            return e && e->verb != "OBJECT";
        }));
    return std::to_string(servers_.size()) + " servers, " + std::to_string(informers_.size()) +
           " informers, " + std::to_string(proxy_.accepted()) + " connections, " + std::to_string(events) +
           " events";
}

std::string round::transcript() const
{
    std::string text;
    auto const print = [&](std::string const& name, std::deque<process> const& all) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            text += name + ' ' + std::to_string(i + 1) + '\n';
            for (auto const& line : all[i].lines())
                if (!line.starts_with("OBJECT") && !line.starts_with("LIST ") && !line.starts_with("DUMP ") &&
                    line != "END")
                    text += "  " + line + '\n';
        }
    };
    print("server", servers_);
    print("informer", informers_);
    return text;
}

} // namespace chaos
