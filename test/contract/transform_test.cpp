// Contract: a transform chooses what the store keeps of the received objects, and computes it. Its functions
// may throw. What it leaves out exists neither for the store nor for handlers.

#include <coinformer/parts/delta_fifo.hpp>
#include <coinformer/parts/reflector.hpp>
#include <coinformer/testing/manual_source.hpp>

#include <charconv>
#include <stdexcept>

#include "world.hpp"

namespace {

/// The tests keep this of a config_map: the length of its value. It is no projection.
struct length {
    std::size_t value = 0;
    bool operator==(length const&) const = default;
};

std::string const& value_of(config_map const& m)
{
    return m.data.at("v");
}
bool is_short(config_map const& m)
{
    return value_of(m).size() <= 2;
}

/// Returns the changes of an informer of lengths as words, such as "+ a=1".
handlers<length> recording_lengths(lines& log)
{
    auto const line = [](std::string_view sign, object_ptr<length> const& o) {
        return std::string(sign) + std::string(o.key().name) + "=" + std::to_string(o->value);
    };
    return {.added = [&log, line](object_ptr<length> const& o) { log.push_back(line("+ ", o)); },
            .updated = [&log, line](object_ptr<length> const&,
                                    object_ptr<length> const& o) { log.push_back(line("~ ", o)); },
            .deleted =
                [&log, line](object_ptr<length> const& o, final_state f) {
                    log.push_back(line(f == final_state::known ? "- " : "-? ", o));
                }};
}

fetch_mode any_mode()
{
    return GENERATE(fetch_mode::stream, fetch_mode::list);
}

} // namespace

TEST_CASE("a transform keeps the objects that its predicate accepts, and others are as if they did not exist")
{
    world w;
    w.put("a", "1");
    w.put("long", "12345");
    shared_informer<config_map> informer(w.api, transform<config_map>().keep(is_short),
                                         {.fetch = any_mode()});
    lines seen;
    informer.on_change(recording(seen));
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    CHECK(seen == lines{"+i shop/a=1"});

    seen.clear();
    w.set("a", "2");
    w.set("long", "54321"); // nobody hears of it
    w.put("another", "12345");
    w.time.run_for(1s);
    CHECK(seen == lines{"~ shop/a=1>2"});

    seen.clear();
    w.set("a", "12345"); // it leaves
    w.set("long", "3");  // it comes
    w.time.run_for(1s);
    CHECK(seen == lines{"-? shop/a", "+ shop/long=3"});
    CHECK(w.listed(informer) == lines{"long=3"});

    seen.clear();
    w.remove("another");
    w.remove("a");
    w.remove("long");
    w.time.run_for(1s);
    CHECK(seen == lines{"- shop/long"});
    CHECK(informer.snapshot().size() == 0);
}

TEST_CASE("the handler of an object that leaves gets its last kept state")
{
    world w;
    w.put("a", "1");
    shared_informer<config_map> informer(w.api, transform<config_map>().keep(is_short));
    std::string last;
    informer.on_change({.deleted = [&](config_map const& m) { last = value_of(m); }});
    background running(w.io, informer.run());
    w.time.run_for(1s);
    w.set("a", "12345");
    w.time.run_for(1s);
    CHECK(last == "1");
}

TEST_CASE("the store reaches the versions of objects that are left out")
{
    world w;
    shared_informer<config_map> informer(w.api, transform<config_map>().keep(is_short));
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    w.put("a", "12345");
    background reached(w.io, informer.at_least(w.server.resource_version()));
    w.time.run_for(1s);
    CHECK(reached.ended);
    CHECK(reached.what().empty());
}

// If a list is read while objects change, a streamed list has events for objects that it has brought already.
TEST_CASE("a list again finds what came and what left meanwhile")
{
    world w;
    w.put("a", "1");
    w.put("b", "1");
    w.put("c", "12345");
    shared_informer<config_map> informer(w.api, transform<config_map>().keep(is_short),
                                         {.fetch = any_mode()});
    lines seen;
    informer.on_change(recording(seen));
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    seen.clear();

    w.server.inject(faults::gone().on("watch"));
    w.server.disconnect();
    w.set("a", "12345");
    w.set("b", "2");
    w.set("c", "3");
    w.time.run_for(10min);
    std::sort(seen.begin(), seen.end());
    CHECK(seen == lines{"+ shop/c=3", "-? shop/a", "~ shop/b=1>2"});
}

TEST_CASE("pages without any kept object are no sign of a list that makes no progress")
{
    world w;
    for (int i = 100; i != 150; ++i) w.put("x" + std::to_string(i), "12345");
    w.put("z", "1");
    shared_informer<config_map> informer(w.api, transform<config_map>().keep(is_short),
                                         listing({.page_size = 1}));
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    CHECK(w.listed(informer) == lines{"z=1"});
    CHECK(w.server.requests("list", config_maps) == 51);
}

TEST_CASE("a transform computes what is stored once for each state, and the result has the object's identity")
{
    world w;
    w.put("a", "1");
    w.put("b", "22");
    std::size_t calls = 0;
    auto const lengths = transform<config_map>().derive<length>([&](object_ptr<config_map> const& m) {
        ++calls;
        return length{value_of(*m).size()};
    });
    shared_informer<length> informer(w.api, lengths, {.fetch = any_mode()});
    lines seen;
    informer.on_change(recording_lengths(seen));
    informer.index("length", [](length const& l) { return std::to_string(l.value); });
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    CHECK(seen == lines{"+ a=1", "+ b=2"});
    CHECK(calls == 2);

    w.set("a", "333");
    w.remove("b");
    w.put("c", "1");
    w.time.run_for(1s);
    CHECK(seen == lines{"+ a=1", "+ b=2", "~ a=3", "- b=2", "+ c=1"});
    CHECK(calls == 5);

    w.server.inject(faults::gone().on("watch"));
    w.server.disconnect();
    w.time.run_for(10min);
    auto const did = testing::run(w.io, w.time, informer.status()).reflector;
    CHECK(did.lists + did.streams == 2);
    CHECK(calls == 5);
    CHECK(seen.size() == 5);

    auto const now = informer.snapshot();
    shared_informer<config_map> whole(w.api);
    background beside(w.io, whole.run());
    testing::run(w.io, w.time, whole.synced());
    auto const as_received = whole.snapshot().get("shop", "a");
    auto const computed = now.get("shop", "a");
    REQUIRE(computed);
    CHECK(computed->value == 3);
    CHECK(computed.uid() == as_received.uid());
    CHECK(computed.resource_version() == as_received.resource_version());
    CHECK(now.by_index("length", "3").size() == 1);
}

TEST_CASE("steps of a transform follow one another, and an empty optional leaves an object out")
{
    world w;
    w.put("a", "1");
    w.put("b", "12");
    w.put("c", "x");
    w.put("d", "7");
    auto const numbers = transform<config_map>()
                             .keep(is_short)
                             .derive<int>([](config_map const& m) -> std::optional<int> {
                                 int number = 0;
                                 auto const& text = value_of(m);
                                 auto const end = text.data() + text.size();
                                 if (std::from_chars(text.data(), end, number).ec != std::errc())
                                     return std::nullopt;
                                 return number;
                             })
                             .keep([](int const& number) { return number < 10; })
                             .derive<std::string>([](int const& number) {
                                 return std::string(static_cast<std::size_t>(number), '*');
                             });
    shared_informer informer(w.api, numbers); // deduces shared_informer<std::string>
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    lines found;
    auto const now = informer.snapshot();
    for (auto const& o : now.list()) found.push_back(std::string(o.key().name) + "=" + *o);
    CHECK(found == lines{"a=*", "d=*******"});
}

TEST_CASE("an exception of a transform is a fault of this object: it is reported, and the last state stays")
{
    world w;
    w.put("a", "1");
    w.put("b", "bad");
    std::vector<std::string> faults;
    informer_options options{.fetch = any_mode(), .on_fault = [&](decode_fault const& f) {
                                 CHECK(f.code == errc::transform_failed);
                                 faults.push_back(f.message());
                             }};
    auto const lengths = transform<config_map>().derive<length>([](config_map const& m) {
        if (value_of(m) == "bad") throw std::runtime_error("no length");
        return length{value_of(m).size()};
    });
    shared_informer<length> informer(w.api, lengths, options);
    lines seen;
    informer.on_change(recording_lengths(seen));
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    auto const message = [](std::string const& name) {
        return "shop/" + name +
               ": expected a result of the informer's transform, found the exception \"no length\"";
    };
    CHECK(faults == lines{message("b")});
    CHECK(seen == lines{"+ a=1"});

    w.set("b", "22");
    w.set("a", "bad");
    w.time.run_for(1s);
    CHECK(faults == lines{message("b"), message("a")});
    CHECK(seen == lines{"+ a=1", "+ b=2"});
    CHECK(informer.snapshot().get("shop", "a")->value == 1);

    w.server.inject(faults::gone().on("watch")); // a list with a fault: the object still exists
    w.server.disconnect();
    w.time.run_for(10min);
    CHECK(informer.snapshot().get("shop", "a")->value == 1);
    CHECK(seen.size() == 2);

    w.remove("a"); // its last state cannot be computed either
    w.time.run_for(1s);
    CHECK(seen.back() == "-? a=1");
    CHECK(informer.snapshot().size() == 1);
    CHECK(testing::run(w.io, w.time, informer.status()).reflector.faults == faults.size());
}

TEST_CASE("after a restore of the server an equal result counts as unchanged")
{
    world w;
    w.put("a", "1");
    auto const lengths = transform<config_map>().derive<length>(
        [](config_map const& m) { return length{value_of(m).size()}; });
    shared_informer<length> informer(w.api, lengths, listing());
    lines seen;
    informer.on_change(recording_lengths(seen));
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    auto const then = w.server.backup();
    w.set("a", "2"); // another state, of the same length
    w.put("b", "1");
    w.time.run_for(1s);
    seen.clear();
    w.server.restore(*then);
    w.time.run_for(10min);
    CHECK(seen == lines{"-? b=1"});
}

TEST_CASE("a factory has one informer for each transform, and one for the objects as they are received")
{
    world w;
    w.put("a", "1");
    w.put("b", "12345");
    informer_factory factory(w.api);
    auto const few = transform<config_map>().keep(is_short);
    auto const none = transform<config_map>().keep([](config_map const&) { return false; });
    auto const kept = factory.of(few), same = factory.of(few), nothing = factory.of(none);
    auto const all = factory.of<config_map>();
    background running(w.io, factory.run());
    testing::run(w.io, w.time, factory.synced());
    CHECK(testing::run(w.io, w.time, factory.status()).size() == 3);
    CHECK(kept.snapshot().size() == 1);
    CHECK(same.snapshot().size() == 1);
    CHECK(nothing.snapshot().size() == 0);
    CHECK(all.snapshot().size() == 2);
}

TEST_CASE("a factory without a client refuses a transform of objects of the server, with a reason")
{
    world w;
    informer_factory factory(
        environment{.ex = w.io.get_executor(), .time = &w.time, .log = &no_log(), .seed = 1});
    CHECK_THROWS_WITH(factory.of(transform<config_map>().keep(is_short)),
                      Catch::Matchers::Contains("this factory was made without a client"));
}

TEST_CASE("a transform works on a source of one's own, and on a reflector that is used alone")
{
    asio::io_context io;
    testing::virtual_clock time{io};
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    source->put(R"({"metadata":{"name":"a"},"data":{"v":"1"}})");
    source->put(R"({"metadata":{"name":"b"},"data":{"v":"12345"}})");
    auto const lengths = transform<config_map>().keep(is_short).derive<length>(
        [](config_map const& m) { return length{value_of(m).size()}; });
    shared_informer<length> informer(env, source, lengths);
    parts::delta_fifo<length> deltas(env);
    parts::reflector<length> from(env, source, deltas, lengths);
    background running(io, informer.run()), reading(io, from.run());
    testing::run(io, time, informer.synced());
    CHECK(informer.snapshot().get("", "a")->value == 1);
    CHECK(informer.snapshot().size() == 1);

    auto const popped = [&] { return std::move(testing::run(io, time, deltas.pop()).at(0)); };
    auto const list = popped();
    CHECK(list.kind() == parts::delta_kind::replaced);
    CHECK(list.objects().size() == 1);
    source->put(R"({"metadata":{"name":"b"},"data":{"v":"22"}})");
    source->put(R"({"metadata":{"name":"b"},"data":{"v":"12345"}})");
    auto const came = popped();
    CHECK(came.object()->value == 2);
    auto const left = popped();
    CHECK(left.kind() == parts::delta_kind::lost);
    CHECK(left.key().name == "b");
}
