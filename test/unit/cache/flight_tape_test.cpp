// When a flight tape asks its informer for a new beginning.

#include "cache/recorder/flight_tape.hpp"
#include "item.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("a tape to which nothing has come yet asks for no other beginning")
{
    flight_tape tape({});
    int offers = 0;
    tape.record({.time = &system_time(),
                 .of = {.version = "v1", .plural = "items"},
                 .namespaces = {},
                 .type = &object_type_of<item>(),
                 .scope = {},
                 .offer = [&] { ++offers; }});
    tape.note_progress();
    CHECK(offers == 0);
}
