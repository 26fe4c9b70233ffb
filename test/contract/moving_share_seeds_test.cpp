// Contract: an informer follows a share that changes while objects are written, requests fail and the process
// restarts with a saved snapshot, as a seed decides. In the end store and handler have the share as it is on
// the server.
#include "seeds.hpp"
#include "test_share.hpp"

#include <coinformer/testing/memory_storage.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>

namespace {

/// The objects that a handler has been told of. Each call has to make sense after those before it.
class told_view {
public:
    handlers<config_map> listener()
    {
        return {
            .added =
                [this](object_ptr<config_map> const& o, initial_list) {
                    INFO("added " << to_string(o.key()));
                    CHECK(objects_.emplace(std::string(o.key().name), o->data.at("v")).second);
                },
            .updated =
                [this](object_ptr<config_map> const& was, object_ptr<config_map> const& is) {
                    INFO("updated " << to_string(is.key()));
                    CHECK(objects_.at(std::string(is.key().name)) == was->data.at("v"));
                    objects_.at(std::string(is.key().name)) = is->data.at("v");
                },
            .deleted =
                [this](object_ptr<config_map> const& last, final_state how) {
                    INFO("deleted " << to_string(last.key()));
                    CHECK(objects_.erase(std::string(last.key().name)) == 1);
                    moved += how == final_state::moved ? 1u : 0u;
                },
        };
    }
    lines all() const
    {
        lines found;
        for (auto const& [name, value] : objects_) found.push_back(name + '=' + value);
        std::ranges::sort(found); // with the values, as the store's are
        return found;
    }

    std::size_t moved = 0;

private:
    std::map<std::string, std::string> objects_;
};

/// A world in which objects are written, a share moves, requests fail, and the process restarts, as a seed
/// decides.
struct random_moves : world {
    explicit random_moves(unsigned seed) : dice(seed)
    {
        for (int i = 0; i != 6; ++i) write();
        move();
        start();
    }
    void start()
    {
        view.emplace();
        informer.emplace(api, options());
        informer->on_change(view->listener());
        running.start(io, informer->run());
    }
    // The next process may hold another share, and the last snapshot may be an old one.
    void restart()
    {
        if (below(3) == 0) storage->failure = "killed";
        restored += run(informer->status()).reflector.restored;
        moved += view->moved;
        running.cancel();
        informer.reset();
        storage->failure.clear();
        for (auto n = below(4); n != 0; --n) write();
        if (below(2) == 0) move();
        if (below(6) == 0) server.compact();
        start();
    }
    informer_options options()
    {
        informer_options o;
        o.fetch = below(2) == 0 ? fetch_mode::list : fetch_mode::stream;
        o.page_size = 2;
        o.shard = share;
        o.warm_start = {.storage = storage, .interval = 1s, .quiet = 200ms};
        o.audit.interval = 10s;
        o.audit.on_difference = [](audit_report const& r) { FAIL_CHECK(to_string(r.first.at(0))); };
        return o;
    }
    unsigned below(unsigned n) { return static_cast<unsigned>(dice() % n); }
    bool exists(std::string const& name) const
    {
        return server.list(config_maps, "shop").find("\"name\":\"" + name + '"') != std::string::npos;
    }
    void write()
    {
        auto const name = "o" + std::to_string(below(12));
        auto const value = std::to_string(++writes);
        if (!exists(name))
            put(name, value);
        else if (below(3) == 0)
            remove(name);
        else
            set(name, value);
    }
    void move()
    {
        shard_ranges held;
        for (unsigned i = 0; i != 4; ++i)
            if (below(2) == 0) held = held | shard_ranges::part(i, 4);
        share->hold(held);
    }
    void disturb()
    {
        switch (below(6)) {
        case 0: return server.disconnect();
        case 1: return server.compact();
        case 2: return server.inject(faults::late(duration(1s) * below(4)).on("list"));
        case 3: return server.inject(faults::unavailable().on("list"));
        case 4: return server.inject(faults::close_watch(below(3)).on("watch"));
        default: return server.inject(faults::cut(300 + below(2000)));
        }
    }
    void step()
    {
        switch (below(10)) {
        case 0: return disturb();
        case 1:
        case 2: return move();
        case 3:
        case 4: return write();
        case 5: return restart();
        default: time.run_for(std::chrono::milliseconds(below(3000)));
        }
    }
    lines truth() const
    {
        lines expected;
        for (int i = 0; i != 12; ++i) {
            auto const name = "o" + std::to_string(i);
            if (!exists(name)) continue;
            auto const object = decode_object<config_map>(server.get(config_maps, {"shop", name}));
            if (share->held().contains(shard_hash(object.uid())))
                expected.push_back(name + '=' + object->data.at("v"));
        }
        std::ranges::sort(expected);
        return expected;
    }
    lines stored() const
    {
        auto found = listed(*informer);
        std::ranges::sort(found);
        return found;
    }

    std::mt19937 dice;
    std::shared_ptr<test_share> share = std::make_shared<test_share>();
    std::shared_ptr<testing::memory_storage> storage = std::make_shared<testing::memory_storage>();
    std::optional<told_view> view;
    std::optional<shared_informer<config_map>> informer;
    background running;
    unsigned writes = 0;
    std::size_t restored = 0, moved = 0; // objects, of the processes before this one
};

} // namespace

TEST_CASE(
    "whatever moves, is written and fails: store and handler end with the share, as it is on the server")
{
    std::size_t moved = 0, restored = 0;
    test::seed_range const seeds("MOVE", 1, 40);
    for (auto seed = seeds.first; seed != seeds.end(); ++seed) {
        INFO("seed " << seed);
        random_moves in(seed);
        for (int i = 0; i != 60; ++i) in.step();
        in.server.heal();
        in.share->hold(in.share->held() | shard_ranges::part(seed % 4, 4));
        in.time.run_for(10min);
        CHECK(in.stored() == in.truth());
        CHECK(in.view->all() == in.stored());
        CHECK(in.informer->share() == in.share->held());
        CHECK(in.informer->has_synced());
        moved += in.moved + in.view->moved;
        restored += in.restored;
    }
    CHECK((moved > seeds.count || seeds.count < 10)); // otherwise this would prove little
    CHECK((restored > seeds.count || seeds.count < 10));
}
