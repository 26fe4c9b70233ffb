// Contract: whatever order clusters come, change, fail and go in, there is at most one work on each at a
// time, and in the end there is work on exactly the clusters that the source names, with their newest
// endpoints.

#include "fleet_world.hpp"

#include <coinformer/core/random.hpp>
#include <coinformer/core/shielded.hpp>

namespace {

struct random_fleet : fleet_world {
    explicit random_fleet(std::uint64_t seed) : chance(seed) {}

    // Work that fails now and then, and takes its time to end.
    task<> work(cluster& c)
    {
        auto& running = alive[c.name()];
        CHECK(++running == 1);
        struct ending {
            int& of;
            ~ending() { --of; }
        } const ends{running};
        (void)c.factory().of<config_map>();
        auto const end = chance.below(3) == 0 ? time.now() + random_time() : time_point::max();
        std::exception_ptr stopped;
        try {
            co_await time.sleep_until(std::min(end, time.now() + 24h));
        } catch (...) {
            stopped = std::current_exception();
        }
        if (!stopped) throw std::runtime_error("the work fails");
        co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
        if (chance.below(2) == 0) co_await time.sleep_for(random_time());
        if (chance.below(4) == 0) throw std::runtime_error("the work fails at its end");
        std::rethrow_exception(stopped);
    }
    duration random_time() { return std::chrono::milliseconds(chance.below(20'000)); }

    void step()
    {
        auto const name = "c" + std::to_string(chance.below(4));
        switch (chance.below(5)) {
        case 0:
            source->remove(name);
            wanted.erase(name);
            break;
        case 1: // cannot be used, and so changes nothing but for a cluster that is not there
            source->put(name, kubeconfig_text{.text = "no kubeconfig", .origin = name});
            break;
        case 2:
        case 3:
            wanted[name] = "http://" + name + '.' + std::to_string(++versions);
            source->put(name, endpoint{.server = wanted[name]});
            break;
        default: break;
        }
        if (chance.below(3) != 0) time.run_for(random_time());
    }

    random_source chance;
    std::map<std::string, int> alive;
    std::map<std::string, std::string> wanted;
    int versions = 0;
};

} // namespace

TEST_CASE("random histories of a fleet: one work on each cluster at a time, and the right ones in the end")
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        INFO("seed " << seed);
        random_fleet w(seed);
        for (int i = 0; i != 4; ++i) w.make_site("c" + std::to_string(i));
        fleet f(w.env, w.source, [&w](cluster& c) { return w.work(c); }, w.options());
        {
            testing::background const running(w.io, w.time, f.run());
            for (int i = 0; i != 60; ++i) w.step();
            // work that has failed begins again when its pause is over
            for (auto const& [name, server] : w.wanted) {
                auto const is_there = [&f, wanted_name = name, wanted_server = server] {
                    auto const c = f.find(wanted_name);
                    return c && c->api().server().server == wanted_server;
                };
                CHECK(w.time.run_until(is_there, 10min));
            }
            for (auto const& [name, count] : w.alive)
                if (!w.wanted.contains(name)) CHECK_FALSE(f.find(name));
        }
        for (auto const& [name, count] : w.alive) CHECK(count == 0);
    }
}
