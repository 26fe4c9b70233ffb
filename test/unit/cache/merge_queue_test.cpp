#include "cache/handlers/merge_queue.hpp"
#include "item.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using change_kind = change::kind;

namespace {

change added(object_ref cur, initial_list initial = initial_list::no)
{
    return {.what = change_kind::added, .initial = initial, .old = {}, .cur = std::move(cur)};
}
change updated(object_ref old, object_ref cur)
{
    return {.what = change_kind::updated, .old = std::move(old), .cur = std::move(cur)};
}
change deleted(object_ref last, final_state final = final_state::known)
{
    return {.what = change_kind::deleted, .final = final, .old = make("n/a", "0"), .cur = std::move(last)};
}

std::string shown_changes(std::vector<change> const& changes)
{
    std::string s;
    for (auto const& c : changes) {
        if (!s.empty()) s += ' ';
        auto const version = [](object_ref const& o) { return std::string(o->resource_version()); };
        if (c.what == change_kind::added)
            s += "+" + key_of(c.cur) + "@" + version(c.cur) + (c.initial == initial_list::yes ? "i" : "");
        if (c.what == change_kind::updated)
            s += "~" + key_of(c.cur) + "@" + version(c.old) + ">" + version(c.cur);
        if (c.what == change_kind::deleted)
            s += "-" + key_of(c.cur) + "@" + version(c.old) + ">" + version(c.cur) +
                 (c.final == final_state::unknown ? "?" : "");
    }
    return s;
}

object_ref a(char const* version, char const* uid = "")
{
    return make("n/a", version, 0, "g", uid);
}

} // namespace

TEST_CASE("several updates of an object become one, from the state that the handler saw to the newest one")
{
    merge_queue q;
    q.add(updated(a("1"), a("2")));
    q.add(updated(a("2"), a("3")));
    q.add(updated(a("3"), a("4")));

    CHECK(q.size() == 1);
    CHECK(shown_changes(q.take(10)) == "~n/a@1>4");
    CHECK(q.empty());
}

TEST_CASE("an add and an update become an add of the newest state, which may belong to the first list")
{
    merge_queue q;
    q.add(added(a("1"), initial_list::yes));
    q.add(updated(a("1"), a("2")));

    CHECK(shown_changes(q.take(10)) == "+n/a@2i");
}

TEST_CASE("an object that was added and deleted before the handler saw it is left out")
{
    merge_queue q;
    q.add(added(a("1")));
    q.add(deleted(a("2")));

    CHECK(q.empty());
    CHECK(q.take(10).empty());
}

TEST_CASE("a deletion of an object that the handler saw comes with its last state")
{
    merge_queue q;
    q.add(updated(a("1"), a("2")));
    q.add(deleted(a("3"), final_state::unknown));

    CHECK(shown_changes(q.take(10)) == "-n/a@1>3?");
}

TEST_CASE("handlers see both a deletion and a new object of that name; lives in between are left out")
{
    merge_queue q;
    q.add(deleted(a("2", "one")));
    q.add(added(a("3", "two")));
    q.add(deleted(a("4", "two")));
    q.add(added(a("5", "three")));
    q.add(updated(a("5", "three"), a("6", "three")));

    CHECK(shown_changes(q.take(10)) == "-n/a@0>2 +n/a@6");
}

TEST_CASE("a deletion, an add and another deletion become one deletion")
{
    merge_queue q;
    q.add(deleted(a("2", "one")));
    q.add(added(a("3", "two")));
    q.add(deleted(a("4", "two")));

    CHECK(shown_changes(q.take(10)) == "-n/a@0>2");
}

TEST_CASE("an object that moves away, comes back and is deleted was deleted")
{
    merge_queue q;
    q.add(deleted(a("1", "u"), final_state::moved));
    q.add(added(a("1", "u")));
    q.add(deleted(a("2", "u"), final_state::known));
    auto const told = q.take(10);
    REQUIRE(told.size() == 1);
    CHECK(told.front().final == final_state::known);
    CHECK(told.front().cur->resource_version() == "2");

    q.add(deleted(a("1", "u"), final_state::moved));
    q.add(added(a("3", "v"))); // another object, which the handler never sees
    q.add(deleted(a("4", "v"), final_state::known));
    CHECK(q.take(10).at(0).final == final_state::moved);
}

TEST_CASE("objects keep the order in which they first changed, and a part of them can be taken")
{
    merge_queue q;
    q.add(added(make("n/x", "1")));
    q.add(added(make("n/y", "2")));
    q.add(added(make("n/z", "3")));
    q.add(updated(make("n/x", "1"), make("n/x", "4")));

    CHECK(shown_changes(q.take(2)) == "+n/x@4 +n/y@2");
    q.add(updated(make("n/x", "4"), make("n/x", "5")));
    CHECK(shown_changes(q.take(5)) == "+n/z@3 ~n/x@4>5");
}

TEST_CASE("with replaced objects as updates, a deletion and an addition become one update, and a deletion "
          "alone stays one")
{
    merge_queue q;
    q.add(deleted(a("2", "one")));
    q.add(added(a("3", "two")));
    CHECK(shown_changes(q.take(10, replaced_objects::as_update)) == "~n/a@0>3");

    q.add(deleted(a("4", "two")));
    CHECK(shown_changes(q.take(10, replaced_objects::as_update)) == "-n/a@0>4");
}
