#include "cache/controller.hpp"
#include "cache/listing.hpp"
#include "item.hpp"

#include <coinformer/testing/run.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;
using kind = delta::kind;

TEST_CASE("a list counts, whatever was in the queue when it was read")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .seed = 1};
    store objects;
    auto const handlers_ = processor::make_shared(env, env.ex, [&] { return objects.snapshot(); });
    delta_fifo queue(100);
    controller moves(queue, objects, *handlers_, {}, [] {});
    std::vector<store::operation> there{{.object = make("s/a", "1")}, {.object = make("s/b", "1")}};
    objects.apply(there, "1");

    queue.push(delta::of(kind::deleted, make("s/a", "2")));
    queue.push(delta::of(kind::added, make("s/z", "3"))); // it will have the place of a
    listing list(objects);
    list.begin();
    for (auto const* name : {"a", "b"}) list.put(list.find({"s", name}, std::string("uid-") + name, "1"));
    list.put_version("9");
    queue.push(delta::of(kind::replaced, list.take()));
    queue.close();
    testing::run(io, time, moves.run());

    CHECK(objects.size() == 2);
    CHECK(objects.find({"s", "a"}));
    CHECK(objects.find({"s", "b"}));
    CHECK_FALSE(objects.find({"s", "z"}));
    CHECK(objects.version() == "9");
}
