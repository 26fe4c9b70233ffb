#include "cache/handlers/change_batch.hpp"
#include "cache/handlers/present_objects.hpp"
#include "item.hpp"

#include <algorithm>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using change_kind = change::kind;

namespace {

/// A store that has taken in changes, of which only the first `told` are in the log.
struct present_objects_fixture {
    void put(std::string const& name, std::string const& version, std::string uid = {})
    {
        apply({.object = make("n/" + name, version, 0, "g", std::move(uid))});
    }
    void remove(std::string const& name, std::string const& version)
    {
        apply({.object = make("n/" + name, version), .erase = true});
    }
    void apply(store::operation op)
    {
        auto const version = std::string(op.object->resource_version());
        std::vector<store::operation> batch;
        batch.push_back(std::move(op));
        objects.apply(batch, version);
        append_changes(changes, batch.front(), initial_list::no, final_state::known);
    }
    void everything_so_far_is_told() { changes.clear(); }

    static std::string text(present_objects const& all)
    {
        std::vector<std::string> each;
        for (std::size_t slot = 0; slot != all.slots(); ++slot)
            if (auto const& o = all.at(slot))
                each.push_back(std::string(o->key().name) + std::string(o->resource_version()));
        CHECK(each.size() == all.size());
        std::sort(each.begin(), each.end());
        std::string joined;
        for (auto const& one : each) joined += (joined.empty() ? "" : " ") + one;
        return joined;
    }
    /// Returns the present objects while the log lacks the changes behind the first `told`.
    std::string after(std::size_t told)
    {
        change_batch batch(changes);
        if (told != 0) (void)batch.take(told);
        present_objects const all(objects.snapshot(), batch.pending("7"));
        CHECK(all.version() == "7");
        CHECK(text(all) == after_asking_each_time(told));
        return text(all);
    }
    /// The same if handlers were also added before each of these changes.
    std::string after_asking_each_time(std::size_t told)
    {
        change_batch batch(changes);
        (void)batch.pending("0");
        for (std::size_t i = 0; i < told;) {
            i += batch.take(1).size();
            if (i < told) (void)batch.pending("0");
        }
        return text({objects.snapshot(), batch.pending("7")});
    }

    store objects;
    std::vector<change> changes;
};

} // namespace

TEST_CASE_METHOD(present_objects_fixture,
                 "the present objects are those before the changes that are not in the log yet")
{
    put("a", "1");
    put("b", "2");
    put("c", "3");
    everything_so_far_is_told();
    put("a", "4");
    remove("b", "5");
    put("d", "6");

    CHECK(after(0) == "a1 b2 c3");
    CHECK(after(1) == "a4 b2 c3");
    CHECK(after(2) == "a4 c3");
    CHECK(after(3) == "a4 c3 d6");
    CHECK(text(objects.snapshot()) == "a4 c3 d6");
}

TEST_CASE_METHOD(present_objects_fixture,
                 "an object that changes several times is present in the last state that the log has told")
{
    put("a", "1");
    everything_so_far_is_told();
    put("a", "2");
    put("b", "3");
    put("a", "4");
    remove("b", "5");
    remove("a", "6");
    put("a", "7", "another life");

    CHECK(after(0) == "a1");
    CHECK(after(1) == "a2");
    CHECK(after(2) == "a2 b3");
    CHECK(after(3) == "a4 b3");
    CHECK(after(4) == "a4");
    CHECK(after(6) == "a7");
}

TEST_CASE_METHOD(present_objects_fixture, "an object that is shown again without a change stays present")
{
    put("a", "1");
    put("b", "2");
    everything_so_far_is_told();
    auto const a = objects.find({"n", "a"});
    changes.push_back({.what = change_kind::updated, .old = a, .cur = a});

    CHECK(after(0) == "a1 b2");
}

TEST_CASE_METHOD(
    present_objects_fixture,
    "while a list is appended to the log in parts, the present objects are those before the next part")
{
    put("a", "1");
    put("b", "2");
    store::replacement list;
    list.gone.push_back(objects.find({"n", "b"}));
    list.put.push_back(make("n/a", "3"));
    list.put.push_back(make("n/c", "3"));
    objects.replace(list, "3");
    change_batch batch(std::move(list), initial_list::no);
    auto const present = [&] { return text({objects.snapshot(), batch.pending("2")}); };

    CHECK(present() == "a1 b2");
    (void)batch.take(1); // the deletion of b is in the log
    CHECK(present() == "a1");
    (void)batch.take(1);
    CHECK(present() == "a3");
    (void)batch.take(1);
    CHECK(batch.empty());
    CHECK(text(objects.snapshot()) == "a3 c3");
}

TEST_CASE_METHOD(present_objects_fixture,
                 "a part of a batch never ends between a deletion and the addition that replaces the object")
{
    put("a", "1");
    put("b", "2");
    everything_so_far_is_told();
    put("c", "3");
    put("a", "4", "another"); // another object with this name: a delete and an add
    put("b", "5");
    REQUIRE(changes.size() == 4);

    change_batch batch(changes);
    CHECK(batch.take(1).size() == 1);
    auto const pair = batch.take(1);
    REQUIRE(pair.size() == 2);
    CHECK((pair.front().what == change_kind::deleted && pair.back().what == change_kind::added));
    CHECK(batch.take(1).size() == 1);
    CHECK(batch.empty());

    change_batch two(changes);
    CHECK(two.take(2).size() == 3);
    CHECK(two.take(2).size() == 1);
}
