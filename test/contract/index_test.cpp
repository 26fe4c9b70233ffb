// Contract: an index finds what the snapshot holds, whenever the index was added, and a name means one index.

#include "world.hpp"

#include <algorithm>
#include <ranges>

namespace {

std::string told_at_length(std::string const& value)
{
    return "a value that is too long for a string without an allocation: " + value;
}

std::string by_value(config_map const& m)
{
    return m.data.at("v");
}

std::vector<std::string> by_letters(config_map const& m)
{
    std::vector<std::string> letters;
    for (char const c : m.data.at("v")) letters.emplace_back(1, c);
    return letters;
}

template <class Objects>
lines sorted_names(Objects const& objects)
{
    lines found;
    for (auto const& o : objects) found.emplace_back(o.key().name);
    std::sort(found.begin(), found.end());
    return found;
}

error_code code_of(std::function<void()> const& call)
{
    try {
        call();
    } catch (boost::system::system_error const& e) {
        return e.code();
    }
    return {};
}

/// Labels that record whether anything has read them.
struct watched_labels {
    std::map<std::string, std::string> values;
    mutable int* reads = nullptr;
    auto end() const { return values.end(); }
    auto find(std::string const& key) const
    {
        ++*reads;
        return values.find(key);
    }
};

} // namespace

TEST_CASE_METHOD(
    world, "an index that is added before the start, after it, or later files all objects in the same way")
{
    put("a", "x");
    informer_factory factory(api);
    auto maps = factory.of<config_map>();
    maps.index("before", by_value);
    background running(io, factory.run());
    maps.index("meanwhile", by_value);
    time.run_for(1s);
    CHECK(code_of([&] { (void)maps.snapshot().by_index("after", "x"); }) == errc::unknown_index);
    auto const earlier = maps.snapshot();
    maps.index("after", by_value);
    time.settle();
    put("b", "x");
    put("c", "y");
    set("a", "y");
    time.run_for(1s);

    auto const now = maps.snapshot();
    for (auto const* index : {"before", "meanwhile", "after"}) {
        INFO(index);
        CHECK(sorted_names(now.by_index(index, "x")) == lines{"b"});
        CHECK(sorted_names(now.by_index(index, "y")) == lines{"a", "c"});
        CHECK(now.by_index(index, "z").empty());
    }
    // a snapshot stays as it was
    CHECK(code_of([&] { (void)earlier.by_index("after", "x"); }) == errc::unknown_index);
}

TEST_CASE_METHOD(world, "a name that is taken is an error, and the index that has it stays as it is")
{
    put("a", "x");
    informer_factory factory(api);
    auto maps = factory.of<config_map>();
    auto same = factory.of<config_map>();
    maps.index("v", by_value);
    auto const other = [](config_map const&) { return "other"; };
    CHECK(code_of([&] { maps.index("v", other); }) == errc::index_exists);
    CHECK(code_of([&] { same.index("v", other); }) == errc::index_exists);
    CHECK(code_of([&] { maps.index("namespace", other); }) == errc::index_exists);
    background running(io, factory.run());
    time.run_for(1s);
    CHECK(sorted_names(maps.snapshot().by_index("v", "x")) == lines{"a"});
    CHECK(maps.snapshot().by_index("v", "other").empty());
    CHECK(sorted_names(maps.snapshot().in_namespace("shop")) == lines{"a"});
}

TEST_CASE_METHOD(
    informed,
    "a look-up of several values returns their union, each object once, and an index lists its values")
{
    informer.index("letter", by_letters);
    set("a", "xy");
    set("b", "yz");
    put("c", "w", "other");
    time.run_for(1s);
    auto const now = informer.snapshot();
    CHECK(sorted_names(now.by_any_of("letter", {"x", "y", "z"})) == lines{"a", "b"});
    CHECK(sorted_names(now.by_any_of("letter", {"w", "w", "nobody", "z"})) == lines{"b", "c"});
    CHECK(now.by_any_of("letter", {}).empty());
    std::vector<std::string> const wanted{"x", "w"};
    CHECK(sorted_names(now.by_any_of("letter", wanted)) == lines{"a", "c"});
    CHECK(sorted_names(now.by_any_of("namespace", {"other", "shop"})) == lines{"a", "b", "c"});
    CHECK(now.index_values("letter") == lines{"w", "x", "y", "z"});
    CHECK(now.index_values("namespace") == lines{"other", "shop"});
    CHECK(code_of([&] { (void)now.by_any_of("color", {}); }) == errc::unknown_index);
    CHECK(code_of([&] { (void)now.index_values("color"); }) == errc::unknown_index);

    set("a", "q");
    remove("c", "other");
    time.run_for(1s);
    CHECK(informer.lister().index_values("letter") == lines{"q", "y", "z"}); // for no object: no value
    CHECK(informer.lister().index_values("namespace") == lines{"shop"});
    CHECK(sorted_names(informer.lister().by_any_of("letter", {"q", "w"})) == lines{"a"});
}

TEST_CASE_METHOD(informed,
                 "a look-up of several values takes a range whose strings are made while it is read")
{
    informer.index("at length", [](config_map const& m) { return told_at_length(m.data.at("v")); });
    set("a", "x");
    set("b", "y");
    put("c", "z");
    time.run_for(1s);
    std::vector<std::string> const values{"x", "z", "nobody"};
    auto const made = values | std::views::transform(told_at_length);
    CHECK(sorted_names(informer.snapshot().by_any_of("at length", made)) == lines{"a", "c"});
    CHECK(sorted_names(informer.lister().by_any_of("at length", made)) == lines{"a", "c"});
}

TEST_CASE_METHOD(informed, "a lister gets by key, and lists by selector, all namespaces or one")
{
    put("c", "1", "other");
    for (auto const* ns : {"shop", "other"}) {
        auto const name = std::string(ns) == "shop" ? "a" : "c";
        server.patch(config_maps, {ns, name}, R"({"metadata":{"labels":{"app":"web"}}})");
    }
    time.run_for(1s);
    auto const maps = informer.lister();
    CHECK(sorted_names(maps.list()) == lines{"a", "b", "c"});
    CHECK(sorted_names(maps.in_namespace("shop")) == lines{"a", "b"});
    CHECK(sorted_names(maps.in_namespace("")) == lines{"a", "b", "c"});
    CHECK(sorted_names(informer.snapshot().in_namespace("")) == lines{"a", "b", "c"});
    CHECK(maps.in_namespace("").size() == 3);
    CHECK(sorted_names(maps.matching(label_selector("app=web"))) == lines{"a", "c"});
    CHECK(sorted_names(maps.matching(label_selector("app=web"), "shop")) == lines{"a"});
    CHECK(sorted_names(maps.matching(label_selector("!app"))) == lines{"b"});
    CHECK(sorted_names(maps.matching({})) == lines{"a", "b", "c"});
    CHECK(maps.matching(label_selector("app=web"), "nowhere").empty());
    CHECK(maps.get("other", "c")->data.at("v") == "1");
    CHECK_FALSE(maps.get("shop", "c"));

    int reads = 0;
    watched_labels const labels{{{"app", "web"}}, &reads};
    CHECK(label_selector().matches(labels));
    CHECK(reads == 0); // the empty selector reads no label
    CHECK(label_selector("app=web").matches(labels));
    CHECK(reads == 1);
}

TEST_CASE_METHOD(informed,
                 "an index function takes the object or the pointer, and returns a string, several or none")
{
    auto const& maps = informer; // everything below can be done with a const informer
    using pointer = object_ptr<config_map> const&;
    maps.index("name", [](pointer m) { return m.key().name; });
    maps.index("generic", [](auto const& m) { return m.data.at("v"); });
    maps.index("if large", [](config_map const& m) -> std::optional<std::string> {
        if (m.data.at("v").size() < 2) return std::nullopt;
        return m.data.at("v");
    });
    maps.index("letters if large", [](pointer m) -> std::optional<std::vector<std::string>> {
        if (m->data.at("v").size() < 2) return std::nullopt;
        return by_letters(*m);
    });
    maps.index("finalizer", [](config_map const& m) -> auto const& { return m.metadata.finalizers; });
    set("a", "xy");
    server.patch(config_maps, {"shop", "b"},
                 R"({"metadata":{"finalizers":["example.io/one","example.io/two"]}})");
    time.run_for(1s);

    auto const now = maps.snapshot();
    CHECK(now.index_values("name") == lines{"a", "b"});
    CHECK(now.index_values("generic") == lines{"1", "xy"});
    CHECK(now.index_values("if large") == lines{"xy"});
    CHECK(now.index_values("letters if large") == lines{"x", "y"});
    CHECK(now.index_values("finalizer") == lines{"example.io/one", "example.io/two"});
    CHECK(sorted_names(now.by_index("letters if large", "y")) == lines{"a"});

    set("a", "z"); // leaves the indices of large values
    time.run_for(1s);
    CHECK(maps.snapshot().index_values("letters if large").empty());
}

TEST_CASE_METHOD(informed, "first() of a range is one object of it, and null if there is none")
{
    informer.index("v", by_value);
    set("b", "2");
    remove("a");
    put("c", "3", "other");
    time.run_for(1s);
    auto const now = informer.snapshot();
    CHECK(now.by_index("v", "2").first().key().name == "b");
    CHECK(now.in_namespace("other").first()->data.at("v") == "3");
    CHECK_FALSE(now.by_index("v", "1").first());
    CHECK_FALSE(now.in_namespace("nowhere").first());
    CHECK(now.list().first() == *now.list().begin());
    CHECK(now.list().first()); // although the slot of the first object is free
}
