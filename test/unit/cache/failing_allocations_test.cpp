// Each change of a store, its queue and its log happens completely or not at all. To show that, each
// allocation fails in its turn.

#include "allocated.hpp"
#include "cache/handlers/backlog.hpp"
#include "cache/handlers/change_batch.hpp"
#include "cache/handlers/change_log.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/store/store.hpp"
#include "item.hpp"

#include <coinformer/cache/own_writes.hpp>
#include <coinformer/testing/run.hpp>

#include <functional>
#include <sstream>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

std::string const long_text(40, 'l'); // too long for a std::string without an allocation

std::string group(int i)
{
    return "group " + long_text + std::to_string(i);
}

/// Everything that a snapshot shows: objects by slot and by key, indices, version.
std::string shown_snapshot(snapshot_ref const& s)
{
    std::ostringstream out;
    out << s.version() << ", " << s.size() << " objects in " << s.slots() << " slots\n";
    for (slot_id slot = 0; slot != s.slots(); ++slot) {
        auto const& object = s.at(slot);
        if (!object) continue;
        auto const found = s.slot_of(object->key());
        out << slot << ' ' << key_of(object) << '@' << object->resource_version() << " found at "
            << (found ? std::to_string(*found) : "nothing") << '\n';
    }
    for (auto const* index : {"namespace", "group", "odd"})
        for (auto const& value : s.values_of(index)) {
            out << index << ' ' << value << ':';
            for (auto const slot : *s.filed_under(index, value)) out << ' ' << slot;
            out << '\n';
        }
    return out.str();
}

/// Objects "s0/o0", "s1/o1", … from `begin` to `end`, in four namespaces.
std::vector<object_ref> objects_between(int begin, int end, std::string const& version, int shift)
{
    std::vector<object_ref> all;
    for (int i = begin; i != end; ++i)
        all.push_back(
            make("s" + std::to_string(i % 4) + "/o" + std::to_string(i), version, i, group((i + shift) % 5)));
    return all;
}

std::vector<store::operation> puts(std::vector<object_ref> const& all)
{
    std::vector<store::operation> batch;
    for (auto const& object : all) batch.push_back({.object = object});
    return batch;
}

/// A store with two indices, some objects, and one or two free slots.
struct filled_store {
    explicit filled_store(std::vector<object_ref> const& present)
    {
        objects.add_index("group", [](object_ref const& o) -> std::vector<std::string> {
            return {item_of(o).group.to_owned(), "all of them, whatever their group is"};
        });
        objects.add_index("odd", [](object_ref const& o) -> std::vector<std::string> {
            if (item_of(o).value % 2 == 0) return {};
            return {"odd " + long_text};
        });
        auto batch = puts(present);
        objects.apply(batch, "100");
        std::vector<store::operation> gone{{.object = present[1], .erase = true},
                                           {.object = present[2], .erase = true}};
        objects.apply(gone, "101");
    }
    store objects;
};

enum class snapshot_held { no, yes };

/// A large change makes thousands of allocations. To keep the test short, only one of `some` allocations
/// fails.
constexpr std::size_t each = 1, some = 29;

/// Fails each allocation of a change in turn. After each failure the store has to be as it was, and the same
/// change has to succeed and lead to the same store as if it had never failed.
void check_all_or_nothing(std::vector<object_ref> const& present, snapshot_held held, std::size_t step,
                          std::function<std::function<void(store&)>()> const& make_change)
{
    filled_store never_failed(present);
    make_change()(never_failed.objects);
    auto const wanted = shown_snapshot(never_failed.objects.snapshot());

    std::size_t failures = 0, allocations = 0;
    for (bool well = false; !well; ++failures, allocations += step) {
        filled_store tried(present);
        std::optional<snapshot_ref> before;
        if (held == snapshot_held::yes) before = tried.objects.snapshot();
        auto const was = shown_snapshot(tried.objects.snapshot());
        auto const change = make_change();
        well = with_allocations(allocations, [&] { change(tried.objects); });
        INFO("with " << allocations << " allocations");
        if (!well) {
            REQUIRE(shown_snapshot(tried.objects.snapshot()) == was);
            REQUIRE(tried.objects.index_failures() == 0);
            change(tried.objects);
        }
        REQUIRE(shown_snapshot(tried.objects.snapshot()) == wanted);
        if (before) REQUIRE(shown_snapshot(*before) == was);
    }
    CHECK(failures > 5); // fewer would mean that nothing was tested
}

/// One batch that adds, updates and deletes objects, and changes the index values of some.
std::vector<store::operation> mixed(int size)
{
    auto batch = puts(objects_between(20, 20 + size, "a version of more than fifteen characters", 1));
    for (auto const& object : objects_between(8, 14, "102", 0))
        batch.push_back({.object = object, .erase = true});
    batch.push_back({.object = make("s9/of a namespace of its own", "102", 7, group(77))});
    batch.push_back({.object = make("s9/not there", "102"), .erase = true});
    return batch;
}

} // namespace

TEST_CASE("a batch is applied completely or not at all, whichever allocation fails")
{
    auto const present = objects_between(0, 30, "100", 0);
    for (auto const held : {snapshot_held::no, snapshot_held::yes}) {
        auto const check = [&](std::vector<store::operation> const& batch, std::size_t step) {
            check_all_or_nothing(present, held, step, [&] {
                return [changes = batch](store& s) mutable {
                    s.apply(changes, "a version of more than 15 characters");
                };
            });
        };
        check(mixed(25), each);  // applied in place
        check(mixed(300), some); // applied to a copy
    }
}

TEST_CASE("a list replaces all objects completely or not at all, whichever allocation fails")
{
    auto const present = objects_between(0, 30, "100", 0);
    auto const check = [&](snapshot_held held, int end, std::size_t step) {
        check_all_or_nothing(present, held, step, [&] {
            store::replacement list;
            list.gone = {present.begin() + 10, present.begin() + 20};
            list.put = objects_between(20, end, "102", 1);
            list.renewed = objects_between(3, 6, "103", 0);
            return [list = std::move(list)](store& s) mutable {
                s.replace(list, "a version of more than 15 characters");
                CHECK(list.old.size() == list.put.size());
            };
        });
    };
    for (auto const held : {snapshot_held::no, snapshot_held::yes}) {
        check(held, 40, each);
        check(held, 300, some); // applied in several parts
    }
}

TEST_CASE("an index is added completely or not at all, whichever allocation fails")
{
    auto const present = objects_between(0, 30, "100", 0);
    for (std::size_t failures = 0;; ++failures) {
        filled_store tried(present);
        auto const add = [&] {
            tried.objects.add_index("another index with a long name",
                                    [](object_ref const& o) -> std::vector<std::string> {
                                        return {item_of(o).group.to_owned()};
                                    });
        };
        bool const well = with_allocations(failures, add);
        if (!well) {
            REQUIRE_THROWS_AS(tried.objects.snapshot().values_of("another index with a long name"),
                              api_error);
            add();
        }
        auto batch = puts(objects_between(0, 1, "102", 4));
        tried.objects.apply(batch, "102");
        auto const now = tried.objects.snapshot();
        REQUIRE(now.values_of("another index with a long name").size() == 5);
        REQUIRE(now.filed_under_any("another index with a long name", {group(4)}).size() == 7);
        if (well) break;
    }
}

TEST_CASE("a change is in the log completely or not at all, whichever allocation fails")
{
    std::vector<change> const changes{{.what = change::kind::added, .old = {}, .cur = make("s/a", "2")}};
    for (std::size_t failures = 0;; ++failures) {
        change_log log;
        log.append(changes, "1", {}, 1);
        auto const end = log.end();
        auto const add = [&] { log.append(changes, "a version of more than fifteen characters", {}, 1); };
        bool const well = with_allocations(failures, add);
        if (!well) {
            REQUIRE(log.end() == end);
            REQUIRE(log.version_before(end) == "1");
            REQUIRE(log.segments() == 1);
            add();
        }
        REQUIRE(log.end() == end + 1);
        REQUIRE(log.segment_at(end).version_before == "1");
        log.pass_all(1, log.end()); // as at the end of an informer
        REQUIRE(log.segments() == 0);
        if (well) break;
    }
}

TEST_CASE("a handler that is behind is given each change once, whichever allocation fails")
{
    std::string const version = "a version of more than fifteen characters";
    bool const is_merging = GENERATE(false, true);
    for (std::size_t failures = 0;; ++failures) {
        INFO("with " << failures << " allocations");
        store objects;
        auto present = puts(objects_between(0, 300, "1", 0)); // more than are handed out at a time
        objects.apply(present, version);
        change_log log;
        backlog waiting(log, log.end(), replaced_objects::as_delete_and_add);
        waiting.begin(objects.snapshot(), {});
        std::vector<change> later;
        for (auto const& object : objects_between(300, 330, "2", 0))
            later.push_back({.what = change::kind::added, .old = {}, .cur = object});
        log.append(std::move(later), version, {}, 1);
        if (is_merging) waiting.merge();

        std::vector<int> shown(330);
        std::shared_ptr<change_span const> work;
        auto const take_all = [&] {
            while ((work = waiting.take()))
                for (auto const& c : work->changes) ++shown[static_cast<std::size_t>(item_of(c.cur).value)];
        };
        bool const well = with_allocations(failures, take_all);
        if (!well) take_all();
        REQUIRE(shown == std::vector<int>(330, 1));
        REQUIRE(log.segments() == 0);
        if (well) break;
    }
}

TEST_CASE("objects whose changes are on the way are counted once, whichever allocation fails")
{
    bool const is_list = GENERATE(false, true);
    for (std::size_t failures = 0;; ++failures) {
        INFO("with " << failures << " allocations");
        auto const objects = objects_between(0, 10, "1", 0);
        store present;
        auto there = puts(objects);
        present.apply(there, "1");
        std::vector<change> changes;
        for (auto const& object : objects)
            changes.push_back({.what = change::kind::added, .old = {}, .cur = object});
        change_batch batch = is_list ? change_batch({.gone = {}, .put = objects}, initial_list::no)
                                     : change_batch(std::move(changes));
        bool const well = with_allocations(failures, [&] { (void)batch.pending("1"); });
        present_objects const before(present.snapshot(), batch.pending("1"));
        REQUIRE(before.size() == 0);
        if (well) break;
    }
}

TEST_CASE("readers pass what is in the log without memory")
{
    std::vector<change> const changes{{.what = change::kind::added, .old = {}, .cur = make("s/a", "2")}};
    change_log log;
    for (int i = 0; i != 100; ++i) log.append(changes, "1", {}, 1);
    auto const end = log.end();
    REQUIRE(meets_shortage(0, memory_shortage::lasts, [&] { log.pass_all(1, end); }));
    CHECK(log.segments() == 0);
    log.append(changes, "2", {}, 1);
    CHECK(log.segments() == 1);
    CHECK(log.segment_at(end).version_before == "1");
    log.pass_all(end, log.end());
    CHECK(log.segments() == 0);
}

TEST_CASE("a change is in the queue completely or not at all, whichever allocation fails")
{
    std::vector<object_ref> const incoming{make("s/a", "1"),
                                           make("s/b", "2"),
                                           make("s/a", "3 of many characters"),
                                           make("s/c", "4"),
                                           make("s/b", "5", 1, "g", "another life"),
                                           make("s/a", "6"),
                                           make("s/c", "7")};
    auto const popped = [](delta_fifo& queue) {
        boost::asio::io_context io;
        std::ostringstream out;
        queue.close();
        for (;;) {
            auto const batch = testing::run(io, queue.pop(100));
            if (batch.empty()) return out.str();
            for (auto const& d : batch)
                if (auto const* const c = change_in(d))
                    out << d.index() << ' ' << key_of(c->object) << '@' << c->object->resource_version()
                        << (c->overtook ? " overtook\n" : "\n");
                else
                    out << std::get<std::unique_ptr<collection_bookmark>>(d)->version << '\n';
        }
    };
    for (auto const order : {queue_order::by_arrival, queue_order::by_key}) {
        delta_fifo never_failed(1000, order);
        for (auto const& object : incoming) never_failed.push(object_updated(object));
        auto const wanted = popped(never_failed);
        for (std::size_t failures = 0;; ++failures) {
            delta_fifo queue(1000, order);
            bool all_well = true;
            for (auto const& object : incoming) {
                auto const push = [&] { queue.push(object_updated(object)); };
                auto const size = queue.size();
                if (with_allocations(failures, push)) continue;
                all_well = false;
                REQUIRE(queue.size() == size);
                push();
            }
            REQUIRE(popped(queue) == wanted);
            if (all_well) break;
        }
    }
}

TEST_CASE("an own write is remembered completely or not at all, whichever allocation fails")
{
    store present;
    auto there = puts({make("s/a", "1", 1), make("s/b", "1", 1)});
    present.apply(there, "1");
    for (std::size_t failures = 0;; ++failures) {
        write_overlay writes([&] { return present.snapshot(); }, 100);
        writes.wrote(make("s/a", "2", 2));
        bool all_well = true;
        auto const try_to_write = [&](object_ref const& object) {
            auto const write = [&] { writes.wrote(object); };
            auto const was = writes.get(object->key());
            if (with_allocations(failures, write)) return;
            all_well = false;
            REQUIRE(writes.get(object->key()) == was);
            write();
        };
        try_to_write(make("s/a", "3", 3));
        try_to_write(make("s/b", "4", 4));
        REQUIRE(writes.size() == 2);
        REQUIRE(item_of(writes.get({"s", "a"})).value == 3);
        REQUIRE(item_of(writes.get({"s", "b"})).value == 4);
        if (all_well) break;
    }
}
