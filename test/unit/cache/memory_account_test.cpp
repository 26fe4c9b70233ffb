// The account of a store, of a queue and of handlers says what the allocator has handed out to them.

#include "accounted.hpp"
#include "api/object/object_bytes.hpp"
#include "api/protobuf/object_reader.hpp"
#include "cache/delta_applier.hpp"
#include "cache/handlers/merge_queue.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/listing.hpp"
#include "item.hpp"
#include "unit/api/proto_encoder.hpp"

#include <coinformer/api/common_memory.hpp>
#include <coinformer/api/transform.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

struct whole {
    whole_object object;
};
BOOST_DESCRIBE_STRUCT(whole, (), (object))

struct packed {
    compressed_object object;
};
BOOST_DESCRIBE_STRUCT(packed, (), (object))

struct port {
    std::string name;
    int containerPort = 0;
};
struct container {
    std::string image;
    std::vector<std::string> args;
    std::vector<port> ports;
};
struct std_spec {
    std::vector<container> containers;
    std::optional<std::string> nodeName;
    std::map<std::string, std::string> nodeSelector;
};
struct std_pod {
    std::map<std::string, std::string> annotations;
    list<container> inits;
    boxed<std_spec> spec;
};
BOOST_DESCRIBE_STRUCT(port, (), (name, containerPort))
BOOST_DESCRIBE_STRUCT(container, (), (image, args, ports))
BOOST_DESCRIBE_STRUCT(std_spec, (), (containers, nodeName, nodeSelector))
BOOST_DESCRIBE_STRUCT(std_pod, (), (annotations, inits, spec))

std::string long_name(int i)
{
    return "a-name-that-does-not-fit-into-a-string-" + std::to_string(i);
}

std::string pod_json(int i, std::string const& version = "1")
{
    auto const container = R"({"name":"c","image":"registry.example/)" + long_name(i) +
                           R"(","args":["--verbose","--a-long-argument-of-number=)" + std::to_string(i) +
                           R"("],"ports":[{"name":"http","containerPort":80}]})";
    return R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"n)" + std::to_string(i % 50) +
           R"(","name":")" + long_name(i) + R"(","uid":"u)" + std::to_string(i) + R"(","resourceVersion":")" +
           version +
           R"("},"annotations":{"a-key-that-is-long-enough/to-allocate":"a value that is long, too)" +
           R"("},"inits":[)" + container + R"(],"spec":{"nodeName":"node-with-a-long-name-)" +
           std::to_string(i % 300) + R"(","nodeSelector":{"disk":"ssd"},"containers":[)" + container + "," +
           container + "]}}";
}

template <class T>
object_ref from_json(int i)
{
    return decode_object<T>(pod_json(i)).ref();
}

object_ref from_protobuf(int i)
{
    static std::string reason;
    static proto_reader reader(object_type_of<whole>(),
                               *proto_schema::find(*object_type_of<whole>().fields, {"v1", "Pod"}, reason),
                               1 << 20);
    auto const bytes = test::proto_of(boost::json::parse(pod_json(i)), {"v1", "Pod"});
    REQUIRE(reader.read(bytes) == proto_reader::outcome::object);
    return reader.take();
}

object_ref small(int i)
{
    return make("n" + std::to_string(i % 50) + "/" + long_name(i), "1", i, "group " + std::to_string(i % 7));
}

using maker = object_ref (*)(int);

/// Puts objects into a store as a list does.
void put_all(store& into, maker make_one, int from = 0, int to = many)
{
    store::replacement list;
    for (int i = from; i != to; ++i) list.put.push_back(make_one(i));
    into.replace(list, "1");
}

std::string last_of(object_key const& key)
{
    return std::string(key.name.substr(key.name.size() - 3));
}

/// Three indices: with few values, with many, and with a value of its own for each object.
void add_indices(store& to)
{
    to.add_index("one", [](object_ref const&) -> std::vector<std::string> { return {"all"}; });
    to.add_index("last", [](object_ref const& o) -> std::vector<std::string> { return {last_of(o->key())}; });
    to.add_index("name", [](object_ref const& o) -> std::vector<std::string> {
        return {std::string(o->key().name), "x" + last_of(o->key())};
    });
}

/// Makes many equal objects, because the allocator gives a single block 16 bytes more than usual if nothing
/// smaller would be left of the free memory from which it takes the block.
template <class MakeOne>
void require_right_bytes(MakeOne make_one)
{
    std::vector<object_ref> all;
    all.reserve(1'000);
    taken_from_here const taken;
    while (all.size() != 1'000) all.push_back(make_one());
    taken.require_within_5_percent({.objects = 1'000 * object_bytes(all.front())});
}

} // namespace

TEST_CASE("the account of a store is that of the allocator, whatever the objects are made of")
{
    struct shape {
        std::string name;
        maker make_one;
    };
    auto const shapes = {
        shape{"small text fields", &small}, shape{"whole objects in JSON", &from_json<whole>},
        shape{"whole objects in protobuf", &from_protobuf}, shape{"compressed objects", &from_json<packed>},
        shape{"members of std types", &from_json<std_pod>}};
    for (auto const& [name, make_one] : shapes) {
        CAPTURE(name);
        for (int i = 0; i != many; ++i) (void)make_one(i); // what the process keeps is there: dictionaries
        taken_from_here const taken;
        store objects;
        put_all(objects, make_one);
        auto const account = objects.counts()->account();
        taken.require_within_5_percent(account);
        CHECK(account.backlogs == 0);
    }
}

TEST_CASE("an object's account has all that its std members have allocated")
{
    auto const empty = decode_object<std_pod>(R"({"metadata":{"namespace":"n","name":"a"}})");
    CHECK(object_bytes(empty.ref()) == allocated_bytes(empty.size_bytes()));
    require_right_bytes([] { return from_json<std_pod>(7); });
    auto const full = from_json<std_pod>(7);
    CHECK(object_bytes(full) > 2 * full->size_bytes());
}

TEST_CASE("the account has the indices, and follows additions, changes and deletions")
{
    taken_from_here const taken;
    store objects;
    put_all(objects, &small);
    auto const without_indices = objects.counts()->account();
    add_indices(objects);
    auto const with_indices = objects.counts()->account();
    taken.require_within_5_percent(with_indices);
    CHECK(with_indices.objects == without_indices.objects);
    CHECK(with_indices.indices > without_indices.indices + 10'000 * 100);

    for (int round = 0; round != 20; ++round) {
        std::vector<store::operation> batch;
        for (int i = 0; i != 1'000; ++i) {
            auto const number = (i * 7 + round * 611) % many;
            batch.push_back({.object = i % 3 == 0 ? from_json<whole>(number) : small(number + many * (i % 2)),
                             .erase = i % 5 == 0});
        }
        objects.apply(batch, std::to_string(round));
    }
    taken.require_within_5_percent(objects.counts()->account());

    for (slot_id slot = 0; slot != objects.slots(); ++slot) {
        if (!objects.at(slot) || slot % 10 == 0) continue;
        std::vector<store::operation> one{{.object = objects.at(slot), .erase = true}};
        objects.apply(one, "99");
    }
    taken.require_within_5_percent(objects.counts()->account());
}

TEST_CASE("the account does not count what a snapshot keeps, and is right again without it")
{
    taken_from_here const taken;
    store objects;
    add_indices(objects);
    put_all(objects, &small);
    {
        auto const held = objects.snapshot();
        for (int i = 0; i != many; i += 10) {
            std::vector<store::operation> one{{.object = small(i + (i % 20 == 0 ? many : 0))}};
            objects.apply(one, "2");
        }
        CHECK(taken.bytes() > objects.counts()->account().total() * 21 / 20);
    }
    taken.require_within_5_percent(objects.counts()->account());
}

TEST_CASE("the account of a store that has lost all its objects has none")
{
    store objects;
    put_all(objects, &from_json<std_pod>);
    store::replacement none;
    for (slot_id slot = 0; slot != objects.slots(); ++slot) none.gone.push_back(objects.at(slot));
    objects.replace(none, "2");
    CHECK(objects.counts()->account().objects == 0);
    CHECK(none.left_bytes > many * 1000);
}

TEST_CASE("the account has the table of the free places that lost objects have left")
{
    store objects;
    store::replacement list;
    for (int i = 0; i != many; ++i) list.put.push_back(make("n/" + long_name(i), "1"));
    objects.replace(list, "1");
    auto const before = objects.counts()->account().indices;
    // One object stays, so that no other table gives memory back.
    for (slot_id slot = 1; slot != objects.slots(); ++slot) {
        std::vector<store::operation> one{{.object = objects.at(slot), .erase = true}};
        objects.apply(one, "2");
    }
    CHECK(objects.counts()->account().indices >= before + std::size_t(many - 1) * sizeof(slot_id));
}

TEST_CASE("a store gives back the tables with which it has applied a large batch")
{
    bool const has_index = GENERATE(false, true);
    auto const indices_after = [&](std::size_t changes_in_a_batch) {
        store objects;
        if (has_index)
            objects.add_index("odd", [](object_ref const& o) -> std::vector<std::string> {
                return {item_of(o).value % 2 == 0 ? "even" : "odd"};
            });
        std::vector<store::operation> batch;
        for (int i = 0; i != many; ++i) {
            batch.push_back({.object = small(i)});
            if (batch.size() != changes_in_a_batch) continue;
            objects.apply(batch, "1");
            batch.clear();
        }
        return objects.counts()->account().indices;
    };
    // A value of an index takes some 4 bytes for each object, and the table of a batch more than 60.
    CHECK(indices_after(many) < indices_after(100) + (has_index ? 40u : 1u) * std::size_t(many));
}

TEST_CASE("what a queue holds for the store is in the account until it is taken")
{
    for (auto const order : {queue_order::by_arrival, queue_order::by_key}) {
        boost::asio::io_context io;
        auto const counts = std::make_shared<memory_counts>();
        taken_from_here const taken;
        delta_fifo queue(many, order, delta_fifo::hand_over::at_once, counts);
        for (int round = 0; round != 3; ++round)
            for (int i = 0; i != many; ++i) queue.push(object_updated(small(i)));
        taken.require_within_5_percent(counts->account());
        auto const rounds = order == queue_order::by_key ? 1 : 3;
        CHECK(queue.size() >= static_cast<std::size_t>(many * rounds));

        while (queue.size() != 0) {
            auto popped = boost::asio::co_spawn(io, queue.pop(1000), boost::asio::use_future);
            io.restart();
            io.run();
            CHECK_FALSE(popped.get().empty());
        }
        CHECK(counts->account().backlogs < many * 10); // tables, for the next time
    }
}

TEST_CASE("changes are merged and counted completely or not at all, whichever allocation fails")
{
    auto const counts = std::make_shared<memory_counts>();
    change const deletion{.what = change::kind::deleted, .old = {}, .cur = small(1)};
    bool well = false;
    for (std::size_t failures = 0; !well; ++failures) {
        merge_queue queue(counts);
        std::vector<change> taken;
        well = with_allocations(failures, [&] {
            queue.add(deletion);
            taken = queue.take(10);
        });
        REQUIRE(queue.size() + taken.size() <= 1);
        queue.clear();
        REQUIRE(counts->waiting.value() < 1000); // no more was subtracted than was added
    }
    CHECK(counts->waiting.value() == 0);
    {
        merge_queue left(counts);
        left.add(deletion);
        CHECK(counts->waiting.value() > 0);
    }
    CHECK(counts->waiting.value() == 0);
}

TEST_CASE("a list is in the account while it is read, while it waits, and in the store")
{
    for (bool const in_order : {true, false}) {
        boost::asio::io_context io;
        store objects;
        auto const counts = objects.counts();
        delta_fifo queue(many, queue_order::by_arrival, delta_fifo::hand_over::at_once, counts);
        delta_applier applier(objects, {});
        taken_from_here const taken;
        {
            listing page(objects);
            page.begin();
            for (int i = 0; i != many; ++i) {
                auto const name = "n/" + std::to_string(in_order ? many + i : i * 7919 % many);
                page.put(make(name, "1"));
                if (i % 3 == 0) page.put(make(name, "2"));
                if (i % 10 == 0)
                    page.remove(decode_object<item>(R"({"metadata":{"namespace":"n","name":")" +
                                                    name.substr(2) + R"("}})")
                                    .key());
            }
            taken.require_within_5_percent(counts->account());
            CHECK(counts->account().objects == 0);
            queue.push(std::make_unique<complete_list>(page.take()));
            taken.require_within_5_percent(counts->account());
        }
        {
            auto popped = boost::asio::co_spawn(io, queue.pop(1), boost::asio::use_future);
            io.run();
            (void)applier.apply(popped.get());
        }
        auto const account = counts->account();
        CHECK(account.objects > many * 50);
        CHECK(account.backlogs < 1000);
        taken.require_within_5_percent(account);
    }
}

TEST_CASE("computed objects say what they allocate, or it is not known")
{
    struct silent {
        std::string name = long_name(1);
    };
    struct telling {
        std::string name = long_name(1);
        std::size_t heap_bytes() const { return detail::heap_bytes(name); }
    };
    auto const from = small(1);
    require_right_bytes([&] { return make_object<telling>(*from.get(), telling()); });
    auto const untold = make_object<silent>(*from.get(), silent());
    CHECK(object_bytes(untold) == allocated_bytes(untold->size_bytes()));
}

TEST_CASE("interned texts are counted once for the process, and go with their last object")
{
    auto const before = measure_common_memory();
    {
        std::vector<interned_text> all;
        all.reserve(many);
        taken_from_here const taken;
        for (int i = 0; i != many; ++i) {
            auto const text = long_name(i);
            all.push_back(interned_text::adopt(intern(text, std::hash<std::string>()(text))));
        }
        auto const grown = measure_common_memory().interned_texts - before.interned_texts;
        taken.require_within_5_percent({.objects = grown});
    }
    auto const table = many * 40; // the table keeps its size
    CHECK(measure_common_memory().interned_texts < before.interned_texts + table);
}
