#include <coinformer/testing/manual_source.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/core/error.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/describe/class.hpp>

#include "catch.hpp"

#include <stdexcept>

using namespace coinformer;

namespace manual_source_test {

struct thing {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(thing, (), (metadata))

struct sized_thing {
    object_meta metadata;
    required<int> size;
};
BOOST_DESCRIBE_STRUCT(sized_thing, (), (metadata, size))

} // namespace manual_source_test

TEST_CASE("the removal of an object that has only a fault ends the fault")
{
    using manual_source_test::thing;
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    testing::manual_source<thing> source;
    decode_fault fault;
    fault.ns = "shop";
    fault.name = "a";
    source.report(fault);
    auto const listed = [&] { return testing::run(io, time, source.list({})); };
    CHECK(listed().faults.size() == 1);
    watch_request from_now;
    auto const before = from_now.after = source.version();
    auto const watch = testing::run(io, time, source.watch(from_now));

    source.remove("shop", "a");

    CHECK(listed().faults.empty());
    CHECK(source.version() != before);
    auto const events = testing::run(io, time, watch->next());
    REQUIRE(events.size() == 1);
    auto const& event = std::get<watch_event<thing>>(events[0]);
    CHECK(event.type == watch_event_type::deleted);
    CHECK(event.object.key() == object_key{"shop", "a"});
    CHECK_THROWS_AS(source.remove("shop", "a"), std::invalid_argument);
}

TEST_CASE("the removal of a fault whose type has a required member makes watchers list again")
{
    using manual_source_test::sized_thing;
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    testing::manual_source<sized_thing> source;
    source.put(R"({"metadata":{"namespace":"shop","name":"b"},"size":1})");
    decode_fault fault;
    fault.ns = "shop";
    fault.name = "a";
    source.report(fault);
    watch_request from_now;
    from_now.after = source.version();
    auto const watch = testing::run(io, time, source.watch(from_now));

    source.remove("shop", "a");

    auto const listed = testing::run(io, time, source.list({}));
    CHECK(listed.faults.empty());
    CHECK(listed.objects.size() == 1);
    CHECK(listed.resource_version != from_now.after);
    auto const code_of_failure = [&](auto next) {
        try {
            testing::run(io, time, next());
        } catch (api_error const& e) {
            return e.code();
        }
        return error_code();
    };
    CHECK(code_of_failure([&] { return watch->next(); }) == errc::expired);
    CHECK(code_of_failure([&] { return source.watch(from_now); }) == errc::expired);
    source.remove("shop", "b"); // an object that was put has a last state, which watches are told of
    from_now.after = listed.resource_version;
    auto const later = testing::run(io, time, source.watch(from_now));
    auto const events = testing::run(io, time, later->next());
    REQUIRE(events.size() == 1);
    CHECK(std::get<watch_event<sized_thing>>(events[0]).type == watch_event_type::deleted);
}
