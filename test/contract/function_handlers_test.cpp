// Contract: a handler may be a std::function. One that is set is called, and an empty one counts as left out.

#include "world.hpp"

#include <functional>

TEST_CASE_METHOD(world, "a std::function that is set is called as a handler, and an empty one is left out")
{
    lines seen;
    using function = std::function<void(object_ptr<config_map> const&)>;
    function const note = [&seen](object_ptr<config_map> const& o) {
        seen.push_back(std::string(o.key().name) + "=" + o->data.at("v"));
    };
    shared_informer<config_map> informer(api, listing());
    informer.on_change({.added = note, .updated = function(), .deleted = note});
    background running(io, informer.run());
    put("a", "1");
    time.run_for(1s);
    set("a", "2");
    time.run_for(1s);
    remove("a");
    time.run_for(1s);
    CHECK(seen == lines{"a=1", "a=2"});
    CHECK(run(informer.status()).handler_failures == 0);
}
