// Restarts of an informer by SIGKILL, while a real kube-apiserver takes fifty writes a second. Each process
// goes on from the snapshot of the one before: it reads no list, loses nothing, and is told nothing twice.

#include "observed.hpp"

#include "chaos/event_log.hpp"
#include "chaos/process.hpp"
#include "unit/transport/temporary_directory.hpp"

#include <boost/asio/detached.hpp>

#include <csignal>
#include <deque>
#include <fstream>
#include <random>

namespace {

/// The record of what one process's handler was told. `wrong` has the lines that cannot be true.
struct told {
    chaos::objects shown;
    lines wrong;
    std::set<std::string> ended; // UIDs

    explicit told(chaos::process const& by)
    {
        for (auto const& line : by.lines())
            if (auto const e = chaos::parsed(line); e && e->verb != "OBJECT") take(*e, line);
    }

private:
    void take(chaos::event const& e, std::string const& line)
    {
        auto const had = shown.find(e.key);
        bool const is_here = had != shown.end();
        bool fits = false;
        if (e.verb == "ADDED") fits = !is_here && !ended.contains(e.is.uid);
        if (e.verb == "UPDATED")
            fits = is_here && had->second.uid == e.was_uid && had->second.version == e.was_version &&
                   e.is.version > e.was_version;
        if (e.verb == "DELETED") fits = is_here && had->second.uid == e.is.uid;
        if (!fits) wrong.push_back(line);
        if (e.verb == "DELETED") {
            ended.insert(e.is.uid);
            shown.erase(e.key);
        } else {
            shown[e.key] = e.is;
        }
    }
};

std::size_t count(chaos::process const& p, std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        p.lines(), [&](std::string const& line) { return line.find(text) != line.npos; }));
}

std::size_t restored(chaos::process const& p)
{
    return count(p, "a snapshot was read");
}

} // namespace

TEST_CASE_METHOD(cluster, "twenty processes that are killed go on from each other's snapshots")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "restarts");
    temporary_directory files;
    std::optional<running> writing;
    writing.emplace(*this, write_for_ever(admin, ns, 40, 20ms));
    auto const pass = [this](duration d) { until([] { return false; }, d); };
    auto const snapshot = files.path("configmaps");
    std::vector<std::string> const command{
        COINFORMER_CHAOS_INFORMER, directory + "/kubeconfig", "merge", "http2", snapshot, ns};
    std::deque<chaos::process> processes;
    std::mt19937 random(2);
    constexpr std::size_t restarts = 20;
    for (std::size_t i = 0; i <= restarts; ++i) {
        auto& now = processes.emplace_back(env.ex, command);
        asio::co_spawn(io, now.read(), asio::detached); // ends with the process
        // A busy machine may need seconds to start a process, so the time of its death counts from when it
        // is at work: the first one has saved a snapshot, and each other one has read one.
        auto const at_work = [&] { return i == 0 ? std::ifstream(snapshot).good() : restored(now); };
        REQUIRE(until(at_work, 60s));
        pass(std::chrono::milliseconds(random() % 2000)); // a snapshot is saved each second
        if (i == restarts) break;
        now.signal(SIGKILL);
        pass(std::chrono::milliseconds(random() % 500)); // objects come and go while nobody looks
    }

    writing.reset();
    chaos::objects truth;
    auto const listed = get(admin.list<config_map>(ns));
    for (auto const& o : listed.objects)
        truth[to_string(o.key())] = {.uid = std::string(o.uid()),
                                     .version = std::stoull(std::string(o.resource_version())),
                                     .value = std::string(o->data.value_or("v", "-"))};
    auto& last = processes.back();
    CHECK(until([&] { return told(last).shown == truth; }));
    last.tell("dump");
    bool const dumped = until([&] { return chaos::listed(last.lines(), 0).has_value(); });
    for (auto const& line : last.lines()) UNSCOPED_INFO(line);
    REQUIRE(dumped);
    CHECK(*chaos::listed(last.lines(), 0) == truth);
    std::size_t restarted_warm = 0, events = 0;
    for (auto const& p : processes) {
        told const story(p);
        CHECK(story.wrong == lines());
        restarted_warm += restored(p);
        events += count(p, "UPDATED") + count(p, "DELETED") + count(p, "ADDED");
        CHECK(count(p, "refused") == 0);
    }
    CHECK(restarted_warm == restarts);
    last.signal(SIGKILL);
    CHECK(until([&] { return last.output_ended(); }));
    std::cerr << restarted_warm << " restarts from a snapshot, " << events << " events\n";
}
