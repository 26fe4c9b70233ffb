#include "item.hpp"
#include "saved.hpp"

#include "cache/audit/census.hpp"

#include "catch.hpp"

using namespace coinformer;
using detail::object_ref;

namespace {

using objects = std::vector<object_ref>;

/// Compares a copy with what the server has.
audit_report audited(objects copy, objects const& there, std::string ns = {}, bool may_lack = false)
{
    detail::census all(test::snapshot_of(std::move(copy)), std::move(ns), may_lack);
    for (auto const& o : there) all.put(o);
    return all.end();
}

// The number of missing, surplus and stale objects, and the names of the first ones.
std::string words(audit_report const& r)
{
    auto text = std::to_string(r.missing) + ' ' + std::to_string(r.surplus) + ' ' + std::to_string(r.stale);
    for (auto const& one : r.first) text += ' ' + one.ns + '/' + one.name;
    return text;
}

objects const three{make("shop/a", "5", 1), make("shop/b", "6", 2), make("lab/c", "7", 3)};

objects without(std::size_t i)
{
    auto some = three;
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(i));
    return some;
}

objects with(std::size_t i, object_ref other)
{
    auto some = three;
    some[i] = std::move(other);
    return some;
}

} // namespace

TEST_CASE("a copy that is equal to the server's has no differences, in any order")
{
    auto const report = audited(three, {three[2], three[0], three[1]});
    CHECK(report.objects == 3);
    CHECK(report.differences() == 0);
    CHECK(audited({}, {}).differences() == 0);
}

TEST_CASE("each way in which a copy can differ is found")
{
    auto const last = three.size() - 1;
    CHECK(words(audited(without(0), three)) == "1 0 0 shop/a");
    CHECK(words(audited(without(last), three)) == "1 0 0 lab/c");
    CHECK(words(audited({}, three)) == "3 0 0 shop/a shop/b lab/c");
    CHECK(words(audited(three, without(0))) == "0 1 0 shop/a");
    CHECK(words(audited(three, without(last))) == "0 1 0 lab/c");
    CHECK(words(audited(three, {})) == "0 3 0 shop/a shop/b lab/c");
    CHECK(words(audited(with(0, make("shop/a", "4", 1)), three)) == "0 0 1 shop/a");  // an older version
    CHECK(words(audited(with(1, make("shop/b", "60", 2)), three)) == "0 0 1 shop/b"); // a newer one
    CHECK(words(audited(with(0, make("shop/d", "5", 1)), three)) == "1 1 0 shop/a shop/d"); // another name
    CHECK(words(audited(with(0, make("lab/a", "5", 1)), three)) == "1 1 0 shop/a lab/a"); // another namespace
    CHECK(words(audited(with(0, make("shop/a", "5", 1, "g", "other")), three)) ==
          "0 0 1 shop/a"); // another UID
    CHECK(
        words(audited({make("shop/a", "6", 2, "g", "uid-b"), make("shop/b", "5", 1, "g", "uid-a"), three[2]},
                      three)) == "0 0 2 shop/a shop/b"); // two objects have changed places
}

TEST_CASE("objects of other namespaces do not count, nor those that a transform leaves out")
{
    CHECK(audited(three, {three[0], three[1]}, "shop").differences() == 0);
    CHECK(words(audited(three, {three[0]}, "shop")) == "0 1 0 shop/b");
    CHECK(audited(without(0), three, {}, true).differences() == 0);
    CHECK(words(audited(three, without(0), {}, true)) == "0 1 0 shop/a");
}

TEST_CASE("twenty differences are named, and all are counted")
{
    objects many;
    for (int i = 0; i != 100; ++i) many.push_back(make("shop/o" + std::to_string(i), "5", i));
    auto const report = audited({}, many);
    CHECK(report.missing == 100);
    CHECK(report.first.size() == 20);
}

TEST_CASE("a difference is described by what is wrong with the object")
{
    auto const report =
        audited({three[0], three[1], make("lab/c", "7", 3, "g", "other"), make("shop/d", "8")},
                {make("shop/a", "9", 1), three[2], make("shop/e", "10")});
    std::vector<std::string> found;
    for (auto const& one : report.first) found.push_back(to_string(one));
    CHECK(found == std::vector<std::string>{"shop/a is stale: version 5 here, version 9 on the server",
                                            "lab/c has another UID at the same version, 7",
                                            "shop/e is missing: version 10 on the server",
                                            "shop/b is surplus: version 6 here",
                                            "shop/d is surplus: version 8 here"});
}
