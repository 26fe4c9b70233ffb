// Contract: the order of changes, and what the store shows when a handler is called.

#include "world.hpp"

TEST_CASE_METHOD(world, "a handler gets every change in the order of the server, after the store shows it")
{
    put("a", "0");
    put("b", "0");
    shared_informer<config_map> informer(api);
    lines seen;
    std::size_t behind = 0;
    auto const look = [&](object_ptr<config_map> const& o) {
        seen.push_back(std::string(o.key().name) + "=" + o->data.at("v"));
        behind += compare_resource_versions(informer.snapshot().resource_version(), o.resource_version()) < 0;
    };
    informer.on_change({.added = look, .updated = look});
    background running(io, informer.run());
    time.run_for(1s);
    seen.clear();

    lines wanted;
    for (int i = 1; i <= 40; ++i) {
        auto const name = i % 3 == 0 ? "b" : "a";
        set(name, std::to_string(i));
        wanted.push_back(name + std::string("=") + std::to_string(i));
        if (i % 7 == 0) time.run_for(10ms);
    }
    time.run_for(1s);

    CHECK(seen == wanted);
    CHECK(behind == 0);
}

TEST_CASE_METHOD(informed, "each update brings the former state: the one that the handler was told last")
{
    for (int i = 2; i <= 6; ++i) set("a", std::to_string(i));
    time.run_for(1s);
    CHECK(seen == lines{"~ shop/a=1>2", "~ shop/a=2>3", "~ shop/a=3>4", "~ shop/a=4>5", "~ shop/a=5>6"});
}
