// Five processes share the ConfigMaps of a namespace by a shard group, on a real kube-apiserver. They are
// killed, stopped for up to twenty seconds and ended in order by chance, under a hundred writes a second.
// Every half minute the chaos ends, and every object has to be reconciled to its last state. No two processes
// may have been owners of an object at once.
//
// COINFORMER_SHARD_CHAOS_SECONDS says how long (default: 30), and COINFORMER_SHARD_CHAOS_SEED what happens.
// COINFORMER_CLUSTER_GATES is explained in shard_test.cpp.

#include "shard_judgement.hpp"

#include "chaos/process.hpp"

#include <boost/asio/detached.hpp>

#include <array>
#include <csignal>
#include <deque>

namespace {

constexpr std::chrono::seconds round_time = 30s;

unsigned number_from_environment(char const* name, unsigned otherwise)
{
    auto const* const text = std::getenv(name);
    return text ? static_cast<unsigned>(std::stoul(text)) : otherwise;
}

/// A process of the group, and what the test has done to it.
struct group_member {
    group_member(executor ex, std::string name, std::vector<std::string> const& command)
        : identity(std::move(name)), program(std::move(ex), command)
    {
    }

    /// Before its first line, SIGTERM may end it at once.
    bool has_begun() const { return !program.lines().empty(); }
    bool is_stopped() const { return continues_at.has_value(); }
    bool works() const { return !is_killed && !leaves; } ///< now, or when it goes on
    /// From the time that is noted the process does nothing, until it goes on.
    void cut_off(int signal)
    {
        program.halt(signal);
        cuts.push_back(chaos::shared_now());
    }
    // Ended in order after SIGTERM, killed by SIGKILL, or still running: every other end is a crash.
    bool is_as_expected()
    {
        auto const end = program.ended();
        return is_killed ? end == -SIGKILL : leaves ? end == 0 : !end;
    }
    std::vector<chaos::member_step> steps() const
    {
        std::vector<chaos::member_step> all;
        for (auto const& line : program.lines())
            if (auto s = chaos::member_step::parsed(line)) all.push_back(std::move(*s));
        return all;
    }
    std::size_t foreign() const
    {
        std::size_t last = 0;
        for (auto const& line : program.lines())
            if (line.starts_with("FOREIGN ")) last = std::stoul(line.substr(8));
        return last;
    }

    std::string identity;
    chaos::process program;
    std::vector<chaos::shared_time> cuts; ///< since when it stood still or was dead, sorted
    std::optional<std::chrono::steady_clock::time_point> continues_at;
    bool is_killed = false, leaves = false;
};

/// Five processes of a shard group. When one is killed or told to end, another one begins at once.
class disturbed_group {
public:
    disturbed_group(cluster& c, std::string ns, unsigned seed)
        : cluster_(c), ns_(std::move(ns)), random_(seed)
    {
        for (int i = 0; i != 5; ++i) begin_one();
    }
    disturbed_group(disturbed_group const&) = delete;
    // The coroutines that read the output of the processes refer to `members`.
    ~disturbed_group()
    {
        for (auto& m : members) m.program.signal(SIGKILL);
        cluster_.until([&] { return output_ended(); });
    }

    /// True if every process that works has printed a line, so that SIGTERM ends it in order.
    bool has_begun() const
    {
        return std::ranges::all_of(members, [](auto const& m) { return !m.works() || m.has_begun(); });
    }
    bool output_ended() const
    {
        return std::ranges::all_of(members, [](auto const& m) { return m.program.output_ended(); });
    }
    void disturb()
    {
        go_on([](auto const& m) { return *m.continues_at <= std::chrono::steady_clock::now(); });
        auto const action = random_() % 4;
        if (action < 2)
            stop_one();
        else if (action == 2)
            kill_one();
        else
            end_one();
    }
    duration pause() { return std::chrono::milliseconds(500 + random_() % 1000); }
    void all_go_on()
    {
        go_on([](auto const&) { return true; });
    }
    void end_all()
    {
        for (auto& m : members)
            if (m.works()) end(m);
    }

    std::deque<group_member> members; ///< all that there were
    int kills = 0, stops = 0, ends = 0;

private:
    void begin_one()
    {
        auto const name = "m" + std::to_string(members.size());
        std::vector<std::string> const command{COINFORMER_CHAOS_SHARDED_MEMBER,
                                               cluster_.directory + "/kubeconfig", ns_, name,
                                               std::to_string(random_())};
        auto& made = members.emplace_back(cluster_.env.ex, name, command);
        asio::co_spawn(cluster_.io, made.program.read(), asio::detached); // ends with the process
    }
    template <class Is>
    group_member* any(Is is)
    {
        std::vector<group_member*> fit;
        for (auto& m : members)
            if (m.works() && is(m)) fit.push_back(&m);
        return fit.empty() ? nullptr : fit[random_() % fit.size()];
    }
    void stop_one()
    {
        auto const runs = [](auto const& m) { return !m.is_stopped(); };
        bool const enough_run =
            std::ranges::count_if(members, [&](auto const& m) { return m.works() && runs(m); }) > 2;
        if (!enough_run) return; // nothing would be reconciled
        auto& m = *any(runs);
        m.cut_off(SIGSTOP);
        m.continues_at = std::chrono::steady_clock::now() + 1s + std::chrono::milliseconds(random_() % 19000);
        ++stops;
    }
    void kill_one()
    {
        auto& m = *any([](auto const&) { return true; });
        m.cut_off(SIGKILL);
        m.program.end_input();
        m.is_killed = true;
        ++kills;
        begin_one();
    }
    void end_one()
    {
        auto* const m = any([](auto const& one) { return one.has_begun() && !one.is_stopped(); });
        if (!m) return;
        end(*m);
        ++ends;
        begin_one();
    }
    void end(group_member& m)
    {
        m.leaves = true;
        m.program.signal(SIGTERM);
    }
    template <class Is>
    void go_on(Is is)
    {
        for (auto& m : members) {
            if (!m.works() || !m.is_stopped() || !is(m)) continue;
            m.program.signal(SIGCONT);
            m.continues_at.reset();
        }
    }

    cluster& cluster_;
    std::string ns_;
    std::mt19937 random_;
};

/// Writes a hundred times a second, if the server is quick enough: it creates, changes and deletes objects
/// with 300 names. Of these, fifty are written at a time, and rest then for 25 s, so that no later write
/// hides that one was missed.
class steady_writer {
public:
    steady_writer(client& api, std::string ns, unsigned seed) : api_(api), ns_(std::move(ns)), random_(seed)
    {
    }

    /// Writes until stop() is called, and ends after the writes that are under way.
    task<> run()
    {
        stops_ = false;
        nursery work(co_await asio::this_coro::executor);
        for (auto& lane : lanes_) work.start(write_in_lane(lane));
        co_await work.join();
    }
    void stop() { stops_ = true; }
    std::size_t writes = 0; ///< writes that the server has accepted

private:
    /// Each lane has names of its own, so that it knows which objects there are.
    struct lane_state {
        std::set<std::string> present;
        unsigned writes = 0;
    };
    static constexpr unsigned lanes = 10, names = 30;

    task<> write_in_lane(lane_state& lane)
    {
        for (auto due = system_time().now(); !stops_; due += 100ms) {
            co_await system_time().sleep_for(due - system_time().now());
            auto const number = (lane.writes++ / 10 + random_() % 5) % names;
            auto const name = "o-" + std::to_string(&lane - lanes_.data()) + '-' + std::to_string(number);
            if (lane.present.insert(name).second) {
                co_await api_.create(config_maps, ns_, json(name, next_value()));
            } else if (random_() % 8 == 0) {
                lane.present.erase(name);
                co_await api_.remove(config_maps, ns_, name);
            } else {
                auto patch = merge_patch(R"({"data":{"v":")" + next_value() + R"("}})");
                co_await api_.patch(config_maps, ns_, name, std::move(patch));
            }
            ++writes;
        }
    }
    std::string next_value() { return std::to_string(++values_); }

    client& api_;
    std::string ns_;
    std::mt19937 random_;
    std::array<lane_state, lanes> lanes_;
    unsigned values_ = 0;
    bool stops_ = false;
};

// Returns the objects whose last state was not reconciled by a process that lives.
lines stale(std::vector<object_ptr<config_map>> const& objects, disturbed_group const& group)
{
    std::set<std::string> living;
    for (auto const& m : group.members)
        if (m.works()) living.insert(m.identity);
    lines found;
    for (auto const& o : objects) {
        auto const is = std::string(o->data.value_or("v", "-"));
        auto const stamp = chaos::stamp_of(o->metadata.annotations);
        if (stamp.seen != is || !living.contains(stamp.by))
            found.push_back(std::string(o.key().name) + " is " + is + ": " + stamp.by + " saw " + stamp.seen);
    }
    return found;
}

std::vector<object_ptr<config_map>> listed_in(shared_informer<config_map> const& informer)
{
    std::vector<object_ptr<config_map>> all;
    for (auto const& o : informer.snapshot().list()) all.push_back(o);
    return all;
}

/// Judges and counts the lines that the members have printed.
struct members_story {
    lines wrong;
    std::map<std::string, std::size_t> count; ///< lines by verb
    std::size_t foreign = 0;

    members_story(disturbed_group& group, accepted_stamps const& history)
    {
        std::vector<reconcile_interval> all;
        for (auto& m : group.members) {
            auto const steps = m.steps();
            for (auto const& s : steps) take(s, history);
            std::ranges::move(intervals_of(m.identity, steps, m.cuts), std::back_inserter(all));
            foreign += m.foreign();
            if (!m.is_as_expected()) wrong.push_back(m.identity + " ended with " + end_of(m));
        }
        std::ranges::move(conflicts_of(std::move(all)), std::back_inserter(wrong));
    }

private:
    static std::string end_of(group_member& m)
    {
        auto const end = m.program.ended();
        return end ? std::to_string(*end) : "nothing";
    }
    // A process that has the right to an object takes it for deleted only if it is deleted. The informer of
    // this test may hear of that a while later.
    void take(chaos::member_step const& s, accepted_stamps const& history)
    {
        ++count[s.verb];
        if (s.verb != "GONE" || !s.is_valid) return;
        auto const deleted = history.deleted_at(s.hash);
        constexpr chaos::shared_time delay = 10'000'000;
        if (!deleted || *deleted > s.time + delay) wrong.push_back("was not deleted: " + s.line());
    }
};

} // namespace

TEST_CASE_METHOD(cluster,
                 "five processes are killed and stopped by chance, and every object has one owner at a time")
{
    auto const seconds = number_from_environment("COINFORMER_SHARD_CHAOS_SECONDS", 30);
    auto const seed = number_from_environment("COINFORMER_SHARD_CHAOS_SEED", 1);
    INFO("seed " << seed);
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "shard-chaos");
    accepted_stamps history;
    shared_informer<config_map> everything(admin, observed::options(ns));
    everything.on_change(history.handler(), {.policy = overflow::block}); // it is shown every change
    running const watching(*this, everything.run());
    testing::run(io, with_timeout(system_time(), 30s, everything.synced()));

    disturbed_group group(*this, ns, seed);
    steady_writer writer(admin, ns, seed);
    auto const pass = [this](duration d) { until([] { return false; }, d); };
    std::chrono::duration<double> slowest{};
    for (auto left = std::chrono::seconds(seconds); left > 0s; left -= round_time) {
        running const writing(*this, writer.run());
        auto const end = std::chrono::steady_clock::now() + std::min(left, round_time);
        while (std::chrono::steady_clock::now() < end) {
            pass(group.pause());
            group.disturb();
        }
        writer.stop();
        REQUIRE(until([&] { return writing.ended(); }));
        CHECK(what(writing.failure()) == "");
        group.all_go_on();

        auto const calm_since = std::chrono::steady_clock::now();
        until([&] { return group.has_begun() && stale(listed_in(everything), group).empty(); }, 60s);
        slowest = std::max<decltype(slowest)>(slowest, std::chrono::steady_clock::now() - calm_since);
        auto const listed = get(admin.list<config_map>(ns));
        CHECK(stale(listed.objects, group) == lines());
        CHECK(listed.objects.size() == everything.snapshot().size());
    }

    group.end_all();
    CHECK(until([&] {
        return group.output_ended() &&
               std::ranges::all_of(group.members, [](auto& m) { return m.is_as_expected(); });
    }));
    CHECK(history.wrong == lines());
    members_story const story(group, history);
    CHECK(story.wrong == lines());
    auto const counted = [&](char const* verb) {
        auto const found = story.count.find(verb);
        return found == story.count.end() ? 0 : found->second;
    };
    std::cerr << writer.writes << " writes in " << seconds << " s, " << group.kills << " kills, "
              << group.stops << " stops, " << group.ends << " ends in order, " << history.moves << " moves, "
              << counted("BEGIN") << " reconciles, " << history.accepted << " accepted stamps, "
              << counted("REFUSED") << " refused by number, " << counted("CONFLICT")
              << " refused by version, " << counted("LATE") << " too late, " << story.foreign
              << " foreign objects, settled after " << slowest.count() << " s at most\n";

    auto const reflector = get(everything.status()).reflector;
    CHECK(reflector.lists + reflector.streams == 1); // otherwise `history` may lack something
    CHECK((story.foreign == 0) == server_has_the_shards_gate());
    CHECK(history.moves != 0);
    CHECK((counted("REFUSED") != 0 || seconds < 300)); // otherwise the numbers were never needed
}
