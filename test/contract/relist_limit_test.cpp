// Contract: at most `concurrent_lists` informers of one client read their whole collections at the same time,
// and each gets its turn.

#include "world.hpp"

#include <deque>

namespace {

struct crowd : world {
    crowd()
    {
        put("a", "1");
        for (int i = 0; i < 10; ++i) {
            informer_options options;
            options.fetch = i % 2 == 0 ? fetch_mode::stream : fetch_mode::list;
            informers.push_back(std::make_unique<shared_informer<config_map>>(few, options));
        }
    }
    void run_all()
    {
        for (auto const& informer : informers) running.emplace_back(io, informer->run());
    }
    std::size_t asked() const
    {
        return server.requests("list", config_maps) + server.requests("watch", config_maps);
    }
    std::size_t filled() const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(informers, [](auto const& i) { return i->snapshot().size() == 1; }));
    }

    client few{env, endpoint{.server = "http://in-memory"}, {.concurrent_lists = 2}, network.dialer()};
    std::vector<std::unique_ptr<shared_informer<config_map>>> informers;
    std::deque<background> running;
};

} // namespace

TEST_CASE_METHOD(crowd, "informers of one client read their collections a few at a time, streamed or listed")
{
    server.inject(faults::late(10s).of("configmaps").times(10));
    run_all();
    time.run_for(9s);
    CHECK(asked() == 2);
    CHECK(filled() == 0);
    time.run_for(2min);
    CHECK(filled() == 10);
}

TEST_CASE_METHOD(crowd, "an informer that fails gives its turn to the next one")
{
    server.inject(faults::internal_error().of("configmaps").times(40));
    run_all();
    time.run_for(500ms);  // no pause is as short
    CHECK(asked() == 10); // all of them had their turn, although all failed
    time.run_for(5min);
    CHECK(filled() == 10);
}
