#include "item.hpp"

#include "cache/audit/list_audit.hpp"
#include "cache/delta_applier.hpp"

#include <optional>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

/// A store whose lists are compared with it.
struct compared_world {
    explicit compared_world(bool may_lack = false, std::vector<std::string> const& namespaces = {})
        : audit(may_lack, [this](audit_report r, std::string const&) { found = std::move(r); }),
          applier(all, namespaces)
    {
        applier.audit_lists(audit);
    }
    /// Returns what comes out when this list replaces the store: nothing if it proves nothing, otherwise
    /// "equal", or the differences in words.
    std::string says(complete_list list)
    {
        found.reset();
        std::vector<delta> batch;
        batch.emplace_back(std::make_unique<complete_list>(std::move(list)));
        applier.apply(std::move(batch));
        if (!found) return "nothing";
        std::string text;
        for (auto const& one : found->first) text.append(text.empty() ? "" : "; ").append(to_string(one));
        CHECK(found->differences() == found->first.size());
        return text.empty() ? "equal" : text;
    }
    std::string says(std::vector<object_ref> of, std::string version)
    {
        return says(complete_list{.objects = std::move(of), .version = std::move(version)});
    }
    void apply(delta d)
    {
        std::vector<delta> batch;
        batch.push_back(std::move(d));
        applier.apply(std::move(batch));
    }
    void bookmark(std::string version, std::string ns = {})
    {
        apply(std::make_unique<collection_bookmark>(collection_bookmark{std::move(version), std::move(ns)}));
    }
    /// Damages the store: no list and no event has said so.
    void lose(std::string const& name)
    {
        std::vector<store::operation> lost{{.object = all.find({"s", name}), .erase = true}};
        all.apply(lost, "");
    }

    store all;
    list_audit audit;
    delta_applier applier;
    std::optional<audit_report> found;
};

std::vector<object_ref> const present{make("s/a", "5", 1), make("s/b", "6", 2), make("t/c", "7", 3)};

std::vector<object_ref> present_but(std::size_t i, object_ref other)
{
    auto some = present;
    some[i] = std::move(other);
    return some;
}

complete_list of_namespace(std::vector<object_ref> those, std::string version, std::string ns)
{
    return {.objects = std::move(those), .version = std::move(version), .ns = std::move(ns)};
}

} // namespace

TEST_CASE_METHOD(compared_world, "the first list proves nothing, and each later one is compared")
{
    CHECK(says(present, "10") == "nothing");
    CHECK(says(present, "10") == "equal");
    CHECK(found->by_list);
    CHECK(found->objects == 3);
    CHECK(found->version == "10");
}

TEST_CASE_METHOD(compared_world, "what has happened since the store's version is no difference")
{
    says(present, "10");
    CHECK(says(present_but(0, make("s/a", "11", 9)), "12") == "equal");                      // changed
    CHECK(says(present_but(0, make("s/a", "13", 1, "g", "another life")), "13") == "equal"); // created again
    CHECK(says(present_but(0, make("s/d", "14", 1)), "14") == "equal"); // one was deleted, and one created
    CHECK(says({}, "15") == "equal");
}

TEST_CASE_METHOD(compared_world, "an object that has not changed since the store's version has to be there")
{
    says(present, "10");
    lose("a");
    CHECK(says(present, "12") == "s/a is missing: version 5 on the server");
    CHECK(says(present, "13") == "equal"); // the list has replaced what was wrong
}

TEST_CASE_METHOD(compared_world,
                 "an object that has not changed since the store's version cannot be in another state")
{
    says(present_but(1, make("s/b", "4", 2)), "10");
    CHECK(says(present, "12") == "s/b is stale: version 4 here, version 6 on the server");
    CHECK(says(present_but(1, make("s/b", "3", 2)), "12") ==
          "s/b is stale: version 6 here, version 3 on the server");
    CHECK(says(present_but(1, make("s/b", "3", 2, "g", "another life")), "12") ==
          "s/b has another UID at the same version, 3");
}

TEST_CASE_METHOD(compared_world, "a surplus object is found by a list of the same version only")
{
    says(present_but(2, make("s/surplus", "7")), "10");
    CHECK(says(present, "10") ==
          "t/c is missing: version 7 on the server; s/surplus is surplus: version 7 here");
    says(present_but(2, make("s/surplus", "7")), "11");
    CHECK(says(present, "12") == "t/c is missing: version 7 on the server");
}

TEST_CASE_METHOD(compared_world, "events and bookmarks move the version with which a list is compared")
{
    says(present, "10");
    bookmark("20");
    apply(object_updated(make("s/a", "21", 4)));
    auto const now = present_but(0, make("s/a", "21", 4));
    CHECK(says(now, "22") == "equal");
    apply(object_deleted(make("s/b", "23", 2)));
    CHECK(says({now[0], now[2], make("s/d", "22")}, "24") == "s/d is missing: version 22 on the server");
}

TEST_CASE_METHOD(compared_world, "a list that may be of another history proves nothing")
{
    says(present, "10");
    lose("a");
    complete_list other{.objects = present, .version = "12"};
    other.perhaps_new_history = true;
    CHECK(says(std::move(other)) == "nothing");
    CHECK(says(present_but(0, make("s/a", "2", 1)), "9") == "nothing"); // it is older than the store
    CHECK(says(present_but(0, make("s/a", "2", 1)), "9") == "equal");
}

TEST_CASE_METHOD(compared_world, "a list from a saved snapshot proves nothing, and the next one is compared")
{
    complete_list saved{.objects = present, .version = "10"};
    saved.from = list_origin::snapshot;
    CHECK(says(std::move(saved)) == "nothing");
    CHECK(says(present_but(0, make("s/a", "4", 1)), "12") ==
          "s/a is stale: version 5 here, version 4 on the server");
}

TEST_CASE_METHOD(compared_world, "without versions that can be compared a list proves nothing")
{
    says({make("s/a", "", 1)}, "");
    CHECK(says({make("s/a", "", 2), make("s/b", "", 2)}, "") == "nothing");
    apply(object_added(make("s/c", "50"))); // events may have versions although lists have none
    CHECK(says({make("s/d", "40")}, "60") == "nothing");
    CHECK(says({make("s/d", "40"), make("s/e", "40")}, "60") == "s/e is missing: version 40 on the server");
    says({make("s/a", "x1")}, "x2");
    CHECK(says({make("s/a", "x1"), make("s/b", "x1")}, "x2") == "nothing");
}

TEST_CASE_METHOD(compared_world,
                 "an object that does not decode is no difference, and a list without all names proves "
                 "nothing")
{
    says(present, "10");
    complete_list faulty{.objects = {present[0], present[1]}, .version = "10"};
    faulty.undecoded = {{"t", "c"}, {"t", "never-seen"}};
    CHECK(says(std::move(faulty)) == "equal");
    complete_list incomplete{.objects = {present[0]}, .version = "10"};
    incomplete.incomplete = true;
    CHECK(says(std::move(incomplete)) == "nothing");
    CHECK(all.size() == 3);
}

TEST_CASE("an object that a transform has left out before is no difference")
{
    compared_world filtered(true);
    filtered.says({present[0]}, "10");
    CHECK(filtered.says(present, "12") == "equal");
    CHECK(filtered.says(present_but(0, make("s/a", "3", 1)), "12") ==
          "s/a is stale: version 5 here, version 3 on the server");
}

TEST_CASE("each namespace of an informer is compared at its own version")
{
    compared_world two(false, {"s", "t"});
    CHECK(two.says(of_namespace({present[0]}, "10", "s")) == "nothing");
    CHECK(two.says(of_namespace({present[2]}, "5", "t")) == "nothing");
    CHECK(two.says(of_namespace({present[2], make("t/d", "8")}, "9", "t")) == "equal");
    CHECK(two.says(of_namespace({present[0], make("s/d", "8")}, "12", "s")) ==
          "s/d is missing: version 8 on the server");
    two.bookmark("30", "t");
    CHECK(two.says(of_namespace({present[2]}, "30", "t")) == "t/d is surplus: version 8 here");
    CHECK(two.all.find({"s", "a"}));
}

TEST_CASE_METHOD(compared_world,
                 "objects that a list has marked as unchanged count, and are not compared again")
{
    says(present, "10");
    complete_list next{.objects = {}, .version = "12"};
    next.before = all.snapshot();
    next.unchanged.assign(next.before->slots(), true);
    CHECK(says(std::move(next)) == "equal");
    CHECK(found->objects == 3);

    complete_list behind{.objects = {}, .version = "12"}; // the store changes after the marks were made
    behind.before = all.snapshot();
    behind.unchanged.assign(behind.before->slots(), true);
    lose("a");
    CHECK(says(std::move(behind)) == "s/a is missing: version 5 on the server");
}

// Some aggregated API servers send a deletion with the version of the object's last state, so that the store
// lacks an object which the collection has at the store's version.
TEST_CASE_METHOD(compared_world, "a list proves nothing to a store that is ahead of its version")
{
    says(present, "10");
    SECTION("the deletion has the version of the object's last state")
    {
        object_deleted gone(present[0]);
        gone.overtook = true;
        apply(std::move(gone));
    }
    SECTION("the deletion has the version of the store")
    {
        bookmark("5");
        apply(object_deleted(present[0]));
    }
    SECTION("the deletion does not decode, and has no version")
    {
        apply(std::make_unique<object_lost>(object_lost{.ns = "s", .name = "a", .reached = {}}));
    }
    REQUIRE_FALSE(all.find({"s", "a"}));
    CHECK(says(present, "10") == "nothing");
    CHECK(says(present, "10") == "equal");
}
