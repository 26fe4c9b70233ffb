// Contract: shared_informer::until() is asked about each state of the store, however brief it was.

#include "parts_world.hpp"

TEST_CASE("until() ends for a state that the store has left before the caller has its turn")
{
    parts_world w;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    shared_informer<config_map> informer(w.env, source);
    ::background const running(w.io, informer.run());
    w.time.run_for(1s);
    auto const is_1 = [](snapshot<config_map> const& now) {
        auto const a = now.get("shop", "a");
        return a && a->data.at("v") == "1";
    };
    ::background const waiting(w.io, informer.until(is_1));
    w.time.settle();
    REQUIRE_FALSE(waiting.ended);

    source->put(object_text("a", "1"));
    source->put(object_text("a", "2"));
    w.time.settle();
    CHECK(informer.snapshot().get("shop", "a")->data.at("v") == "2");
    CHECK(waiting.ended);
    CHECK(waiting.what().empty());
}

TEST_CASE("what the predicate of until() throws about a brief state ends the wait")
{
    parts_world w;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    shared_informer<config_map> informer(w.env, source);
    ::background const running(w.io, informer.run());
    w.time.run_for(1s);
    auto const refuses_1 = [](snapshot<config_map> const& now) -> bool {
        auto const a = now.get("shop", "a");
        if (a && a->data.at("v") == "1") throw std::runtime_error("it is 1");
        return false;
    };
    ::background const waiting(w.io, informer.until(refuses_1));
    w.time.settle();

    source->put(object_text("a", "1"));
    source->put(object_text("a", "2"));
    w.time.settle();
    CHECK(waiting.what() == "it is 1");
    CHECK(informer.snapshot().get("shop", "a")->data.at("v") == "2");
    CHECK_FALSE(running.ended);
}
